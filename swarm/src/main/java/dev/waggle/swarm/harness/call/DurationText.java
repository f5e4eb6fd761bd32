package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Formats durations for people. */
final class DurationText {

    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final long NANOS_OF_SECOND = 1_000_000_000;

    private DurationText() {}

    /** Whole seconds, rounded up so that no caller returns too early; milliseconds below one second. */
    static String format(Duration span) {
        long nanos = TimeUnit.NANOSECONDS.convert(span);
        return nanos < NANOS_OF_SECOND
                ? Math.ceilDiv(nanos, NANOS_OF_MILLI) + " ms"
                : Math.ceilDiv(nanos, NANOS_OF_SECOND) + " s";
    }
}
