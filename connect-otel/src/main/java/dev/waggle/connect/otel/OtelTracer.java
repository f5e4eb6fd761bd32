package dev.waggle.connect.otel;

import java.util.Map;

import dev.waggle.signal.trace.SpanRecorder;
import dev.waggle.signal.trace.SpanTracer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import org.jspecify.annotations.Nullable;

/**
 * Traces in OpenTelemetry, with the warnings of solves as log records. It needs only the API; the application brings
 * the SDK and its exporters.
 *
 * <pre>{@code
 * OpenTelemetry otel = AutoConfiguredOpenTelemetrySdk.initialize().getOpenTelemetrySdk();
 * Swarm swarm = Swarm.builder().tracer(OtelTracer.of(otel)).metrics(OtelMetrics.of(otel)) ...
 * }</pre>
 */
public final class OtelTracer implements SpanTracer {

    /** Name of the instrumentation scope of spans, metrics and warnings of solves. */
    public static final String SCOPE = OtelScope.NAME;

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

    private final OtelScope scope;

    private OtelTracer(OtelScope scope) {
        this.scope = scope;
    }

    /** Returns a tracer with the settings of the environment. */
    public static OtelTracer of(OpenTelemetry telemetry) {
        return of(telemetry, OtelSettings.of(System.getenv()));
    }

    public static OtelTracer of(OpenTelemetry telemetry, OtelSettings settings) {
        return new OtelTracer(OtelScope.of(telemetry, settings));
    }

    @Override
    public SpanRecorder current() {
        return new OtelSpan(scope, Context.current(), null);
    }

    @Override
    public SpanRecorder incoming(Map<String, String> headers) {
        Context remote = W3CTraceContextPropagator.getInstance().extract(Context.current(), headers, HEADERS);
        return new OtelSpan(scope, remote, null);
    }
}
