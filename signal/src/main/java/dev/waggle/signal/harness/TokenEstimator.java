package dev.waggle.signal.harness;

import java.nio.charset.StandardCharsets;

import dev.waggle.signal.JsonLine;

/**
 * How many tokens a text has, before a provider has counted. Three bytes of UTF-8 count as a token, which is more than
 * the tokenizers of large models give for prose and code, so that what is set aside for a call is rarely too little.
 */
public final class TokenEstimator {

    private static final double BYTES_PER_TOKEN = 3;

    private TokenEstimator() {}

    /** At least 0; rounded up. */
    public static double of(String text) {
        return ofBytes(bytes(text));
    }

    /** All that a model is sent, the frame of the request included. */
    public static double of(HarnessInput input) {
        return of(JsonLine.of(HarnessJson.of(input)));
    }

    /** So many bytes of UTF-8; rounded up. */
    public static double ofBytes(double bytes) {
        return Math.ceil(bytes / BYTES_PER_TOKEN);
    }

    /** How long a text is in UTF-8. */
    public static double bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
