package dev.waggle.signal.connectivity;

import java.time.Duration;

/** Window in which a repeat is suppressed. */
public sealed interface SuppressionConfig {

    /** Within the same step of the thread; advancing the step ends it. */
    record ByStep() implements SuppressionConfig {}

    /**
     * For a fixed window from the stored signal; repeats do not extend it.
     *
     * @param window in milliseconds, at least 0; both ends count
     */
    record ByTime(Duration window) implements SuppressionConfig {
        public ByTime {
            if (window == null || window.isNegative()) {
                throw new IllegalArgumentException("suppression window must be at least 0, got " + window);
            }
        }
    }

    /** The default window of the specification: 5 seconds. */
    Duration DEFAULT_WINDOW = Duration.ofSeconds(5);

    static SuppressionConfig byStep() {
        return new ByStep();
    }

    static SuppressionConfig byTime() {
        return new ByTime(DEFAULT_WINDOW);
    }

    /** Period in which a signal to all suppresses its repeats. */
    public enum BroadcastPolicy {
        /** The same period as for any other signal. */
        STANDARD,
        /** As long as the signal is open, independent of steps and time: every component has received it. */
        STRICT
    }
}
