package dev.waggle.journal.tape;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.journal.tape.TapedRun.Model;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

public class ReplayTest {

    private static final HarnessFailure BUSY = new HarnessFailure(HarnessFailure.Kind.RATE_LIMITED, "too many",
            Duration.ofSeconds(3));

    @TempDir
    Path folder;

    private final TapedRun recorded = TapedRun.opened("solve_1", 1);
    private final TapedRun replayed = TapedRun.opened("solve_2", 2);

    @Test
    @DisplayName("50 a replay asks no model and says the same again")
    void s50AReplayAsksNoModelAndSaysTheSameAgain() throws Exception {
        Model live = Model.echo();
        RecordingFile file = RecordingFile.open(folder.resolve("c.jsonl"), recorded.world, fault -> {});
        Harness recording = TapeSession.of(TapeMode.RECORD, null, file).harness(live);
        play(recorded, recording);
        file.finish(recorded.entries(), "solve_1");
        file.close();

        CallTape tape = CallTape.read(folder.resolve("c.jsonl"));
        Harness replay = TapeSession.of(TapeMode.REPLAY, tape, null).harness(Model.silent());
        play(replayed, replay);

        assertThat(live.asked).hasSize(4);
        assertThat(replayed.said()).isEqualTo(recorded.said()).hasSize(4);
        assertThat(replayed.told()).isEqualTo(recorded.told());
        assertThat(ids(replayed)).doesNotContainAnyElementsOf(ids(recorded));
        assertThat(replayed.entries()).allMatch(entry -> "solve_2".equals(entry.signal().scope().run()));
        assertThat(starts(replayed)).allSatisfy(start -> {
            assertThat(start.extensions()).containsKeys("model", "request", "recording");
            assertThat(start.extensions().get("recording")).asString().contains("solve_1");
        });
        assertThat(tape.run()).contains("solve_1");
        assertThat(tape.models()).containsExactly(TapedRun.MODEL);
        assertThat(tape.size()).isEqualTo(4);
    }

    @Test
    @DisplayName("50 the replay of a replay is the same again, and so is that of a cassette's cassette")
    void s50TheLogOfAReplayIsATape() throws Exception {
        play(recorded, Model.echo());
        play(replayed, TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null).harness(Model.silent()));
        Path cassette = folder.resolve("again.jsonl");
        CassetteFile.export(replayed.entries(), "solve_2", cassette);
        TapedRun third = TapedRun.opened("solve_3", 3);
        play(third, TapeSession.of(TapeMode.REPLAY, CallTape.read(cassette), null).harness(Model.silent()));

