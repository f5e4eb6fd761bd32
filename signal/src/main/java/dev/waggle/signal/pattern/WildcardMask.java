package dev.waggle.signal.pattern;

import dev.waggle.signal.Profile;
import org.jspecify.annotations.Nullable;

/**
 * Mask of the segments with a word and those with a wildcard: {@code a:*:c} and {@code x:*:z} have one mask. One
 * look-up by the words at its positions finds all patterns of a mask that match a type.
 *
 * @param family the only family that it matches; null for all
 * @param isOpen whether a type may have more segments than the length
 * @param length the minimum number of segments of a type, or the exact one
 * @param head the positions with a word, as bits: bit 0 is the first segment
 * @param tail the positions with a word from the end, as bits: bit 0 is the last segment
 */
record WildcardMask(@Nullable Profile family, boolean isOpen, int length, long head, long tail) {

    /** Maximum distance of a position from an end; words further away are checked separately. */
    static final int MAX_POSITIONS = Long.SIZE;

    /** Maximum distance from an end of a position that stands for a whole pattern; bounds the number of masks. */
    private static final int MAX_COARSE_POSITION = 16;

    /** Returns the mask of a pattern. */
    static WildcardMask of(@Nullable Profile family, PatternSegments form) {
        long head = 0;
        for (int i = 0; i < Math.min(form.headLength(), MAX_POSITIONS); i++) {
            head |= form.word(i) == null ? 0 : 1L << i;
        }
        long tail = 0;
        for (int i = 0; i < Math.min(form.tailLength(), MAX_POSITIONS); i++) {
            tail |= form.word(form.length() - 1 - i) == null ? 0 : 1L << i;
        }
        return new WildcardMask(family, form.hasGap(), form.length(), head, tail);
    }

    /** Returns a mask with only one word near an end, the one with the fewest uses, or none: more types fit it. */
    WildcardMask coarser(PatternSegments form, SegmentInterner words) {
        WildcardMask best = isOpen ? new WildcardMask(family, true, 0, 0, 0)
                : new WildcardMask(family, false, length, 0, 0);
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < MAX_COARSE_POSITION; i++) {
            if ((head >>> i & 1) != 0 && words.useCount(form.wordAt(i)) < fewest) {
                best = new WildcardMask(family, isOpen, isOpen ? i + 1 : length, 1L << i, 0);
                fewest = words.useCount(form.wordAt(i));
            }
            if ((tail >>> i & 1) != 0 && words.useCount(form.wordAt(form.length() - 1 - i)) < fewest) {
                best = new WildcardMask(family, isOpen, i + 1, 0, 1L << i);
                fewest = words.useCount(form.wordAt(form.length() - 1 - i));
            }
        }
        return best;
    }

    /** True if the pattern has no conditions besides the words at the positions and its length. */
    boolean covers(PatternSegments form) {
        return form.isPrefixAndSuffix() && form.headLength() <= MAX_POSITIONS && form.tailLength() <= MAX_POSITIONS;
    }

    /** Returns the number of positions. */
    int positionCount() {
        return Long.bitCount(head) + Long.bitCount(tail);
    }

    /** Returns the segment index of the position with this number among so many segments; first those of the head. */
    int position(int number, int segments) {
        int inHead = Long.bitCount(head);
        return number < inHead ? nthBit(head, number) : segments - 1 - nthBit(tail, number - inHead);
    }

    private static int nthBit(long bits, int number) {
        long left = bits;
        for (int i = 0; i < number; i++) {
            left &= left - 1;
        }
        return Long.numberOfTrailingZeros(left);
    }
}
