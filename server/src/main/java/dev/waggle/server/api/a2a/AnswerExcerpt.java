package dev.waggle.server.api.a2a;

/** Excerpt of a text that may be too long for an answer. */
final class AnswerExcerpt {

    /** Maximum length of a refusal, in characters: a value of a client in it is no reason to send it back whole. */
    static final int MAX_REFUSAL = 2_000;

    private AnswerExcerpt() {}

    /** The text, or its beginning with three dots; no character is cut in two. */
    static String of(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
        return text.substring(0, end) + "...";
    }
}
