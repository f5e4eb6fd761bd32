package dev.waggle.connect.otel;

import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.trace.SpanRecorder;
import dev.waggle.signal.trace.SpanTracer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import org.jspecify.annotations.Nullable;

/**
 * Traces in OpenTelemetry. It needs only the API; the application brings the SDK and its exporters.
 *
 * <pre>{@code
 * OpenTelemetry otel = AutoConfiguredOpenTelemetrySdk.initialize().getOpenTelemetrySdk();
 * Swarm swarm = Swarm.builder().tracer(OtelTracer.of(otel)).metrics(OtelMetrics.of(otel)) ...
 * }</pre>
 */
public final class OtelTracer implements SpanTracer {

    /** Name of the instrumentation scope of spans and metrics. */
    public static final String SCOPE = "dev.waggle";

    private static final TextMapGetter<Map<String, String>> HEADERS = new TextMapGetter<>() {
        @Override
        @SuppressWarnings("deprecation") // Abstract yet.
        public Iterable<String> keys(Map<String, String> carrier) {
            return carrier.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> carrier, String key) {
            return carrier == null ? null : carrier.get(key);
        }
    };

    private final Tracer tracer;
    private final OtelSettings settings;

    private OtelTracer(Tracer tracer, OtelSettings settings) {
        this.tracer = tracer;
        this.settings = settings;
    }

    /** Returns a tracer with the settings of the environment. */
    public static OtelTracer of(OpenTelemetry telemetry) {
        return of(telemetry, OtelSettings.of(System.getenv()));
    }

    public static OtelTracer of(OpenTelemetry telemetry, OtelSettings settings) {
        return new OtelTracer(telemetry.getTracer(SCOPE), Objects.requireNonNull(settings, "settings"));
    }

    @Override
    public SpanRecorder current() {
        return new OtelSpan(tracer, settings, Context.current(), null);
    }

    @Override
    public SpanRecorder incoming(Map<String, String> headers) {
        Context remote = W3CTraceContextPropagator.getInstance().extract(Context.current(), headers, HEADERS);
        return new OtelSpan(tracer, settings, remote, null);
    }
}
