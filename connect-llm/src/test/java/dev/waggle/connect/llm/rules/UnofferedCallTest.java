package dev.waggle.connect.llm.rules;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.ReplyQuality.ModelReplies;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.waggle.testing.SwarmAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/** Models that call tools which they were never given, over each wire: they lose the call, not the turn. */
class UnofferedCallTest {

    /** Wires on which a model can call beside a reply schema; Ollama holds the answer to the schema instead. */
    private static final String WIRES = """
            OPENAI, gpt-4o
            OPENAI_RESPONSES, gpt-5.1-codex
            ANTHROPIC, claude-haiku-4-5
            GEMINI, gemini-2.5-pro
            """;

    private static final FakeAnswer.Call SEARCH = new FakeAnswer.Call("c1", "web_search", "{\"query\":\"shards\"}");

    @ParameterizedTest
    @CsvSource(textBlock = WIRES)
    void theReplyBesideTheCallIsTaken(WireFormatName format, String model) throws Exception {
        try (FakeModels server = FakeModels
                .answering(request -> ScriptedDeliberators.answer(request).calling(SEARCH))) {
            SwarmResult result = solve(server, format, model, Set.of());

            ModelReplies replies = replies(result);
            assertThat(result).hasNoFailures();
            assertThat(result.consensus().decided()).isTrue();
            assertThat(replies.repairs()).isZero();
            assertThat(server.requests()).as("one call a turn").hasSize(replies.answers());
            assertThat(replies.drops()).containsEntry("tool", replies.answers());
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = WIRES)
    void aCallWithoutAReplyIsRepairedOnce(WireFormatName format, String model) throws Exception {
        try (FakeModels server = FakeModels.answering(request -> isRepair(request)
                ? ScriptedDeliberators.answer(request)
                : FakeAnswer.says("").calling(SEARCH))) {
            SwarmResult result = solve(server, format, model, Set.of());

            ModelReplies replies = replies(result);
            assertThat(result).hasNoFailures();
            assertThat(result.consensus().decided()).isTrue();
            assertThat(replies.repairs()).isEqualTo(replies.answers() / 2);
            List<FakeRequest> repairs = server.requests().stream().filter(UnofferedCallTest::isRepair).toList();
            assertThat(repairs).isNotEmpty().allSatisfy(request -> {
                assertThat(request.asked().tools()).isEmpty();
                assertThat(request.allText()).contains("You have no tools", "web_search");
            });
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = WIRES + "OLLAMA, llama3.2")
    void theRealCallRunsBesideAnUnknownOne(WireFormatName format, String model) throws Exception {
        HardTurnScript tools = new HardTurnScript();
        AtomicInteger asked = new AtomicInteger();
        try (FakeModels server = FakeModels.answering(request -> {
            if (request.asked().results().isEmpty()) {
                asked.incrementAndGet();
                return FakeAnswer.says("").calling(SEARCH, new FakeAnswer.Call("c2", "look", "{\"where\":\"north\"}"));
            }
            return ScriptedDeliberators.answer(request);
        })) {
            SwarmResult result = solve(server, format, model, Set.of(tools.new Look()));

            assertThat(result).hasNoFailures();
            assertThat(tools.looks.get()).isPositive().isEqualTo(asked.get());
            assertThat(replies(result).drops()).containsEntry("tool", asked.get());
        }
    }

    private static boolean isRepair(FakeRequest request) {
        return request.lastText().contains("Nothing in your reply could be used");
    }

    private static ModelReplies replies(SwarmResult result) {
        return result.replies().total();
    }

    private static SwarmResult solve(FakeModels server, WireFormatName format, String model, Set<Tool> tools)
            throws Exception {
        String settings = format == WireFormatName.OPENAI_RESPONSES ? "\"api\": \"responses\"" : "";
        try (LiveModels models = HardTurnScript.models(HardTurnScript.file(server, format, settings));
                Swarm swarm = new Swarm(HardTurnScript.team(models.harness("lab:" + model), ToolRegistry.of(tools),
                        models))) {
            return swarm.solve(Task.of("Shard or wait?"));
        }
    }
}
