package dev.waggle.signal.connectivity;

import java.time.Duration;

/** How long a repeat counts as a repeat. */
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

    /** The window of the specification when it names none: 5 seconds. */
    Duration DEFAULT_WINDOW = Duration.ofSeconds(5);

    static SuppressionConfig byStep() {
        return new ByStep();
    }

    static SuppressionConfig byTime() {
        return new ByTime(DEFAULT_WINDOW);
    }
}
