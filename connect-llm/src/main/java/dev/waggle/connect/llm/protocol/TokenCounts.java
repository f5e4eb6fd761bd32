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

    /** The usage; {@code null} when nothing was counted, or less than nothing. */
    @Nullable TokenUsage usage() {
        if (input == null && output == null) {
            return null;
        }
        double in = count(input);
        double out = count(output);
        if (in < 0 || out < 0 || count(total) < 0) {
            return null;
        }
        return TokenUsage.capped(in, out, total == null ? in + out : count(total), Math.max(0, count(cached)),
                Math.max(0, count(cacheWrite)), Math.max(0, count(reasoning)));
    }

    static double count(@Nullable Double tokens) {
        return tokens == null ? 0 : tokens;
    }

    /** The sum of two counts; {@code null} when both are absent. */
    static @Nullable Double sum(@Nullable Double one, @Nullable Double other) {
        return one == null && other == null ? null : Double.valueOf(count(one) + count(other));
    }
}
