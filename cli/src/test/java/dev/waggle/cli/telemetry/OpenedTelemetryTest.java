package dev.waggle.cli.telemetry;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import dev.waggle.connect.otel.OtelLogs;
import dev.waggle.connect.otel.OtelSettings;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.call.CircuitBreaker;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.metric.MetricLabel;
import dev.waggle.swarm.metric.MetricReading;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.metric.SwarmMetric;
import io.opentelemetry.api.OpenTelemetry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class OpenedTelemetryTest {

    private final Gauges gauges = new Gauges();
    private final OpenedTelemetry telemetry = new OpenedTelemetry(null, SpanTracer.NONE, gauges,
            OtelLogs.of(OpenTelemetry.noop(), OtelSettings.defaults()), null);

    @TempDir
    private Path data;

    @Test
    void theWorstCircuitOfAnEndpointIsReadUntilTheExportAfterItsSolve() {
        CircuitBreakerRegistry broken = breakers();
        CircuitBreakerRegistry sound = breakers();
        CircuitBreaker.Permit permit = (CircuitBreaker.Permit) broken.of("openai").acquire();
        permit.failed(HarnessFailure.of(HarnessFailure.Kind.UNREACHABLE, "away"));
        CircuitBreaker _ = sound.of("openai");
        CircuitBreaker _ = sound.of("ollama");
        MetricSink.GaugeRegistration one = telemetry.observe(broken);
        MetricSink.GaugeRegistration other = telemetry.observe(sound);

        assertThat(gauges.read(SwarmMetric.BREAKER_STATE)).containsExactlyInAnyOrder(
                new MetricReading(0, Map.of(MetricLabel.ENDPOINT, "ollama")),
                new MetricReading(2, Map.of(MetricLabel.ENDPOINT, "openai")));

        one.close();
        assertThat(gauges.read(SwarmMetric.BREAKER_STATE)).extracting(MetricReading::value).contains(2.0);
        assertThat(gauges.read(SwarmMetric.BREAKER_STATE)).extracting(MetricReading::value).containsExactly(0.0, 0.0);
        other.close();
        assertThat(gauges.read(SwarmMetric.BREAKER_STATE)).hasSize(2);
        assertThat(gauges.read(SwarmMetric.BREAKER_STATE)).isEmpty();
    }

    @Test
    void signalsThatWaitAreTheDepthOfTheirInbox() {
        try (SignalService signals = SignalService.open(data, SignalServiceConfig.defaults(), World.system())) {
            signals.inboxes().subscribe(SubscriptionRequest.of("ada", "deploy:*"));
            var _ = signals.generate("deploy:done");
            var _ = signals.generate("deploy:failed");
            MetricSink.GaugeRegistration gauge = telemetry.observe(signals.inboxes());

            assertThat(gauges.read(SwarmMetric.INBOX_DEPTH))
                    .containsExactly(new MetricReading(2, Map.of(MetricLabel.AGENT, "ada")));

            gauge.close();
            assertThat(gauges.read(SwarmMetric.INBOX_DEPTH)).hasSize(1);
            assertThat(gauges.read(SwarmMetric.INBOX_DEPTH)).isEmpty();
        }
    }

    private static CircuitBreakerRegistry breakers() {
        return new CircuitBreakerRegistry(new BreakerPolicy(1, Duration.ofMinutes(1)), World.system());
    }

    /** Sink that holds the gauges. */
    private static final class Gauges implements MetricSink {

        private final Map<SwarmMetric, Supplier<List<MetricReading>>> observed = new EnumMap<>(SwarmMetric.class);

        @Override
        public void record(SwarmMetric metric, MetricReading reading) {}

        @Override
        public GaugeRegistration observe(SwarmMetric metric, Supplier<List<MetricReading>> readings) {
            observed.put(metric, readings);
            return () -> observed.remove(metric);
        }

        List<MetricReading> read(SwarmMetric metric) {
            return Objects.requireNonNull(observed.get(metric)).get();
        }
    }
}
