package dev.waggle.connect.mcp.client;

/** Texts of others cut to a length. */
final class TextClip {

    private TextClip() {}

    /** At most that many UTF-16 units and, if there were more, three dots; no surrogate pair is cut in half. */
    static String of(String text, int max) {
        return text.length() <= max ? text : text.substring(0, end(text, max)) + "...";
    }

    /** Index at which to cut a longer text. */
    static int end(String text, int max) {
        return max > 0 && Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
    }
}
