package dev.waggle.cli.telemetry;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

import dev.waggle.connect.otel.OtelMetrics;
import dev.waggle.connect.otel.OtelSettings;
import dev.waggle.connect.otel.OtelTracer;
import dev.waggle.journal.inbox.InboxService;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.metric.BreakerReadings;
import dev.waggle.swarm.metric.MetricLabel;
import dev.waggle.swarm.metric.MetricReading;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.metric.SwarmMetric;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import org.jspecify.annotations.Nullable;

/**
 * The SDK of OpenTelemetry, configured by the environment. Messages of the SDK are silent, so that an exporter that is
 * away does not fill the terminal.
 */
final class OpenedTelemetry {

    /** Time in seconds that the last export may take at the end of a command. */
    private static final int FLUSH_SECONDS = 2;

    private static final String REMEDY = " - Check the variables OTEL_*, or set OTEL_SDK_DISABLED=true.";

    /** Held, because a logger that nothing holds loses its level. */
    private static final Logger MESSAGES = Logger.getLogger("io.opentelemetry");

    /** Used where a variable says nothing else. */
    private static final Map<String, String> DEFAULTS = Map.of("otel.service.name", "waggle",
            "otel.exporter.otlp.protocol", "http/protobuf", "otel.logs.exporter", "none");

    private final @Nullable OpenTelemetrySdk sdk;
    private final SpanTracer tracer;
    private final MetricSink metrics;
    private final @Nullable String failure;
    /** Those of the solves under way; solves may share one, which is here once for each. */
    private final List<CircuitBreakerRegistry> breakers = new CopyOnWriteArrayList<>();

    OpenedTelemetry(@Nullable OpenTelemetrySdk sdk, SpanTracer tracer, MetricSink metrics,
            @Nullable String failure) {
        this.sdk = sdk;
        this.tracer = tracer;
        this.metrics = metrics;
        this.failure = failure;
        MetricSink.GaugeRegistration _ = metrics.observe(SwarmMetric.BREAKER_STATE, () -> BreakerReadings.of(breakers));
    }

    /** Opens the SDK; one that cannot be configured is reported at the end, and observes nothing. */
    static OpenedTelemetry of(Map<String, String> variables) {
        MESSAGES.setLevel(Level.OFF);
        try {
            OpenTelemetrySdk sdk = AutoConfiguredOpenTelemetrySdk.builder().addPropertiesSupplier(() -> DEFAULTS)
                    .disableShutdownHook().build().getOpenTelemetrySdk();
            return new OpenedTelemetry(sdk, OtelTracer.of(sdk, OtelSettings.of(variables)), OtelMetrics.of(sdk), null);
        } catch (RuntimeException refused) {
            return new OpenedTelemetry(null, SpanTracer.NONE, MetricSink.NONE,
                    "OpenTelemetry could not start: " + refused.getMessage() + REMEDY);
        }
    }

    SpanTracer tracer() {
        return tracer;
    }

    SwarmConfig observe(SwarmConfig config) {
        return config.withTracer(tracer).withMetrics(metrics);
    }

    /** Reads the circuit breakers of a solve until the result is closed. */
    MetricSink.GaugeRegistration observe(CircuitBreakerRegistry registry) {
        breakers.add(registry);
        return () -> breakers.remove(registry);
    }

    /** Reads the depth of inboxes until the result is closed. */
    MetricSink.GaugeRegistration observe(InboxService inboxes) {
        return metrics.observe(SwarmMetric.INBOX_DEPTH, () -> inboxes.agents().stream()
                .flatMap(agent -> inboxes.status(agent).stream())
                .map(status -> new MetricReading(status.waiting(), Map.of(MetricLabel.AGENT, status.agentId())))
                .toList());
    }

    /** Exports what is left; returns the warning when that failed or took too long. */
    Optional<String> close() {
        if (sdk == null) {
            return Optional.ofNullable(failure);
        }
        OpenTelemetrySdk open = sdk;
        CompletableResultCode exported = new CompletableResultCode();
        // On a thread of its own, because its metrics wait longer than that for an exporter.
        Thread _ = Thread.ofPlatform().daemon().name("waggle telemetry end").start(() -> {
            CompletableResultCode end = open.shutdown();
            end.whenComplete(() -> {
                CompletableResultCode _ = end.isSuccess() ? exported.succeed() : exported.fail();
            });
        });
        boolean isExported = exported.join(FLUSH_SECONDS, TimeUnit.SECONDS).isSuccess();
        return isExported ? Optional.empty()
                : Optional.of("traces or metrics could not be exported within " + FLUSH_SECONDS + " seconds" + REMEDY);
    }
}
