package dev.waggle.signal.pattern;

import java.util.Arrays;

import dev.waggle.signal.pattern.SegmentInterner.InternedSegment;
import org.jspecify.annotations.Nullable;

/** The segments of a type as words; null where no pattern of the index contains such a segment. */
final class TypeSegments {

    /** Positions whose sums are precomputed. */
    private static final int GROUP = 4;
    private static final int SUMS = 1 << GROUP;

    private static final int USUAL_SEGMENTS = 8;

    private final @Nullable InternedSegment[] segments;
    private final int count;

    /** For every four positions, the addend of each subset of them to a hash. */
    private final long[] sums;

    private final long unknownHead;
    private final long unknownTail;

    TypeSegments(@Nullable InternedSegment[] words, int count) {
        this.segments = words;
        this.count = count;
        int seen = Math.min(count, WildcardMask.MAX_POSITIONS);
        this.sums = new long[(seen + GROUP - 1) / GROUP * SUMS];
        long inHead = 0;
        long inTail = 0;
        for (int i = 0; i < seen; i++) {
            InternedSegment word = words[i];
            addToSums(i, word == null ? 0 : Long.rotateLeft(word.code, i));
            inHead |= word == null ? 1L << i : 0;
            inTail |= words[count - 1 - i] == null ? 1L << i : 0;
        }
        this.unknownHead = inHead;
        this.unknownTail = inTail;
    }

    /** Splits a text at a separator. */
    static TypeSegments of(SegmentInterner words, String text, char separator) {
        @Nullable InternedSegment[] found = new @Nullable InternedSegment[USUAL_SEGMENTS];
        int count = 0;
        int from = 0;
        for (int to = text.indexOf(separator); to >= 0; to = text.indexOf(separator, from)) {
            if (count + 1 == found.length) {
                found = Arrays.copyOf(found, 2 * found.length);
            }
            found[count++] = words.find(text.substring(from, to));
            from = to + 1;
        }
        found[count++] = words.find(text.substring(from));
        return new TypeSegments(found, count);
    }

    int count() {
        return count;
    }

    /** True if there are enough segments, and words at all positions of a mask. */
    boolean fits(long head, long tail, int length) {
        return (head & unknownHead) == 0 && (tail & unknownTail) == 0 && count >= length;
    }

    /** Returns a hash of the words at the positions of a mask that fits. */
    long hash(long head, long tail) {
        long hash = 0;
        long places = head;
        for (int i = 0; i < sums.length; i += SUMS) {
            hash += sums[i + (int) (places & (SUMS - 1))];
            places >>>= GROUP;
        }
        for (long left = tail; left != 0; left &= left - 1) {
            int place = Long.numberOfTrailingZeros(left);
            InternedSegment word = segments[count - 1 - place];
            hash -= word == null ? 0 : Long.rotateLeft(word.code, place);
        }
        return hash;
    }

    /** True if it has these words at the positions of a mask. */
    boolean matches(long head, long tail, InternedSegment[] named) {
        int at = 0;
        for (long left = head; left != 0; left &= left - 1) {
            if (segments[Long.numberOfTrailingZeros(left)] != named[at++]) {
                return false;
            }
        }
        for (long left = tail; left != 0; left &= left - 1) {
            if (segments[count - 1 - Long.numberOfTrailingZeros(left)] != named[at++]) {
                return false;
            }
        }
        return true;
    }

    /** Adds the sums of the subsets with this position: the sum without it, plus its code. */
    private void addToSums(int place, long code) {
        int group = place / GROUP * SUMS;
        int subset = 1 << place % GROUP;
        for (int i = 0; i < subset; i++) {
            sums[group + subset + i] = sums[group + i] + code;
        }
    }
}
