package dev.waggle.signal.harness;

import java.nio.charset.StandardCharsets;

import dev.waggle.signal.json.JsonLine;

/**
 * Estimator of the tokens of a text, before a provider has counted. Three bytes of UTF-8 count as a token. That
 * exceeds the counts of large models' tokenizers for prose and code, so a call's reservation is rarely too small.
 */
public final class TokenEstimator {

    static final double BYTES_PER_TOKEN = 3;

    private TokenEstimator() {}

    /** Returns the estimated tokens of a text: at least 0, rounded up. */
    public static double of(String text) {
        return ofBytes(bytes(text));
    }

    /** Returns the estimated tokens of a model's whole input, the frame of the request included. */
    public static double of(HarnessInput input) {
        return of(JsonLine.of(HarnessCodec.encode(input)));
    }

    /** Returns the estimated tokens of an answer: its text and its tool calls. */
    public static double of(HarnessOutput output) {
        return ofBytes(bytes(output.content()) + bytesOfCalls(output));
    }

    /**
     * Returns the estimated tokens of an answer that was streamed: its pieces or the whole, whichever is more. An answer
     * that the client cut counts its pieces and its calls together, because nothing of it may be free.
     *
     * @param streamedBytes the bytes of all pieces of text and of thinking
     */
    public static double ofStreamed(double streamedBytes, HarnessOutput output) {
        return output.wasCut()
                ? ofBytes(streamedBytes + bytesOfCalls(output))
                : Math.max(ofBytes(streamedBytes), of(output));
    }

    private static double bytesOfCalls(HarnessOutput output) {
        return output.toolCalls().stream().mapToDouble(call -> bytes(JsonLine.of(HarnessCodec.encode(call)))).sum();
    }

    /** Returns the estimated tokens of so many bytes of UTF-8; rounded up. */
    public static double ofBytes(double bytes) {
        return Math.ceil(bytes / BYTES_PER_TOKEN);
    }

    /** Returns the length of a text in bytes of UTF-8. */
    public static double bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