        assertThat(third.said()).isEqualTo(recorded.said());
        assertThat(CassetteFile.read(cassette).entries()).hasSize(4);
        assertThat(CassetteFile.read(cassette).calls()).hasSize(16);
    }

    @Test
    @DisplayName("51 agents side by side each get their own answers, whichever asks first")
    void s51ParallelAgentsEachGetTheirOwn() throws Exception {
        Map<String, String> answers = new ConcurrentHashMap<>();
        Model live = new Model((input, run) -> TapedRun.answer("answer " + answers.size()));
        for (int turn = 1; turn <= 3; turn++) {
            for (int agent = 0; agent < 20; agent++) {
                answers.put(agent + "/" + turn, recorded.turn(live, "a" + agent, turn, "The same question."));
            }
        }
        Harness replay = TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null).harness(Model.silent());
        Map<String, Future<String>> asked = new TreeMap<>();
        try (ExecutorService agents = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String who : answers.keySet()) {
                String[] parts = who.split("/", -1);
                Callable<String> turn = () -> replayed.turn(replay, "a" + parts[0], Integer.parseInt(parts[1]),
                        "The same question.");
                asked.put(who, agents.submit(turn));
            }
        }
        Map<String, String> heard = new TreeMap<>();
        for (Map.Entry<String, Future<String>> turn : asked.entrySet()) {
            heard.put(turn.getKey(), turn.getValue().get());
        }
        assertThat(heard).isEqualTo(new TreeMap<>(answers));
    }

    @Test
    @DisplayName("51 equal requests of one turn get their answers in the order of the recording")
    void s51EqualRequestsOfOneTurnComeInOrder() throws Exception {
        int[] count = {0};
        Model live = new Model((input, run) -> TapedRun.answer("answer " + count[0]++));
        for (int i = 0; i < 3; i++) {
            var _ = live.run(TapedRun.input("Again?"), recorded.context("ada", 1));
        }
        Harness replay = TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null).harness(Model.silent());
        List<String> heard = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            heard.add(replay.run(TapedRun.input("Again?"), replayed.context("ada", 1)).content());
        }
        assertThat(heard).containsExactly("answer 0", "answer 1", "answer 2");
        assertThat(departure(replay, TapedRun.input("Again?"), "ada", 1))
                .contains("the same was asked 3 times in the recording, now once more");
    }

    @Test
    @DisplayName("52 a recording with other signals between those of its calls is replayed whole")
    void s52OtherSignalsInBetweenDoNotMatter() throws Exception {
        Emission clerk = new Emission("bob", 7);
        Model live = Model.echo();
        var _ = live.run(TapedRun.input("One?"), recorded.context("ada", 1, _ -> recorded.say(clerk,
                Draft.custom("note:taken", Payload.Open.text("I heard something.")))));
        List<LogEntry> mixed = new ArrayList<>(recorded.entries());
        TapedRun other = new TapedRun("solve_1", 9);
        var _ = live.run(TapedRun.input("Two?"), other.context("bob", 1));
        interleave(mixed, other.entries());
        Path file = folder.resolve("mixed.jsonl");
        JournalExcerpt.write(file, mixed);

        Harness replay = TapeSession.of(TapeMode.REPLAY, CallTape.read(file), null).harness(Model.silent());
        assertThat(replay.run(TapedRun.input("Two?"), replayed.context("bob", 1)).content()).isEqualTo("Re: Two?");
        assertThat(replay.run(TapedRun.input("One?"), replayed.context("ada", 1)).content()).isEqualTo("Re: One?");
        assertThat(replayed.entries().stream().filter(entry -> entry.signal().type().equals(HarnessSignals.END)))
                .hasSize(2);
    }

    @Test
    void aFailureIsThrownAgainWithWhatItAskedFor() throws Exception {
        Model live = new Model((input, run) -> {
            run.text("So far");
            throw new HarnessException(BUSY);
        });
        assertThatExceptionOfType(HarnessException.class)
                .isThrownBy(() -> live.run(TapedRun.input("One?"), recorded.context("ada", 1)));
        Harness replay = TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null).harness(Model.silent());

        assertThatExceptionOfType(HarnessException.class)
                .isThrownBy(() -> replay.run(TapedRun.input("One?"), replayed.context("ada", 1)))
                .satisfies(failed -> assertThat(failed.failure()).isEqualTo(BUSY));
        assertThat(replayed.told()).isEqualTo(recorded.told()).contains("text:complete So far");
    }

    @Test
    void anAnswerThatABudgetCutIsFoundByWhatWasMeant() throws Exception {
        HarnessInput meant = TapedRun.input("One?");
        HarnessInput cut = new HarnessInput(meant.system(), meant.messages(), List.of(), List.of(), null, 100.0, 0.2);
        var _ = Model.echo().run(cut, recorded.context("ada", 1));
        Harness replay = TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null).harness(Model.silent());

        assertThat(replay.run(meant, replayed.context("ada", 1)).content()).isEqualTo("Re: One?");
    }

    @Test
    void aReplayHasNoMoreTimeThanItsCaller() throws Exception {
        var _ = Model.echo().run(TapedRun.input("One?"), recorded.context("ada", 1));
        Harness replay = TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null).harness(Model.silent());
        RunContext late = replayed.context("ada", 1).within(Duration.ofMillis(5));
        replayed.world.advance(Duration.ofMillis(5));

        assertThatExceptionOfType(HarnessException.class).isThrownBy(() -> replay.run(TapedRun.input("One?"), late))
                .satisfies(failed -> assertThat(failed.failure().kind()).isEqualTo(HarnessFailure.Kind.DEADLINE));
    }

    @Test
    void aDepartureNamesTheFirstDifference() throws Exception {
        Model live = Model.echo();
        String long1 = "What about the third shard of the second table, which nobody reads on Sundays?";
        String long2 = "What about the third shard of the second table, \u001b[31mwhich nobody reads on Sundays?";
        var _ = live.run(TapedRun.input(long1), recorded.context("ada", 2));
        Harness replay = TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null).harness(Model.silent());

        assertThat(departure(replay, TapedRun.input(long2), "ada", 2)).isEqualTo("the replay departs from its recording"
                + " at turn 2 of agent \"ada\": in call 1, message 1 (user) differs at character 49:"
                + " recorded \u2026\"f the second table, which nobody reads on Sundays?\""
                + ", now \u2026\"f the second table, \\u001b[31mwhich nobody reads on Sundays?\""
                + "\nMaybe a prompt, a tool or an option has changed since: record again, or ask the model"
                + " where the recording has no answer.");
        HarnessInput colder = new HarnessInput("You are careful.", TapedRun.input(long1).messages(), List.of(),
                List.of(), null, null, 0.1);
        assertThat(departure(replay, colder, "ada", 2)).contains("temperature: recorded 0.2, now 0.1");
        HarnessInput longer = new HarnessInput("You are careful.",
                List.of(TapedRun.input(long1).messages().getFirst(), TapedRun.input("And?").messages().getFirst()),
                List.of(), List.of(), null, null, 0.2);
        assertThat(departure(replay, longer, "ada", 2)).contains("message 2: recorded nothing, now \"user: And?\"");
        assertThat(departure(replay, TapedRun.input(long1), "zed", 2))
                .contains("the recording has no calls of such an agent, only of ada");
        assertThat(departure(replay, TapedRun.input(long1), "ada", 3))
                .contains("the recording has only turns up to 2 of it");
        assertThat(departure(replay, TapedRun.input(long1), "ada", 1)).contains("no call in that turn");
        Harness other = TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null)
                .harness(new Model("test:n", (input, run) -> TapedRun.answer("")));
        assertThat(departure(other, TapedRun.input(long1), "ada", 2))
                .contains("the recording asked test:m, now test:n is asked");
        assertThatExceptionOfType(HarnessException.class)
                .isThrownBy(() -> replay.run(TapedRun.input(long1), replayed.context("ada", 2)
                        .withReplySchema(new JsonValue.Obj(Map.of()))))
                .withMessageContaining("the JSON Schema of the answer is another one");
        assertThat(replayed.told()).allMatch(line -> !line.startsWith("text:"));
    }

    private static void play(TapedRun run, Harness model) throws Exception {
        for (int turn = 1; turn <= 2; turn++) {
            var _ = run.turn(model, "ada", turn, "Question " + turn);
            var _ = run.turn(model, "bob", turn, "Question " + turn);
        }
    }

    private String departure(Harness replay, HarnessInput input, String agent, int turn) throws Exception {
        try {
            return "answered " + replay.run(input, replayed.context(agent, turn));
        } catch (HarnessException failed) {
            assertThat(failed.failure().kind()).isEqualTo(HarnessFailure.Kind.DEPARTED);
            return failed.failure().message();
        }
    }

    private static List<String> ids(TapedRun run) {
        return run.entries().stream().map(entry -> entry.signal().id()).toList();
    }

    private static List<Signal> starts(TapedRun run) {
        return run.entries().stream().map(LogEntry::signal).filter(it -> it.type().equals(HarnessSignals.START))
                .toList();
    }

    private static void interleave(List<LogEntry> log, List<LogEntry> others) {
        List<LogEntry> both = new ArrayList<>();
        for (int i = 0; i < Math.max(log.size(), others.size()); i++) {
            both.addAll(i < log.size() ? List.of(log.get(i)) : List.of());
            both.addAll(i < others.size() ? List.of(others.get(i)) : List.of());
        }
        log.clear();
        for (LogEntry entry : both) {
            log.add(new LogEntry(log.size() + 1L, entry.recordedAt(), entry.emission(), entry.signal()));
        }
    }
}
