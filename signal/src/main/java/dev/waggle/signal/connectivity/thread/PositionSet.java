package dev.waggle.signal.connectivity.thread;

import java.util.Arrays;

/**
 * A growing set of positions that finds the nearest member in either direction without visiting absent ones.
 *
 * <p>It stores bits in words of 64. Each level above has one bit per non-empty word below. This is the layout of a
 * van Emde Boas tree cut to 64 ways (Knuth, "The Art of Computer Programming" 4A, 2011, section 7.1.3). Adding,
 * removing and finding cost one word per level, which is 4 at a million positions; the space is 65 bits for 64
 * positions.
 */
final class PositionSet {

    private static final int WORD_BITS = 6;
    private static final int LAST_BIT = 63;

    /** The bits themselves first, then the summaries; the last has one word. */
    private long[][] levels = {{0}};

    void add(int position) {
        if (position >>> WORD_BITS >= levels[0].length) {
            grow(position >>> WORD_BITS);
        }
        int at = position;
        for (long[] level : levels) {
            int word = at >>> WORD_BITS;
            long before = level[word];
            level[word] = before | 1L << at;
            if (before != 0) {
                return;
            }
            at = word;
        }
    }

    /** Removes a position, which need not be a member. */
    void remove(int position) {
        if (position >>> WORD_BITS >= levels[0].length) {
            return;
        }
        int at = position;
        for (long[] level : levels) {
            int word = at >>> WORD_BITS;
            level[word] &= ~(1L << at);
            if (level[word] != 0) {
                return;
            }
            at = word;
        }
    }

    /** Returns the least member from that position on, or -1. */
    int next(int from) {
        int at = from;
        for (int level = 0; level < levels.length; level++) {
            int word = at >>> WORD_BITS;
            if (word >= levels[level].length) {
                return -1;
            }
            long rest = levels[level][word] & (-1L << at);
            if (rest != 0) {
                return least(level, word << WORD_BITS | Long.numberOfTrailingZeros(rest));
            }
            at = word + 1;
        }
        return -1;
    }

    /** Returns the greatest member up to that position, or -1. */
    int previous(int from) {
        int at = Math.min(from, (levels[0].length << WORD_BITS) - 1);
        for (int level = 0; level < levels.length && at >= 0; level++) {
            int word = at >>> WORD_BITS;
            long rest = levels[level][word] & (-1L >>> (LAST_BIT - (at & LAST_BIT)));
            if (rest != 0) {
                return greatest(level, word << WORD_BITS | LAST_BIT - Long.numberOfLeadingZeros(rest));
            }
            at = word - 1;
        }
        return -1;
    }

    private int least(int level, int position) {
        int at = position;
        for (int below = level - 1; below >= 0; below--) {
            at = at << WORD_BITS | Long.numberOfTrailingZeros(levels[below][at]);
        }
        return at;
    }

    private int greatest(int level, int position) {
        int at = position;
        for (int below = level - 1; below >= 0; below--) {
            at = at << WORD_BITS | LAST_BIT - Long.numberOfLeadingZeros(levels[below][at]);
        }
        return at;
    }

    private void grow(int word) {
        long[] bits = Arrays.copyOf(levels[0], Math.max(word + 1, levels[0].length * 2));
        int depth = 1;
        for (int words = bits.length; words > 1; words = wordsFor(words)) {
            depth++;
        }
        long[][] grown = new long[depth][];
        grown[0] = bits;
        for (int level = 1; level < depth; level++) {
            grown[level] = summary(grown[level - 1]);
        }
        levels = grown;
    }

    private static long[] summary(long[] below) {
        long[] summary = new long[wordsFor(below.length)];
        for (int i = 0; i < below.length; i++) {
            if (below[i] != 0) {
                summary[i >>> WORD_BITS] |= 1L << i;
            }
        }
        return summary;
    }

    private static int wordsFor(int bits) {
        return (bits + LAST_BIT) >>> WORD_BITS;
    }
}
