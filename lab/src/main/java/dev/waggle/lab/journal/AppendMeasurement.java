package dev.waggle.lab.journal;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Count of acknowledged events and the latency of each.
 *
 * @param label the measured case
 * @param nanos the total time
 * @param waits of each acknowledgement in nanoseconds, the shortest first
 * @param eventsPerWait events that one acknowledgement stands for
 */
record AppendMeasurement(String label, long nanos, List<Long> waits, int eventsPerWait) {

    /** Latencies of one writer. */
    static final class Waits {

        private static final int MAX_WAITS = 1 << 22;

        private long[] nanos = new long[256];
        private int size;

        void add(long wait) {
            if (size == MAX_WAITS) {
                throw new IllegalStateException("a writer may be measured " + MAX_WAITS
                        + " times\nMaybe measure for fewer seconds.");
            }
            if (size == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * size);
            }
            nanos[size] = wait;
            size++;
        }
    }

    static AppendMeasurement of(String what, long nanos, List<Waits> writers, int eventsPerWait) {
        List<Long> waits = writers.stream()
                .flatMapToLong(writer -> Arrays.stream(writer.nanos, 0, writer.size))
                .sorted().boxed().toList();
        return new AppendMeasurement(what, nanos, waits, eventsPerWait);
    }

    long events() {
        return (long) waits.size() * eventsPerWait;
    }

    double perSecond() {
        return events() * 1e9 / nanos;
    }

    /** A line of the table. */
    String row(double barePerSecond) {
        return String.format(Locale.ROOT, "%-38s %,12.0f %9.2f %10.3f %10.3f", label, perSecond(),
                perSecond() / barePerSecond, millis(0.5), millis(0.99));
    }

    static String head() {
        return String.format(Locale.ROOT, "%-38s %12s %9s %10s %10s", "", "events/s", "x bare", "p50 ms", "p99 ms");
    }

    /** The wait that this share of all waits did not pass; 0 when there was none. */
    private double millis(double share) {
        if (waits.isEmpty()) {
            return 0;
        }
        int at = Math.min(waits.size() - 1, (int) (share * waits.size()));
        return waits.get(at) / 1e6;
    }
}
