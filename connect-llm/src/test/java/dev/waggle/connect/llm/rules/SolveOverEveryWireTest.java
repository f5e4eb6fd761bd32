package dev.waggle.connect.llm.rules;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ScriptedDeliberators;
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

    private static final FakeAnswer.Call NORTH = new FakeAnswer.Call("c1", "look", "{\"where\":\"north\"}");
    private static final FakeAnswer.Call SOUTH = new FakeAnswer.Call("c2", "look", "{\"where\":\"south\",\"far\":3}");

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
        AtomicInteger cuts = new AtomicInteger();
        try (FakeModels server = FakeModels.answering(script(cuts));
                LiveModels models = new LiveModels(ModelCatalog.of(Map.of("LAB_KEY", "sk-test-0123456789abcdef"),
                        file(server, format, settings)),
                        new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()))) {
            Harness harness = models.harness("lab:" + model);
            List<Agent> team = Stream.of("ann", "ben", "cem").<Agent>map(id -> new ModelAgent(AgentProfile.of(id),
                    harness, ModelAgentConfig.defaults().without(ReactionStrategy.DEFER).withTemperature(0.4)
                            .withTools(ToolRegistry.of(Set.of(new Look())))))
                    .toList();
            SwarmConfig config = SwarmConfig.of(team).withSpending(models.spending(Budget.ofTokens(3_000_000)))
                    .withWorld(World.system(7));
            try (Swarm swarm = new Swarm(config)) {
                SwarmResult result = swarm.solve(Task.of("Shard or wait?"));

                assertThat(result).hasNoFailures();
                assertThat(result.consensus().decided()).isTrue();
                assertThat(cuts.get()).isPositive();
                assertThat(result.cost().total().estimatedCalls()).isZero();
            }
        }
    }

    private static String file(FakeModels server, WireFormatName format, String settings) {
        String kind = format == WireFormatName.OPENAI_RESPONSES ? "openai" : format.name().toLowerCase(Locale.ROOT);
        return """
                {"providers": {"lab": {"kind": "%s", "baseUrl": "%s", "keyEnv": "LAB_KEY",
                                       "structuredOutput": "schema"%s}}}"""
                .formatted(kind, server.baseUrl(format), settings == null ? "" : ", " + settings);
    }

    /** Thoughts and two calls, a reply that breaks off, and the whole reply when it is asked for a repair. */
    private static Function<FakeRequest, FakeAnswer> script(AtomicInteger cuts) {
        return request -> {
            String asked = request.messages().stream().filter(said -> said.role().equals("user"))
                    .map(FakeRequest.Said::text).reduce("", (_, later) -> later);
            boolean isRepair = !asked.contains("The question, as a JSON text:");
            if (isRepair) {
                return ScriptedDeliberators.answer(request).thinking("Once more. ");
            }
            if (request.asked().results().isEmpty() && !request.asked().tools().isEmpty()) {
                return FakeAnswer.says("").thinking("I have to look. ").calling(NORTH, SOUTH);
            }
            cuts.incrementAndGet();
            return FakeAnswer.says("{\"signals\": [{\"type\": \"propo").thinking("Now I know. ")
                    .finishing(FakeAnswer.Finish.LENGTH);
        };
    }

    /** A tool with constraints that not every provider takes. */
    private static final class Look implements Tool {

        @Override
        public ToolDefinition definition() {
            return new ToolDefinition("look", "Looks somewhere", TurnBed.object("""
                    {"type":"object","properties":{"where":{"type":"string","minLength":2},
                     "far":{"$ref":"#/$defs/distance"}},"required":["where"],"additionalProperties":false,
                     "$defs":{"distance":{"type":["integer","null"],"minimum":1}}}"""));
        }

        @Override
        public ToolOutcome call(ToolCaller caller, JsonValue input) {
            return new ToolOutcome.Done("nothing but trees", JsonValue.of("nothing but trees"));
        }
    }
}
