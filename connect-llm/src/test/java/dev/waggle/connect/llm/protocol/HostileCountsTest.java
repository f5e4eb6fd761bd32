package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.TokenUsage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Token counts that no provider means: an answer is never lost for them, and a price can be made of them. */
class HostileCountsTest {

    private static final List<String> NUMBERS = List.of("0", "-1", "-0.0", "0.5", "12", "1e9", "9007199254740993",
            "1e308", "1.7976931348623157e308", "1e400", "-1e400", "1e-400", "\"12\"", "null", "true", "[1]", "{}");

    private static final int TRIALS = 4_000;

    /** Words with a reader of one format and its counts, each of which is one of the numbers. */
    private static String counts(ProtocolName format, SplittableRandom random) {
        return switch (format) {
            case OPENAI_CHAT -> """
                    {"choices":[],"usage":{"prompt_tokens":%s,"completion_tokens":%s,"total_tokens":%s,
                     "prompt_tokens_details":{"cached_tokens":%s},
                     "completion_tokens_details":{"reasoning_tokens":%s}}}""".formatted(numbers(5, random));
            case OPENAI_RESPONSES -> """
                    {"type":"response.completed","response":{"status":"completed","usage":{"input_tokens":%s,
                     "output_tokens":%s,"total_tokens":%s,"input_tokens_details":{"cached_tokens":%s},
                     "output_tokens_details":{"reasoning_tokens":%s}}}}""".formatted(numbers(5, random));
            case ANTHROPIC -> """
                    {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":%s,
                     "output_tokens":%s,"cache_read_input_tokens":%s,"cache_creation_input_tokens":%s,
                     "output_tokens_details":{"thinking_tokens":%s}}}""".formatted(numbers(5, random));
            case GEMINI -> """
                    {"usageMetadata":{"promptTokenCount":%s,"candidatesTokenCount":%s,"totalTokenCount":%s,
                     "thoughtsTokenCount":%s,"cachedContentTokenCount":%s,"toolUsePromptTokenCount":%s}}"""
                    .formatted(numbers(6, random));
            case OLLAMA -> """
                    {"done":true,"prompt_eval_count":%s,"eval_count":%s}""".formatted(numbers(2, random));
        };
    }

    private static Object[] numbers(int count, SplittableRandom random) {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(NUMBERS.get(random.nextInt(NUMBERS.size())));
        }
        return all.toArray();
    }

    @ParameterizedTest
    @EnumSource
    void anyCountsAreReadAsFiniteOnesOrNone(ProtocolName format) {
        SplittableRandom random = new SplittableRandom(18);
        int counted = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            String event = counts(format, random);
            ReplyReader reader = ModelProtocols.of(format).reader(new SilentSink());
            reader.read(JsonText.read(event));

            TokenUsage usage = reader.reply(String::valueOf).usage();

            if (usage != null) {
                counted++;
                assertThat(usage.totalTokens()).as(event)
                        .isGreaterThanOrEqualTo(Math.max(usage.inputTokens(), usage.outputTokens()));
            }
        }
        assertThat(counted).as("counted").isPositive();
    }
}
