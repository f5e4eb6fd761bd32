package dev.waggle.signal.embedding;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Features of a text, each with its count: words, and the character n-grams of each word with marks at both ends. The
 * text is read as NFKC in lower case.
 *
 * <pre>
 *   The lens -> the, {@code <th the he> <the the> <the>}, lens,
 *                {@code <le len ens ns> <len lens ens> <lens lens> <lens>}
 *   東京都       -> 東京, 京都
 * </pre>
 *
 * A word is a run of letters, digits and their marks. Scripts that are written without spaces give pairs of characters
 * instead, and a single character where it has no neighbour. One text, one thread.
 */
final class TextFeatures {

    /** Lengths of n-grams (Bojanowski et al., 2017, section 4.1). */
    static final int SHORTEST = 3;
    static final int LONGEST = 6;

    /** Most UTF-16 units of a text that count, about 10,000 words: later ones hardly turn a vector of sums. */
    static final int MAX_TEXT = 65_536;

    private static final char BEGIN = '<';
    private static final char END = '>';

    private final Map<Long, Integer> counts = new LinkedHashMap<>();

    private TextFeatures() {}

    /** Counts by the hash of a feature, in the order of the first occurrence; empty for a text without words. */
    static Map<Long, Integer> of(String text) {
        TextFeatures features = new TextFeatures();
        features.read(Normalizer.normalize(excerpt(text), Normalizer.Form.NFKC).toLowerCase(Locale.ROOT));
        return features.counts;
    }

    /** Hash of code points: FNV-1a of 64 bits (Fowler, Noll and Vo, 1991), then the finalizer of MurmurHash3. */
    static long hash(int[] points, int from, int to) {
        long hash = 0xCBF2_9CE4_8422_2325L;
        for (int i = from; i < to; i++) {
            hash = (hash ^ points[i]) * 0x100_0000_01B3L;
        }
        hash = (hash ^ (hash >>> 33)) * 0xFF51_AFD7_ED55_8CCDL;
        hash = (hash ^ (hash >>> 33)) * 0xC4CE_B9FE_1A85_EC53L;
        return hash ^ (hash >>> 33);
    }

    private static String excerpt(String text) {
        if (text.length() <= MAX_TEXT) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT;
        return text.substring(0, end);
    }

    private void read(String text) {
        int[] points = text.codePoints().toArray();
        int from = 0;
        while (from < points.length) {
            CharacterKind kind = CharacterKind.of(points[from]);
            int to = from + 1;
            while (to < points.length && kind.goesOnWith(points[to])) {
                to++;
            }
            switch (kind) {
                case WORD -> addWord(points, from, to);
                case UNSPACED -> addPairs(points, from, to);
                case OTHER -> {
                    // White space, punctuation and symbols are in no feature.
                }
            }
            from = to;
        }
    }

    private void addWord(int[] points, int from, int to) {
        add(hash(points, from, to));
        int[] marked = new int[to - from + 2];
        marked[0] = BEGIN;
        System.arraycopy(points, from, marked, 1, to - from);
        marked[marked.length - 1] = END;
        for (int length = SHORTEST; length <= Math.min(LONGEST, marked.length); length++) {
            for (int at = 0; at + length <= marked.length; at++) {
                add(hash(marked, at, at + length));
            }
        }
    }

    private void addPairs(int[] points, int from, int to) {
        if (to - from == 1) {
            add(hash(points, from, to));
        }
        for (int at = from; at + 2 <= to; at++) {
            add(hash(points, at, at + 2));
        }
    }

    private void add(long feature) {
        counts.merge(feature, 1, Integer::sum);
    }

    /** Kind of a character in a run. */
    private enum CharacterKind {
        WORD, UNSPACED, OTHER;

        static CharacterKind of(int point) {
            if (!Character.isLetterOrDigit(point)) {
                return OTHER;
            }
            return switch (UnicodeScript.of(point)) {
                case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR, TIBETAN -> Character.isDigit(point)
                        ? WORD
                        : UNSPACED;
                default -> WORD;
            };
        }

        boolean goesOnWith(int point) {
            return of(point) == this || (this != OTHER && isMark(point));
        }

        private static boolean isMark(int point) {
            int type = Character.getType(point);
            return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK
                    || type == Character.ENCLOSING_MARK;
        }
    }
}
