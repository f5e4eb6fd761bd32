package dev.waggle.signal.pattern;

import java.util.BitSet;

/**
 * Glob matcher for stars among characters, as used in harness patterns. It follows all ways to read the text in
 * parallel. The cost is at most one step for each pair of characters of text and pattern, however many stars there
 * are. Earlier matchers of such patterns backtrack and take seconds.
 */
final class GlobMatcher {

    private static final byte NO_STAR = 0;
    private static final byte STAR = 1;
    private static final byte STARS = 2;

    /** The characters that are not stars, in order. */
    private final String letters;

    /** The kind of star before each letter and, at the end, after the last. */
    private final byte[] starBefore;

    private GlobMatcher(String letters, byte[] starBefore) {
        this.letters = letters;
        this.starBefore = starBefore;
    }

    static GlobMatcher of(String text) {
        StringBuilder letters = new StringBuilder();
        byte[] starBefore = new byte[text.length() + 1];
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '*') {
                starBefore[letters.length()] = starBefore[letters.length()] == NO_STAR ? STAR : STARS;
            } else {
                letters.append(text.charAt(i));
            }
        }
        return new GlobMatcher(letters.toString(), starBefore);
    }

    boolean matches(String text) {
        BitSet read = new BitSet(letters.length() + 1);
        BitSet next = new BitSet(letters.length() + 1);
        read.set(0);
        for (int i = 0; i < text.length() && !read.isEmpty(); i++) {
            next.clear();
            step(read, text.charAt(i), next);
            BitSet before = read;
            read = next;
            next = before;
        }
        return read.get(letters.length());
    }

    /** Advances by one character from each number of letters read so far. */
    private void step(BitSet read, char unit, BitSet next) {
        for (int letter = read.nextSetBit(0); letter >= 0; letter = read.nextSetBit(letter + 1)) {
            if (letter < letters.length() && letters.charAt(letter) == unit) {
                next.set(letter + 1);
            }
            if (covers(starBefore[letter], unit)) {
                next.set(letter);
            }
        }
    }

    private static boolean covers(byte star, char unit) {
        return switch (star) {
            case STAR -> unit != ':';
            case STARS -> unit != '\n' && unit != '\r' && unit != '\u2028' && unit != '\u2029';
            default -> false;
        };
    }
}
