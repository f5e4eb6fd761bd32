package dev.waggle.signal.pattern;

import dev.waggle.signal.pattern.Words.Word;
import org.jspecify.annotations.Nullable;

/** The segments of a type as words; null where no pattern of the index names such a segment. */
final class Row {

    private final @Nullable Word[] words;

    /** What each of the first words adds to a hash; 0 where there is none. */
    private final long[] codes;

    private final long unknownHead;
    private final long unknownTail;

    Row(@Nullable Word[] words) {
        this.words = words;
        this.codes = new long[Math.min(words.length, Mask.MAX_PLACES)];
        long inHead = 0;
        long inTail = 0;
        for (int i = 0; i < codes.length; i++) {
            Word word = words[i];
            codes[i] = word == null ? 0 : Long.rotateLeft(word.code, i);
            inHead |= word == null ? 1L << i : 0;
            inTail |= words[words.length - 1 - i] == null ? 1L << i : 0;
        }
        this.unknownHead = inHead;
        this.unknownTail = inTail;
    }

    int count() {
        return words.length;
    }

    @Nullable Word word(int place) {
        return words[place];
    }

    /** Whether there are enough segments, and words at all places. */
    boolean fits(Mask mask) {
        return (mask.head() & unknownHead) == 0 && (mask.tail() & unknownTail) == 0
                && (mask.isOpen() ? words.length >= mask.length() : words.length == mask.length());
    }

    /** A hash of the words at the places of a mask that fits. */
    long hash(Mask mask) {
        long hash = 0;
        int known = mask.isOpen() ? Math.min(mask.length(), codes.length) : codes.length;
        for (int i = 0; i < known; i++) {
            // All places, without a branch: which ones count differs from mask to mask.
            hash += codes[i] & -(mask.head() >>> i & 1);
        }
        for (long left = mask.tail(); left != 0; left &= left - 1) {
            int place = Long.numberOfTrailingZeros(left);
            Word word = words[words.length - 1 - place];
            hash -= word == null ? 0 : Long.rotateLeft(word.code, place);
        }
        return hash;
    }

    /** Whether it has these words at the places of the mask. */
    boolean has(Mask mask, Word[] named) {
        int at = 0;
        for (long left = mask.head(); left != 0; left &= left - 1) {
            if (words[Long.numberOfTrailingZeros(left)] != named[at++]) {
                return false;
            }
        }
        for (long left = mask.tail(); left != 0; left &= left - 1) {
            if (words[words.length - 1 - Long.numberOfTrailingZeros(left)] != named[at++]) {
                return false;
            }
        }
        return true;
    }
}
