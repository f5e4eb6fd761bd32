package dev.waggle.lab.solve;

import java.util.concurrent.TimeUnit;

import dev.waggle.connect.otel.OtelMetrics;
import dev.waggle.connect.otel.OtelTracer;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Benchmark of the cost of traces and metrics in a solve of 50 agents that take no time. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class TracingBench {

    private static final int AGENTS = 50;

    @Benchmark
    public SwarmResult off(Plain panel) {
        return VotingPanel.solve(panel.swarm);
    }

    /** The spans of each solve are exported to memory and forgotten after it. */
    @Benchmark
    public SwarmResult traced(Traced panel) {
        SwarmResult result = VotingPanel.solve(panel.swarm);
        panel.exported.reset();
        return result;
    }

    @Benchmark
    public SwarmResult metered(Metered panel) {
        return VotingPanel.solve(panel.swarm);
    }

    /** A swarm without traces and metrics. */
    @State(Scope.Benchmark)
    public static class Plain {

        private final Swarm swarm = new Swarm(VotingPanel.of(AGENTS));

        @TearDown(Level.Trial)
        public void close() {
            swarm.close();
        }
    }

    /** A swarm whose spans go to an exporter in memory. */
    @State(Scope.Benchmark)
    public static class Traced {

        private final InMemorySpanExporter exported = InMemorySpanExporter.create();
        private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder().setTracerProvider(SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(exported)).build()).build();
        private final Swarm swarm = new Swarm(VotingPanel.of(AGENTS).withTracer(OtelTracer.of(sdk)));

        /** Throws when nothing is traced, because the figures would be those of {@link Plain}. */
        @Setup(Level.Trial)
        public void check() {
            SwarmResult result = VotingPanel.solve(swarm);
            if (exported.getFinishedSpanItems().size() < AGENTS) {
                throw new IllegalStateException("no spans of the turns of " + result.solveId());
            }
            exported.reset();
        }

        @TearDown(Level.Trial)
        public void close() {
            swarm.close();
            sdk.close();
        }
    }

    /** A swarm whose figures go to a reader in memory. */
    @State(Scope.Benchmark)
    public static class Metered {

        private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder().setMeterProvider(SdkMeterProvider.builder()
                .registerMetricReader(InMemoryMetricReader.create()).build()).build();
        private final Swarm swarm = new Swarm(VotingPanel.of(AGENTS).withMetrics(OtelMetrics.of(sdk)));

        @TearDown(Level.Trial)
        public void close() {
            swarm.close();
            sdk.close();
        }
    }
}
