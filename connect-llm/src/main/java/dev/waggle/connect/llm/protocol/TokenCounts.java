package dev.waggle.connect.llm.protocol;

import dev.waggle.signal.harness.TokenUsage;
import org.jspecify.annotations.Nullable;

/**
 * Token counts of a provider, each of them absent or of any size.
 *
 * @param input all tokens read
 * @param output all tokens written, thoughts included
 * @param total the sum as the provider gives it
 * @param cached tokens read from a cache, part of the input
 * @param cacheWrite tokens written to a cache, part of the input
 * @param reasoning tokens of thoughts, part of the output
 */
record TokenCounts(@Nullable Double input, @Nullable Double output, @Nullable Double total, @Nullable Double cached,
        @Nullable Double cacheWrite, @Nullable Double reasoning) {

    /** Largest count that is believed: a hundred times the largest context window. */
    static final double MAX_TOKENS = 1e9;

    /**
     * The usage; {@code null} when nothing was counted, less than nothing, or more than any model has. Some servers
     * give a total of 0, so it is at least the sum of input and output.
     */
    @Nullable TokenUsage usage() {
        if (input == null && output == null) {
            return null;
        }
        double in = count(input);
        double out = count(output);
        if (!isCount(in) || !isCount(out) || !isCount(count(total))) {
            return null;
        }
        return TokenUsage.capped(in, out, Math.max(in + out, count(total)), part(cached), part(cacheWrite),
                part(reasoning));
    }

    private static boolean isCount(double tokens) {
        return tokens >= 0 && tokens <= MAX_TOKENS;
    }

    /** A part of a count; the whole limits it further. */
    private static double part(@Nullable Double tokens) {
        return Math.clamp(count(tokens), 0, MAX_TOKENS);
    }

    static double count(@Nullable Double tokens) {
        return tokens == null ? 0 : tokens;
    }

    /** The sum of two counts; {@code null} when both are absent. */
    static @Nullable Double sum(@Nullable Double one, @Nullable Double other) {
        return one == null && other == null ? null : Double.valueOf(count(one) + count(other));
    }
}
