package dev.waggle.swarm.reaction.reply;

/** Excerpt of a text that is too long to be shown. */
public final class TextExcerpt {

    /** Marks the cut in a text. */
    private static final String CUT = " [cut]";

    private TextExcerpt() {}

    /** The text, or its beginning with a mark; a character is never split. */
    public static String of(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
        return text.substring(0, end) + CUT;
    }
}
