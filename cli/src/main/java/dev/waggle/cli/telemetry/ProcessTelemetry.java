package dev.waggle.cli.telemetry;

import java.io.PrintWriter;
import java.util.Map;
import java.util.Set;

import dev.waggle.journal.inbox.InboxService;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.metric.MetricSink;
import org.jspecify.annotations.Nullable;

/**
 * Telemetry of this process, opened with its first solve if the standard variables of OpenTelemetry ask for it. A process
 * has one, as its series of metrics belong to the process. Thread-safe.
 */
public final class ProcessTelemetry {

    private static final Set<String> ASKING = Set.of("OTEL_EXPORTER_OTLP_ENDPOINT",
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "OTEL_TRACES_EXPORTER",
            "OTEL_METRICS_EXPORTER");
    private static final String DISABLED = "OTEL_SDK_DISABLED";
    private static final String NO_EXPORTER = "none";

    private static final ProcessTelemetry PROCESS = new ProcessTelemetry(System.getenv());

    private final Map<String, String> variables;
    /** Guarded by this. */
    private @Nullable OpenedTelemetry opened;

    ProcessTelemetry(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
    }

    /** The telemetry of this process. */
    public static ProcessTelemetry get() {
        return PROCESS;
    }

    /** True if a variable asks for an exporter, and none turns the SDK off. */
    boolean isAskedFor() {
        return !"true".equalsIgnoreCase(variables.getOrDefault(DISABLED, "").strip())
                && ASKING.stream().map(name -> variables.getOrDefault(name, "").strip())
                        .anyMatch(value -> !value.isEmpty() && !value.equalsIgnoreCase(NO_EXPORTER));
    }

    /** The same configuration, with traces and metrics if they are asked for. */
    public SwarmConfig observe(SwarmConfig config) {
        return isAskedFor() ? open().observe(config) : config;
    }

    /** The tracing system; without the request for one, it records nothing. */
    public SpanTracer tracer() {
        return isAskedFor() ? open().tracer() : SpanTracer.NONE;
    }

    /** Reads the states of circuit breakers, if metrics are asked for, until the result is closed. */
    public MetricSink.GaugeRegistration observe(CircuitBreakerRegistry breakers) {
        return isAskedFor() ? open().observe(breakers) : () -> {
        };
    }

    /** Reads the depth of inboxes, if metrics are asked for, until the result is closed. */
    public MetricSink.GaugeRegistration observe(InboxService inboxes) {
        return isAskedFor() ? open().observe(inboxes) : () -> {
        };
    }

    private synchronized OpenedTelemetry open() {
        OpenedTelemetry known = opened;
        if (known == null) {
            known = OpenedTelemetry.of(variables);
            opened = known;
        }
        return known;
    }

    /** Exports what is left, within a bound; a failure is one line. */
    public synchronized void close(PrintWriter warnings) {
        OpenedTelemetry known = opened;
        if (known != null) {
            opened = null;
            known.close().ifPresent(warning -> {
                warnings.println("waggle: " + warning);
                warnings.flush();
            });
        }
    }
}
