package dev.waggle.signal.pattern;

import dev.waggle.signal.Profile;
import org.jspecify.annotations.Nullable;

/**
 * Which segments of a type a pattern names, and which may be anything: {@code a:*:c} and {@code x:*:z} have one mask.
 * All patterns of a mask that match a type are found with one look-up by the words at its places.
 *
 * @param family the only family that it speaks of; null for all
 * @param isOpen whether a type may have more segments than the length says
 * @param length how many segments a type has at least, or exactly
 * @param head the places named, as bits: bit 0 is the first segment
 * @param tail the places named from the end, as bits: bit 0 is the last segment
 */
record WildcardMask(@Nullable Profile family, boolean isOpen, int length, long head, long tail) {

    /** Places further from an end are in no mask; what stands there is checked. */
    static final int MAX_POSITIONS = Long.SIZE;

    /** How far from an end a place may be that stands for a whole pattern: it bounds how many such masks there are. */
    private static final int MAX_COARSE_POSITION = 16;

    /** The mask of a pattern. */
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

    /** A mask that knows only one word near an end, the one with the fewest uses, or none: more types fit it. */
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

    /** Whether the words at the places are all that a pattern asks for, besides its length. */
    boolean covers(PatternSegments form) {
        return form.isPrefixAndSuffix() && form.headLength() <= MAX_POSITIONS && form.tailLength() <= MAX_POSITIONS;
    }

    /** How many places there are. */
    int positionCount() {
        return Long.bitCount(head) + Long.bitCount(tail);
    }

    /** Where the place with this number is in a row of so many segments; first those of the head. */
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
