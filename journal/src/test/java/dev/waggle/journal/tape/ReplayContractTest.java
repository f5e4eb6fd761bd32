package dev.waggle.journal.tape;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.signal.Scope;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessContract;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.io.TempDir;

/** The contract of harnesses, kept by a replay that continues live: calls on the tape are replayed, others are live. */
class ReplayContractTest implements HarnessContract {

    private static final int MOST_AGENTS = 50;

    @TempDir
    Path folder;

    private final ManualWorld world = new ManualWorld(TapedRun.START, 1);

    @Override
    public World world() {
        return world;
    }

    @Override
    public void pass(Duration span) {
        world.advance(span);
    }

    @Override
    public Stage stage(Play play) throws Exception {
        ScriptedHarness live = ScriptedHarness.playing((input, context, run) -> switch (play) {
            case Play.Answer answer -> {
                answer.thinking().forEach(run::thinking);
                answer.text().forEach(run::text);
                yield new HarnessOutput(String.join("", answer.text()), answer.calls(), null, answer.usage(),
                        answer.calls().isEmpty() ? ModelStopReason.END : ModelStopReason.TOOL_USE);
            }
            case Play.Refusal _ -> throw HarnessException.of(HarnessFailure.Kind.AUTHENTICATION, "wrong key");
            case Play.Silence silence -> {
                silence.text().forEach(run::text);
                yield ScriptedHarness.await(context, new CompletableFuture<>());
            }
        });
        TapeSession taped = TapeSession.of(play instanceof Play.Silence ? TapeMode.REPLAY_ELSE_LIVE : TapeMode.REPLAY,
                tape(play, live), null);
        Harness replay = taped.harness(live);
        return Stage.of(replay);
    }

    /** A tape with the contract's questions, by every agent that asks them; for an endless call, only another one. */
    private CallTape tape(Play play, Harness live) throws Exception {
        List<LogEntry> log = new ArrayList<>();
        List<HarnessInput> questions = play instanceof Play.Silence
                ? List.of()
                : List.of(HarnessContract.question("how do bees talk?"), HarnessContract.question("how many?"),
                        HarnessContract.question("how?"));
        for (int agent = 0; agent < MOST_AGENTS; agent++) {
            for (HarnessInput question : questions) {
                record(live, question, new Emission("agent-" + agent, 1), log);
            }
        }
        if (questions.isEmpty()) {
            record(ScriptedHarness.saying("something else"), HarnessContract.question("what?"),
                    new Emission("agent-1", 1), log);
        }
        Path file = folder.resolve("tape-" + world.nextId("t") + ".jsonl");
        JournalExcerpt.write(file, log);
        return CallTape.read(file);
    }

    private void record(Harness live, HarnessInput question, Emission by, List<LogEntry> log) throws Exception {
        RunContext context = RunContext.of(new RunContext.Caller(by, Scope.NONE, null), world,
                signal -> log.add(new LogEntry(log.size() + 1L, world.now(), by, signal)));
        try {
            var _ = live.run(question, context);
        } catch (HarnessException refused) {
            // The refusal is recorded.
        }
    }
}
