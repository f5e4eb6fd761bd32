package dev.waggle.connect.llm.rules;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.journal.tape.CallTape;
import dev.waggle.journal.tape.RecordingFile;
import dev.waggle.journal.tape.TapeMode;
import dev.waggle.journal.tape.TapeSession;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.testing.provider.FakeModels;
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

    private static final int MANY = 10_000;

    @TempDir
    Path folder;

    private final HardTurnScript script = new HardTurnScript();

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
        try (FakeModels server = FakeModels.answering(script::answer)) {
            String providers = HardTurnScript.file(server, format, settings);
            SwarmResult recorded;
            try (RecordingFile recording = RecordingFile.open(path, World.system(), fault -> {
                throw fault;
            })) {
                recorded = solve(providers, model, TapeSession.of(TapeMode.RECORD, null, recording), log);
                recording.finish(log.read(1, MANY), recorded.solveId());
            }
            int asked = server.requests().size();
            int looked = script.looks.get();
            JournalExcerpt.write(folder.resolve("log.jsonl"), log.read(1, MANY));

            assertThat(looked).isPositive();
            for (Path tape : List.of(path, folder.resolve("log.jsonl"))) {
                SwarmResult replayed = solve(providers, model,
                        TapeSession.of(TapeMode.REPLAY, CallTape.read(tape), null), new MemoryJournal());
                assertThat(replayed.answer()).isEqualTo(recorded.answer());
                assertThat(replayed.cost().total()).isEqualTo(recorded.cost().total());
            }
            assertThat(server.requests()).hasSize(asked);
            assertThat(script.looks).hasValue(looked);
        }
    }

    private SwarmResult solve(String providers, String model, TapeSession tape, MemoryJournal log) {
        try (LiveModels models = HardTurnScript.models(providers);
                Swarm swarm = new Swarm(HardTurnScript.team(tape.harness(models.harness("lab:" + model)),
                        tape.tools(ToolRegistry.of(Set.of(script.new Look()))), models).withJournal(log))) {
            SwarmResult result = swarm.solve(Task.of("Shard or wait?"));
            assertThat(result).hasNoFailures();
            return result;
        }
    }
}
