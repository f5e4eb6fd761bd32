package dev.waggle.journal.recording;

import java.util.List;

import dev.waggle.signal.pattern.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Range of signals of a recording, with a filter by type.
 *
 * @param from position of the first, inclusive; a negative one counts from the end; {@code null} for the first of all
 * @param to position behind the last, exclusive; a negative one counts from the end; {@code null} for all that follow
 * @param patterns any of them must match; none means all types
 */
public record SignalRange(@Nullable Long from, @Nullable Long to, List<Pattern> patterns) {

    public static final SignalRange ALL = new SignalRange(null, null, List.of());

    public SignalRange {
        patterns = List.copyOf(patterns);
    }

    public static SignalRange of(@Nullable Long from, @Nullable Long to) {
        return new SignalRange(from, to, List.of());
    }

    public SignalRange ofTypes(List<Pattern> newPatterns) {
        return new SignalRange(from, to, newPatterns);
    }

    /** The first position, for a recording of so many signals. */
    long first(long count) {
        return from == null ? 0 : position(from, count);
    }

    /** The position behind the last. */
    long end(long count) {
        return to == null ? count : position(to, count);
    }

    private static long position(long index, long count) {
        return index < 0 ? Math.max(0, count + index) : Math.min(index, count);
    }
}
