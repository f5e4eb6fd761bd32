package dev.waggle.swarm.metric;

import java.util.List;
import java.util.function.Supplier;

/**
 * Metric system, the port of metrics. An implementation returns at once; its exceptions are discarded by callers.
 * Thread-safe.
 */
public interface MetricSink {

    /** Sink that records nothing. */
    MetricSink NONE = new MetricSink() {
        @Override
        public void record(SwarmMetric metric, MetricReading reading) {}

        @Override
        public GaugeRegistration observe(SwarmMetric metric, Supplier<List<MetricReading>> readings) {
            return () -> {
            };
        }
    };

    /** Adds to a counter, or records a value of a histogram. */
    void record(SwarmMetric metric, MetricReading reading);

    /**
     * Registers a gauge.
     *
     * @param readings the state of now, one value for each set of labels; quick, and called on any thread
     */
    GaugeRegistration observe(SwarmMetric metric, Supplier<List<MetricReading>> readings);

    /** Gauge that is read until the registration is closed. */
    @FunctionalInterface
    interface GaugeRegistration extends AutoCloseable {
        @Override
        void close();
    }
}
