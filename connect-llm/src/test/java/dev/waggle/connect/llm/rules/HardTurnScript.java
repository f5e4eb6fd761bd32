package dev.waggle.connect.llm.rules;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
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
import dev.waggle.swarm.SwarmConfig;
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
import org.jspecify.annotations.Nullable;

/**
 * A model whose every turn is hard. It thinks, calls two tools at once, breaks off its reply at the limit, and repairs
 * it. One object counts the cuts and the calls of its tool.
 */
final class HardTurnScript {

    private static final FakeAnswer.Call NORTH = new FakeAnswer.Call("c1", "look", "{\"where\":\"north\"}");
    private static final FakeAnswer.Call SOUTH = new FakeAnswer.Call("c2", "look", "{\"where\":\"south\",\"far\":3}");

    final AtomicInteger cuts = new AtomicInteger();
    final AtomicInteger looks = new AtomicInteger();

    /** Thoughts and two calls, a reply that breaks off, and the whole reply when it is asked for a repair. */
    FakeAnswer answer(FakeRequest request) {
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
    }

    /** A models file with one provider, called lab, at the server. */
    static String file(FakeModels server, WireFormatName format, @Nullable String settings) {
        String kind = format == WireFormatName.OPENAI_RESPONSES ? "openai" : format.name().toLowerCase(Locale.ROOT);
        return """
                {"providers": {"lab": {"kind": "%s", "baseUrl": "%s", "keyEnv": "LAB_KEY",
                                       "structuredOutput": "schema"%s}}}"""
                .formatted(kind, server.baseUrl(format), settings == null || settings.isEmpty() ? "" : ", " + settings);
    }

    /** The team of a solve with that model and these tools. */
    static SwarmConfig team(Harness harness, ToolRegistry tools, LiveModels models) {
        List<Agent> team = Stream.of("ann", "ben", "cem").<Agent>map(id -> new ModelAgent(AgentProfile.of(id),
                harness, ModelAgentConfig.defaults().without(ReactionStrategy.DEFER).withTemperature(0.4)
                        .withTools(tools)))
                .toList();
        return SwarmConfig.of(team).withSpending(models.spending(Budget.ofTokens(3_000_000)))
                .withWorld(World.system(7));
    }

    /** The models of such a file. */
    static LiveModels models(String file) {
        return new LiveModels(ModelCatalog.of(Map.of("LAB_KEY", "sk-test-0123456789abcdef"), file),
                new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()));
    }

    /** A tool with constraints that not every provider takes. */
    final class Look implements Tool {

        @Override
        public ToolDefinition definition() {
            return new ToolDefinition("look", "Looks somewhere", TurnBed.object("""
                    {"type":"object","properties":{"where":{"type":"string","minLength":2},
                     "far":{"$ref":"#/$defs/distance"}},"required":["where"],"additionalProperties":false,
                     "$defs":{"distance":{"type":["integer","null"],"minimum":1}}}"""));
        }

        @Override
        public ToolOutcome call(ToolCaller caller, JsonValue input) {
            looks.incrementAndGet();
            return new ToolOutcome.Done("nothing but trees", JsonValue.of("nothing but trees"));
        }
    }
}
