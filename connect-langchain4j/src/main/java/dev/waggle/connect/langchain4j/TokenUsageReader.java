package dev.waggle.connect.langchain4j;

import java.lang.reflect.InvocationTargetException;

import dev.waggle.signal.harness.TokenUsage;
import org.jspecify.annotations.Nullable;

/**
 * Reads the token counts of the library. Its core has input and output only; a module that knows more has a subclass.
 * Those modules are no dependencies, so their counts are read by the names of their methods. A count that is not there
 * is 0, so that its tokens have the full price.
 *
 * <pre>
 *   OpenAI      inputTokensDetails().cachedTokens()           part of the input
 *               outputTokensDetails().reasoningTokens()      part of the output
 *   Gemini      cachedContentTokenCount()                    part of the input
 *               thoughtsTokenCount()                         beside the output
 *   Anthropic   cacheReadInputTokens()                       beside the input
 *               cacheCreationInputTokens()                   beside the input
 *   Bedrock     cacheReadInputTokens()                       beside the input
 *               cacheWriteInputTokens()                      beside the input
 * </pre>
 *
 * The methods, and the sums that they belong to, are those of LangChain4j 1.18.0, and of 1.16.3 for Bedrock.
 */
final class TokenUsageReader {

    private TokenUsageReader() {}

    /** Token usage as counted by the provider; {@code null} when it counted nothing, or less than nothing. */
    static @Nullable TokenUsage usage(dev.langchain4j.model.output.@Nullable TokenUsage counted) {
        if (counted == null || (counted.inputTokenCount() == null && counted.outputTokenCount() == null)) {
            return null;
        }
        double besideInput = count(counted, "cacheReadInputTokens");
        double written = count(counted, "cacheCreationInputTokens") + count(counted, "cacheWriteInputTokens");
        double thoughts = count(counted, "thoughtsTokenCount");
        double input = number(counted.inputTokenCount()) + besideInput + written;
        double output = number(counted.outputTokenCount()) + thoughts;
        Integer total = counted.totalTokenCount();
        if (number(counted.inputTokenCount()) < 0 || number(counted.outputTokenCount()) < 0 || number(total) < 0) {
            return null;
        }
        double cached = besideInput + count(counted, "cachedContentTokenCount")
                + count(part(counted, "inputTokensDetails"), "cachedTokens");
        return TokenUsage.capped(input, output, Math.max(number(total), input + output), cached, written,
                thoughts + count(part(counted, "outputTokensDetails"), "reasoningTokens"));
    }

    /** A count of that name; 0 when there is none. */
    private static double count(@Nullable Object counts, String method) {
        return part(counts, method) instanceof Integer tokens ? Math.max(0, tokens) : 0;
    }

    private static @Nullable Object part(@Nullable Object counts, String method) {
        try {
            return counts == null ? null : counts.getClass().getMethod(method).invoke(counts);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException unknown) {
            return null;
        }
    }

    private static double number(@Nullable Integer tokens) {
        return tokens == null ? 0 : tokens;
    }
}
