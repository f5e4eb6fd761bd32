package dev.waggle.connect.llm.rules;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.journal.tape.CallTape;
import dev.waggle.journal.tape.RecordingFile;
import dev.waggle.journal.tape.TapeMode;
import dev.waggle.journal.tape.TapeSession;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.MemoryJournal;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.waggle.testing.SwarmAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The replay of a solve over each wire. In each turn a model thinks, calls two tools at once, breaks off its reply at
 * the limit, and repairs it. Nothing is asked or called again.
 */
class ReplayOverEveryWireTest {

    private static final FakeAnswer.Call NORTH = new FakeAnswer.Call("c1", "look", "{\"where\":\"north\"}");
    private static final FakeAnswer.Call SOUTH = new FakeAnswer.Call("c2", "look", "{\"where\":\"south\",\"far\":3}");

    private static final int MANY = 10_000;

    @TempDir
    Path folder;

    private final AtomicInteger looks = new AtomicInteger();

    @ParameterizedTest
    @CsvSource({
        "OPENAI, gpt-5.1, ",
        "OPENAI, gpt-5.5, ",
        "OPENAI_RESPONSES, gpt-5.5, '\"api\": \"responses\", \"effort\": \"high\"'",
        "ANTHROPIC, claude-opus-5, '\"effort\": \"high\"'",
        "GEMINI, gemini-2.5-pro, ",
        "OLLAMA, qwen3:8b, '\"thinking\": true'"})
    void aReplayIsEqual(WireFormatName format, String model, String settings) throws Exception {
        Path path = folder.resolve("c.jsonl");
        MemoryJournal log = new MemoryJournal();
        try (FakeModels server = FakeModels.answering(script(new AtomicInteger()))) {
            String providers = file(server, format, settings);
            SwarmResult recorded;
            try (RecordingFile recording = RecordingFile.open(path, World.system(), fault -> {
                throw fault;
            })) {
                recorded = solve(providers, model, TapeSession.of(TapeMode.RECORD, null, recording), log);
                recording.finish(log.read(1, MANY), recorded.solveId());
            }
            int asked = server.requests().size();
            int looked = looks.get();
            JournalExcerpt.write(folder.resolve("log.jsonl"), log.read(1, MANY));

            assertThat(looked).isPositive();
            for (Path tape : List.of(path, folder.resolve("log.jsonl"))) {
                SwarmResult replayed = solve(providers, model,
                        TapeSession.of(TapeMode.REPLAY, CallTape.read(tape), null), new MemoryJournal());
                assertThat(replayed.answer()).isEqualTo(recorded.answer());
                assertThat(replayed.cost().total()).isEqualTo(recorded.cost().total());
            }
            assertThat(server.requests()).hasSize(asked);
            assertThat(looks).hasValue(looked);
        }
    }

    private SwarmResult solve(String providers, String model, TapeSession tape, MemoryJournal log) {
        try (LiveModels models = new LiveModels(
                ModelCatalog.of(Map.of("LAB_KEY", "sk-test-0123456789abcdef"), providers),
                new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()))) {
            Harness harness = tape.harness(models.harness("lab:" + model));
            ToolRegistry tools = tape.tools(ToolRegistry.of(Set.of(new Look())));
            List<Agent> team = Stream.of("ann", "ben", "cem").<Agent>map(id -> new ModelAgent(AgentProfile.of(id),
                    harness, ModelAgentConfig.defaults().without(ReactionStrategy.DEFER).withTemperature(0.4)
                            .withTools(tools)))
                    .toList();
            SwarmConfig config = SwarmConfig.of(team).withSpending(models.spending(Budget.ofTokens(3_000_000)))
                    .withWorld(World.system(7)).withJournal(log);
            try (Swarm swarm = new Swarm(config)) {
                SwarmResult result = swarm.solve(Task.of("Shard or wait?"));
                assertThat(result).hasNoFailures();
                return result;
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
    private final class Look implements Tool {

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
