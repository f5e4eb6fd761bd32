package dev.waggle.connect.llm.rules;

import java.util.Set;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.waggle.testing.SwarmAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A solve over each wire against a server that refuses what the provider refuses. In each turn a model thinks, calls two
 * tools at once, breaks off its reply at the limit, and repairs it.
 */
class SolveOverEveryWireTest {

    @ParameterizedTest
    @CsvSource({
        "OPENAI, gpt-4o, ",
        "OPENAI, gpt-5.1, ",
        "OPENAI, gpt-5.5, ",
        "OPENAI_RESPONSES, gpt-5.5, '\"api\": \"responses\", \"effort\": \"high\"'",
        "OPENAI_RESPONSES, gpt-5.1-codex, '\"api\": \"responses\"'",
        "AZURE, gpt-5.1, ",
        "AZURE, gpt-4o, '\"apiVersion\": \"2024-10-21\"'",
        "ANTHROPIC, claude-sonnet-4-5, '\"thinking\": true'",
        "ANTHROPIC, claude-opus-5, '\"effort\": \"high\"'",
        "ANTHROPIC, claude-haiku-4-5, ",
        "GEMINI, gemini-2.5-pro, ",
        "GEMINI, gemini-3-pro-preview, '\"effort\": \"low\"'",
        "OLLAMA, qwen3:8b, '\"thinking\": true'",
        "OLLAMA, llama3.2, "})
    void agentsThinkCallToolsAreCutAndRepairTheirReplies(WireFormatName format, String model, String settings)
            throws Exception {
        HardTurnScript script = new HardTurnScript();
        try (FakeModels server = FakeModels.answering(script::answer);
                LiveModels models = HardTurnScript.models(HardTurnScript.file(server, format, settings));
                Swarm swarm = new Swarm(HardTurnScript.team(models.harness("lab:" + model),
                        ToolRegistry.of(Set.of(script.new Look())), models))) {
            SwarmResult result = swarm.solve(Task.of("Shard or wait?"));

            assertThat(result).hasNoFailures();
            assertThat(result.consensus().decided()).isTrue();
            assertThat(script.cuts.get()).isPositive();
            assertThat(result.cost().total().estimatedCalls()).isZero();
        }
    }
}
