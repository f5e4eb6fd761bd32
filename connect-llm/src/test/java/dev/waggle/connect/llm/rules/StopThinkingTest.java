package dev.waggle.connect.llm.rules;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.WireFormatName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Thinking that a user turns off. What a source states is right in the first request. */
class StopThinkingTest {

    private static ModelSettings settings(@Nullable String effort, @Nullable Boolean thinking) {
        return new ModelSettings(effort, thinking, null, null, new JsonValue.Obj(Map.of()), null);
    }

    /** The bodies of the requests of one call with its usual output limit, after the notices about them. */
    private static List<String> asked(String model, ModelSettings settings, @Nullable Integer limit) throws Exception {
        List<String> all = new CopyOnWriteArrayList<>();
        try (TurnBed bed = new TurnBed(_ -> FakeAnswer.says("{\"signals\":[]}"))) {
            Map<String, String> environment = new HashMap<>(bed.environment());
            environment.put("OPENAI_BASE_URL", bed.server.baseUrl(WireFormatName.OPENAI));
            environment.put("OPENAI_API_KEY", "sk-test-0123456789abcdef");
            try (ModelCatalog catalog = ModelCatalog.of(environment).withOverrides(settings).withNotices(all::add)) {
                Harness harness = catalog.harness(model);
                double most = limit == null ? harness.capabilities().usualOutputTokens() : limit;
                TurnBed.run(harness, new HarnessInput(null, List.of(Message.user("Shard?")), List.of(), List.of(), null,
                        most, null), bed.turn().withReplySchema(null));
            }
            bed.server.requests().forEach(request -> all.add(request.raw().body()));
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            anthropic:claude-opus-5      | "thinking":{"type":"disabled"}
            anthropic:claude-sonnet-4-5  | "max_tokens":1200
            gemini:gemini-2.5-flash      | "thinkingBudget":0
            openai:gpt-5.1               | "reasoning_effort":"none"
            ollama:qwen3                 | "think":false
            """)
    void aModelThatCanStopThinkingStopsAndAnswersShort(String model, String field) throws Exception {
        assertThat(asked(model, settings(null, false), null)).singleElement()
                .satisfies(body -> assertThat(body).contains(field).containsPattern("\"(max|num)\\w+\":1200\\b"));
    }

    /** It goes on thinking, so its limit leaves room for it (rule 11). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            anthropic:claude-opus-5-5     | "output_config":{"effort":"low"}
            anthropic:claude-fable-5      | "output_config":{"effort":"low"}
            gemini:gemini-2.5-pro         | "thinkingBudget":128
            gemini:gemini-3-pro-preview   | "thinkingLevel":"low"
            gemini:gemini-3-flash-preview | "thinkingLevel":"minimal"
            openai:gpt-5                  | "reasoning_effort":"minimal"
            openai:o3                     | "reasoning_effort":"low"
            ollama:gpt-oss                | "think":"low"
            """)
    void aModelThatCannotStopThinkingGetsItsLowestEffortAndRoomForThoughts(String model, String field)
            throws Exception {
        assertThat(asked(model, settings(null, false), null)).singleElement()
                .satisfies(body -> assertThat(body).contains(field).doesNotContain("disabled", "\"none\"")
                        .containsPattern("\"(max|num)\\w+\":8192\\b"));
    }

    /** ai.google.dev, Thinking, "Set budget": 128 to 32,768 for Pro, to 24,576 for Flash, from 512 for Flash-Lite. */
    @ParameterizedTest
    @CsvSource({"gemini-2.5-pro, minimal, 600", "gemini-2.5-flash-lite, minimal, 2000", "gemini-2.5-flash, max, 65536",
        "gemini-2.5-pro, max, 65536", "gemini-2.5-flash, none, 2000"})
    void aBudgetIsWithinTheRangeOfTheModel(String model, String effort, int limit) throws Exception {
        assertThat(asked("gemini:" + model, settings(effort, null), limit)).singleElement()
                .satisfies(body -> assertThat(body).contains("\"thinkingBudget\":"));
    }

    @ParameterizedTest
    @CsvSource({"gemini:gemini-2.5-pro, none", "anthropic:claude-opus-5-5, none", "openai:gpt-5, none"})
    void anEffortThatAModelDoesNotTakeIsRefusedWithThoseThatItTakes(String model, String effort) {
        assertThatThrownBy(() -> asked(model, settings(effort, null), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("takes no effort none\nMaybe one of ").hasMessageContaining("low");
    }
}
