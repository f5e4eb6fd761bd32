package dev.waggle.connect.mcp.client;

/** Texts of others cut to a length. */
final class TextClip {

    private TextClip() {}

    /** At most that many UTF-16 units and, if there were more, three dots; no surrogate pair is cut in half. */
    static String of(String text, int most) {
        return text.length() <= most ? text : text.substring(0, end(text, most)) + "...";
    }

    /** Returns the index at which to cut a text that is longer than that. */
    static int end(String text, int most) {
        return most > 0 && Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    }
}
