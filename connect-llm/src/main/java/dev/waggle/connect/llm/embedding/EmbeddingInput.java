package dev.waggle.connect.llm.embedding;

import java.nio.charset.StandardCharsets;

import dev.waggle.signal.harness.TokenEstimator;

/**
 * Text in the form in which it is sent: with its prefix, without control characters and half surrogate pairs, and cut
 * at a code point.
 *
 * @param prefix prefix of the model's family; may be empty
 * @param body the text itself, never blank
 */
public record EmbeddingInput(String prefix, String body) {

    /** Stands for a blank text, which providers refuse (openai/openai-python#576, aryn-ai/sycamore#943). */
    static final String BLANK = "(empty)";

    /** Part of a text that is left after a refusal for its length. */
    private static final double KEPT = 0.75;

    /** Shortest body that is worth another attempt, in UTF-16 units. */
    private static final int MIN_BODY = 16;

    /** Bytes of UTF-8 that count as a token, which exceeds the counts of usual tokenizers for prose. */
    private static final int BYTES_PER_TOKEN = 3;

    private static final char REPLACEMENT = '\uFFFD';

    /**
     * The text as it is sent.
     *
     * @param maxTokens most estimated tokens, the prefix included
     */
    public static EmbeddingInput of(String text, String prefix, int maxTokens) {
        int maxBytes = Math.max(MIN_BODY, maxTokens * BYTES_PER_TOKEN - bytes(prefix));
        String clean = clean(cutUnits(text.stripLeading(), maxBytes));
        return new EmbeddingInput(prefix, clean.isBlank() ? BLANK : cutBytes(clean, maxBytes));
    }

    /** Prefix and body. */
    public String text() {
        return prefix + body;
    }

    /** Estimated tokens, at least 1. */
    public int tokens() {
        return Math.max(1, (int) TokenEstimator.of(text()));
    }

    /** True if a shorter form is worth an attempt. */
    public boolean canShrink() {
        return body.length() > MIN_BODY;
    }

    /** The same text, cut to three quarters. */
    public EmbeddingInput shrunk() {
        return new EmbeddingInput(prefix, cutUnits(body, Math.max(MIN_BODY, (int) (body.length() * KEPT))));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** At most that many UTF-16 units, and no half of a pair at the end. */
    private static String cutUnits(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        boolean isInPair = Character.isHighSurrogate(text.charAt(most - 1));
        return text.substring(0, isInPair ? most - 1 : most);
    }

    private static String cutBytes(String text, int most) {
        int bytes = 0;
        int at = 0;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
            if (bytes > most) {
                return text.substring(0, at);
            }
            at += Character.charCount(point);
        }
        return text;
    }

    private static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        for (int at = 0; at < text.length();) {
            int point = text.codePointAt(at);
            boolean isHalf = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
            if (isHalf) {
                clean.append(REPLACEMENT);
            } else if (Character.isISOControl(point) && point != '\n' && point != '\t') {
                clean.append(' ');
            } else {
                clean.appendCodePoint(point);
            }
            at += Character.charCount(point);
        }
        return clean.toString();
    }
}
