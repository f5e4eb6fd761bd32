package dev.waggle.connect.otel;

import java.util.Objects;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.logs.Logger;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Tracer;

/**
 * Instrumentation scope of traces.
 *
 * @param tracer starts spans
 * @param logger records warnings
 * @param settings the settings of both
 */
record OtelScope(Tracer tracer, Logger logger, OtelSettings settings) {

    /** Name of the instrumentation scope of spans, metrics and warnings of solves. */
    static final String NAME = "dev.waggle";

    static OtelScope of(OpenTelemetry telemetry, OtelSettings settings) {
        String schema = GenAiConventions.schema(settings.usesLatest());
        return new OtelScope(
                telemetry.tracerBuilder(NAME).setInstrumentationVersion(version()).setSchemaUrl(schema).build(),
                telemetry.getLogsBridge().loggerBuilder(NAME).setInstrumentationVersion(version())
                        .setSchemaUrl(schema).build(),
                settings);
    }

    static Meter meter(OpenTelemetry telemetry, OtelSettings settings) {
        return telemetry.meterBuilder(NAME).setInstrumentationVersion(version())
                .setSchemaUrl(GenAiConventions.schema(settings.usesLatest())).build();
    }

    /** The version of Waggle. */
    static String version() {
        return Objects.requireNonNullElse(OtelScope.class.getPackage().getImplementationVersion(), "0.1.0");
    }
}
