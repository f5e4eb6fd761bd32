package dev.waggle.signal.pattern;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Interner of the segments in an index's patterns, so that words are compared by identity. */
final class SegmentInterner {

    private final Map<String, InternedSegment> segments = new HashMap<>();
    private long internedCount;

    /** Adds one use of a word. */
    InternedSegment intern(String text) {
        InternedSegment word = segments.computeIfAbsent(text,
                unknown -> new InternedSegment(unknown, spread(++internedCount)));
        word.useCount++;
        return word;
    }

    /** Removes one use of a word; the last removal drops the word. */
    void release(InternedSegment word) {
        word.useCount--;
        if (word.useCount == 0) {
            segments.remove(word.text);
        }
    }

    /** Returns the number of uses of a word. */
    int useCount(String text) {
        InternedSegment word = segments.get(text);
        return word == null ? 0 : word.useCount;
    }

    /** Returns the word of a segment; {@code null} when no pattern contains it. */
    @Nullable InternedSegment find(String text) {
        return segments.get(text);
    }

    int size() {
        return segments.size();
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood, 2014): similar numbers become dissimilar ones. */
    private static long spread(long number) {
        long code = number * 0x9e3779b97f4a7c15L;
        code = (code ^ (code >>> 30)) * 0xbf58476d1ce4e5b9L;
        code = (code ^ (code >>> 27)) * 0x94d049bb133111ebL;
        return code ^ (code >>> 31);
    }

    /** A segment with a number that is spread over all 64 bits. */
    static final class InternedSegment {

        private final String text;
        final long code;
        private int useCount;

        InternedSegment(String text, long code) {
            this.text = text;
            this.code = code;
        }
    }
}
