package dev.waggle.connect.lucene.vector;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import dev.waggle.swarm.memory.MemoryFilter;
import org.jspecify.annotations.Nullable;

/**
 * Times that a filter chooses, in milliseconds since 1970, both ends included. It is empty when the last one is less.
 *
 * @param first the first time
 * @param last the last time
 */
record TimeRange(long first, long last) {

    static final TimeRange ALL = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

    static TimeRange of(MemoryFilter filter) {
        if (filter.since() == null && filter.before() == null) {
            return ALL;
        }
        long before = fromThenOn(filter.before(), Long.MAX_VALUE);
        return new TimeRange(fromThenOn(filter.since(), Long.MIN_VALUE),
                filter.before() == null || before == Long.MIN_VALUE ? before : before - 1);
    }

    /** The first whole millisecond that is not before a moment. */
    private static long fromThenOn(@Nullable Instant moment, long without) {
        if (moment == null) {
            return without;
        }
        try {
            long floor = moment.toEpochMilli();
            return moment.truncatedTo(ChronoUnit.MILLIS).equals(moment) ? floor : floor + 1;
        } catch (ArithmeticException beyond) {
            return moment.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
