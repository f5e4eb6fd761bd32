package dev.waggle.cli.telemetry;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

import dev.waggle.connect.otel.OtelLogs;
import dev.waggle.connect.otel.OtelMetrics;
import dev.waggle.connect.otel.OtelSettings;
import dev.waggle.connect.otel.OtelTracer;
import dev.waggle.journal.inbox.InboxService;
import dev.waggle.setup.folder.InboxReadings;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.metric.BreakerReadings;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.metric.SwarmMetric;
import io.opentelemetry.api.OpenTelemetry;
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

    private final @Nullable OpenTelemetrySdk sdk;
    private final SpanTracer tracer;
    private final MetricSink metrics;
    private final OtelLogs logs;
    private final @Nullable String failure;
    /** Solves may share circuit breakers, which are then here once for each. */
    private final SourceGauge breakers = new SourceGauge();
    private final SourceGauge inboxes = new SourceGauge();

    OpenedTelemetry(@Nullable OpenTelemetrySdk sdk, SpanTracer tracer, MetricSink metrics, OtelLogs logs,
            @Nullable String failure) {
        this.sdk = sdk;
        this.tracer = tracer;
        this.metrics = metrics;
        this.logs = logs;
        this.failure = failure;
        MetricSink.GaugeRegistration _ = metrics.observe(SwarmMetric.BREAKER_STATE, breakers::read);
        MetricSink.GaugeRegistration _ = metrics.observe(SwarmMetric.INBOX_DEPTH, inboxes::read);
    }

    /** Opens the SDK; one that cannot be configured is reported at the end, and observes nothing. */
    static OpenedTelemetry of(TelemetryVariables variables) {
        MESSAGES.setLevel(Level.OFF);
        OtelSettings settings = OtelSettings.of(variables.values());
        try {
            OpenTelemetrySdk sdk = AutoConfiguredOpenTelemetrySdk.builder().addPropertiesSupplier(variables::defaults)
                    .disableShutdownHook().build().getOpenTelemetrySdk();
            return new OpenedTelemetry(sdk, OtelTracer.of(sdk, settings), OtelMetrics.of(sdk, settings),
                    OtelLogs.of(sdk, settings), null);
        } catch (RuntimeException refused) {
            return silent("OpenTelemetry could not start: "
                    + TelemetryVariables.masked(String.valueOf(refused.getMessage())) + REMEDY);
        }
    }

    /** Observes nothing. */
    static OpenedTelemetry silent() {
        return silent(null);
    }

    private static OpenedTelemetry silent(@Nullable String failure) {
        return new OpenedTelemetry(null, SpanTracer.NONE, MetricSink.NONE,
                OtelLogs.of(OpenTelemetry.noop(), OtelSettings.defaults()), failure);
    }

    SpanTracer tracer() {
        return tracer;
    }

    SwarmConfig observe(SwarmConfig config) {
        return config.withTracer(tracer).withMetrics(metrics);
    }

    /** Reads the circuit breakers of a solve until the result is closed. */
    MetricSink.GaugeRegistration observe(CircuitBreakerRegistry registry) {
        return breakers.add(() -> BreakerReadings.of(List.of(registry)));
    }

    /** Reads the depth of inboxes until the result is closed. */
    MetricSink.GaugeRegistration observe(InboxService service) {
        return inboxes.add(() -> InboxReadings.of(service));
    }

    /** Records a line of a logger; a failure of the SDK is discarded, because its log is this one. */
    void record(System.Logger.Level level, String logger, String text, @Nullable Throwable cause) {
        try {
            logs.record(level, logger, text, cause);
        } catch (RuntimeException broken) {
            MESSAGES.log(Level.FINE, "a line could not be recorded", broken);
        }
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
                : Optional.of("traces, metrics or logs could not be exported within " + FLUSH_SECONDS + " seconds"
                        + REMEDY);
    }
}
