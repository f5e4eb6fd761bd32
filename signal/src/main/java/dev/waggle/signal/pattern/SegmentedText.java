package dev.waggle.signal.pattern;

/** A text split at a separator, without copying its segments; empty ones are kept. */
final class SegmentedText {

    private final String text;
    private final int[] ends;

    private SegmentedText(String text, int[] ends) {
        this.text = text;
        this.ends = ends;
    }

    static SegmentedText of(String text, char separator) {
        int count = 1;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
            count++;
        }
        int[] ends = new int[count];
        int at = -1;
        for (int i = 0; i < count - 1; i++) {
            at = text.indexOf(separator, at + 1);
            ends[i] = at;
        }
        ends[count - 1] = text.length();
        return new SegmentedText(text, ends);
    }

    /** Removes surrounding white space and line ends of ECMAScript. */
    static String trim(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (from < to && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    int count() {
        return ends.length;
    }

    String get(int index) {
        return text.substring(from(index), ends[index]);
    }

    boolean equalsAt(int index, String word) {
        return ends[index] - from(index) == word.length() && text.startsWith(word, from(index));
    }

    String text() {
        return text;
    }

    private int from(int index) {
        return index == 0 ? 0 : ends[index - 1] + 1;
    }

    /** True for white space and line ends of ECMAScript 2025, sections 12.2 and 12.3, which differ from Java's. */
    private static boolean isBlank(char unit) {
        return switch (unit) {
            case '\t', '\n', '\u000b', '\f', '\r', ' ', '\u00a0', '\u1680', '\u2028', '\u2029', '\u202f', '\u205f',
                    '\u3000', '\ufeff' ->
                true;
            default -> unit >= '\u2000' && unit <= '\u200a';
        };
    }
}
