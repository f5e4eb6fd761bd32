package dev.waggle.cli.text;

/** Columns of a terminal that a text takes, and texts cut to them between grapheme clusters. */
public final class DisplayWidth {

    private DisplayWidth() {}

    /** Columns of the text; a control character, which a safe text does not have, counts as one. */
    public static int of(String text) {
        return isPlain(text) ? text.length()
                : GraphemeCluster.of(text).stream().mapToInt(GraphemeCluster::width).sum();
    }

    /** The longest beginning of the text that takes at most that many columns. */
    public static String head(String text, int width) {
        if (isPlain(text)) {
            return text.substring(0, Math.clamp(width, 0, text.length()));
        }
        int used = 0;
        int end = 0;
        for (GraphemeCluster cluster : GraphemeCluster.of(text)) {
            used += cluster.width();
            if (used > width) {
                break;
            }
            end += cluster.text().length();
        }
        return text.substring(0, end);
    }

    /** The longest end of the text that takes at most that many columns. */
    public static String tail(String text, int width) {
        if (isPlain(text)) {
            return text.substring(text.length() - Math.clamp(width, 0, text.length()));
        }
        int used = 0;
        int start = text.length();
        for (GraphemeCluster cluster : GraphemeCluster.of(text).reversed()) {
            used += cluster.width();
            if (used > width) {
                break;
            }
            start -= cluster.text().length();
        }
        return text.substring(start);
    }

    /** The text with blanks behind it, so that it takes at least that many columns. */
    public static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - of(text)));
    }

    /** True if the text has only blanks and the visible characters of ASCII, each of which takes one column. */
    public static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }
}
