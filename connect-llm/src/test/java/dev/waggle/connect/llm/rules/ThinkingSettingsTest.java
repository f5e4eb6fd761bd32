package dev.waggle.connect.llm.rules;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.WireFormatName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Effort and thinking as a user sets them, against servers that refuse what the model does not take. */
class ThinkingSettingsTest {

    /** The requests that a server took, and the lines for people. */
    private record Exchange(List<FakeRequest> taken, List<String> notices) {

        String body() {
            return taken.getLast().raw().body();
        }
    }

    private static Exchange ask(WireFormatName format, String model, String settings) throws Exception {
        return ask(format, model, settings, null);
    }

    private static Exchange ask(WireFormatName format, String model, String settings, @Nullable Double limit)
            throws Exception {
        List<String> notices = new CopyOnWriteArrayList<>();
        try (FakeModels server = FakeModels.answering(_ -> FakeAnswer.says("yes"))) {
            String kind = format == WireFormatName.OPENAI_RESPONSES ? "openai" : format.name().toLowerCase(Locale.ROOT);
            try (ModelCatalog catalog = ModelCatalog.of(Map.of("LAB_KEY", "sk-test-0123456789abcdef"), """
                    {"providers": {"lab": {"kind": "%s", "baseUrl": "%s", "keyEnv": "LAB_KEY", %s}}}"""
                    .formatted(kind, server.baseUrl(format), settings)).withNotices(notices::add)) {
                HarnessInput input = new HarnessInput("be brief", List.of(Message.user("hello")), List.of(), List.of(),
                        null, limit, 0.4);
                var output = catalog.harness("lab:" + model).run(input,
                        RunContext.of(RunContext.Caller.of("ann", 0), World.system(7), _ -> {
                        }));
                assertThat(output.content()).isEqualTo("yes");
            }
            return new Exchange(server.requests(), notices);
        }
    }

    /** Every request is made at once as the model takes it, so that none teaches by its refusal. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', value = {
        "ANTHROPIC | claude-sonnet-4-5     | '\"effort\": \"none\"'    | '\"max_tokens\":1200'",
        "ANTHROPIC | claude-sonnet-4-5     | '\"thinking\": false'   | '\"temperature\":0.4'",
        "ANTHROPIC | claude-sonnet-4-5     | '\"effort\": \"max\"'     | '\"budget_tokens\":6963'",
        "ANTHROPIC | claude-fable-5        | '\"thinking\": false'   | '\"max_tokens\":8192'",
        "ANTHROPIC | claude-opus-5         | '\"thinking\": false'   | '{\"type\":\"disabled\"}'",
        "ANTHROPIC | claude-opus-5-5       | '\"thinking\": false'   | '{\"effort\":\"low\"}'",
        "ANTHROPIC | claude-sonnet-5-5     | '\"thinking\": false'   | '{\"effort\":\"low\"}'",
        "ANTHROPIC | claude-haiku-5-5      | '\"thinking\": false'   | '{\"type\":\"disabled\"}'",
        "GEMINI    | gemini-2.5-flash      | '\"effort\": \"none\"'    | '\"thinkingConfig\":{\"thinkingBudget\":0}'",
        "GEMINI    | gemini-2.5-flash      | '\"effort\": \"max\"'     | '\"thinkingBudget\":6963'",
        "GEMINI    | gemini-2.5-pro        | '\"thinking\": false'   | '\"thinkingBudget\":128'",
        "GEMINI    | gemini-2.5-flash-lite | '\"effort\": \"minimal\"' | '\"thinkingBudget\":819'",
        "GEMINI    | gemini-3-pro-preview  | '\"thinking\": false'   | '\"thinkingLevel\":\"low\"'",
        "OPENAI    | o3                    | '\"thinking\": false'   | '\"reasoning_effort\":\"low\"'",
        "OPENAI    | o3-mini               | '\"thinking\": false'   | '\"reasoning_effort\":\"low\"'",
        "OPENAI    | gpt-5                 | '\"thinking\": false'   | '\"reasoning_effort\":\"minimal\"'",
        "OPENAI    | gpt-5.1               | '\"thinking\": true'    | '\"reasoning_effort\":\"medium\"'",
        "OPENAI_RESPONSES | o3-pro         | '\"api\": \"responses\", \"thinking\": false' | '{\"effort\":\"low\"}'",
        "OLLAMA    | qwen3:8b              | '\"effort\": \"none\"'    | '\"think\":false'"})
    void noRequestIsRefusedForItsThinking(WireFormatName format, String model, String settings, String sent)
            throws Exception {
        Exchange exchange = ask(format, model, settings);

        assertThat(exchange.notices()).noneMatch(line -> line.contains("refusal"));
        assertThat(exchange.body()).contains(sent);
    }

    @ParameterizedTest
    @CsvSource({"OPENAI, gpt-4o", "OLLAMA, llama3.1"})
    void aModelWithoutThinkingGetsNoEffortAndThatIsSaid(WireFormatName format, String model) throws Exception {
        Exchange exchange = ask(format, model, "\"effort\": \"high\"");

        assertThat(exchange.body()).doesNotContain("effort", "think");
        assertThat(exchange.notices()).containsExactly("lab: " + model + ": the setting for thinking is left out");
    }

    @Test
    void aLimitWithoutRoomForABudgetIsSaid() throws Exception {
        Exchange exchange = ask(WireFormatName.ANTHROPIC, "claude-sonnet-4-5", "\"effort\": \"high\"", 1_000.0);

        assertThat(exchange.body()).contains("\"max_tokens\":1000").doesNotContain("budget_tokens");
        assertThat(exchange.notices()).anyMatch(line -> line.endsWith(
                "claude-sonnet-4-5: thinking is left out, because the output limit has no room for it"));
    }
}
