package dev.waggle.swarm.resume;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.runlog.AnswerJournal;
import dev.waggle.swarm.runlog.CallFacts;
import dev.waggle.swarm.runlog.DamagedLogException;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.InboxFacts;
import dev.waggle.swarm.runlog.ReplayDivergedException;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.runlog.WorkFacts;
import dev.waggle.swarm.testbed.RefusingJournal;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** A log with something missing, or with too much, is not accepted as the log of a killed solve. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class DamagedLogTest {

    private List<LogEntry> whole;

    @BeforeAll
    void solves() {
        ResumeTrial trial = ResumeTrial.begin();
        trial.solve();
        whole = trial.log.read(1, Integer.MAX_VALUE);
    }

    @Test
    void aClosedLogDepartsWhereAnEntryIsMissing() {
        for (int i = 1; i < whole.size() - 1; i++) {
            LogEntry gone = whole.get(i);
            if (gone.signal().type().profile() == Profile.HARNESS) {
                continue; // Reports of models are taken from the log as they stand there.
            }
            ReplayResult replay = replay(without(i));

            assertThat(replay.isEqual()).as("without entry %s, %s", i + 1, gone.signal().type()).isFalse();
            assertThat(replay.equalEntries()).isLessThanOrEqualTo(i);
            assertThat(replay.divergence().orElseThrow()).contains("entry " + (replay.equalEntries() + 1));
        }
    }

    @Test
    void theDepartureNamesWhatIsMissingAndWhatStandsThere() {
        int turn = first(whole, WorkFacts.TURN);
        String by = FactBody.of(whole.get(turn).signal()).text("by");

        assertThat(replay(without(turn)).divergence().orElseThrow())
                .contains("does not say what " + by + " answered in piece of work 1")
                .contains("goes on at entry ").contains("\nMaybe ");
    }

    @Test
    void aLogWithoutAnEndDepartsWhereAnEntryIsMissing() {
        List<LogEntry> log = without(first(whole, WorkFacts.TURN));

        assertThat(replay(log.subList(0, log.size() - 3)).isEqual()).isFalse();
    }

    @Test
    void nobodyIsAskedAndPaidWhereALogLacksAnAnswerThatWasThere() {
        Map<String, Integer> missing = new LinkedHashMap<>();
        for (int i = 0; i < whole.size(); i++) {
            Signal signal = whole.get(i).signal();
            if (signal.type().equals(WorkFacts.TURN) || signal.type().equals(WorkFacts.PART)) {
                missing.put(FactBody.of(signal).text("by") + ' ' + FactBody.of(signal).integer("number"), i);
            }
        }
        assertThat(missing).hasSizeGreaterThan(5);
        missing.forEach((by, at) -> {
            ResumeTrial trial = ResumeTrial.begin();
            try (Swarm swarm = new Swarm(trial.config().withJournal(journal(without(at))))) {
                assertThatExceptionOfType(ReplayDivergedException.class).as("without the answer of %s", by)
                        .isThrownBy(() -> swarm.solveResumable(SolveTestBed.TASK, ResumeTrial.RUN));
            }
            assertThat(trial.asked).as("without the answer of %s", by).isEmpty();
        });
    }

    @Test
    void whatModelsToldInWorkUnderWayMayStandAtTheEnd() {
        int turn = first(whole, WorkFacts.TURN);
        List<LogEntry> log = whole.subList(0, turn);
        assertThat(log.getLast().signal().type().profile()).isEqualTo(Profile.HARNESS);

        ReplayResult replay = replay(log);

        assertThat(replay.isEqual()).isTrue();
        assertThat(replay.summary()).contains("more belong to work that was under way");
    }

    @Test
    void whatModelsToldInOtherWorkMayNot() {
        int turn = first(whole, WorkFacts.TURN);
        List<LogEntry> log = new ArrayList<>(whole.subList(0, turn));
        LogEntry last = log.removeLast();
        log.add(new LogEntry(last.sequence(), last.recordedAt(), new Emission("nobody", 1), last.signal()));

        assertThat(replay(log).divergence().orElseThrow()).contains("by nobody");
    }

    @Test
    void aClosedLogDepartsWhereItGoesOn() {
        List<LogEntry> log = new ArrayList<>(whole);
        LogEntry end = log.getLast();
        assertThat(end.signal().type()).isEqualTo(RunFacts.CLOSED);
        Signal more = Signal.of(Draft.custom("more", Payload.Open.text("and")),
                new Stamp("more", Source.named("x"), end.signal().time(), Scope.ofRun(ResumeTrial.RUN, 1)));
        log.add(new LogEntry(end.sequence() + 1, end.recordedAt(), Emission.by("x"), more));

        assertThat(replay(log).divergence().orElseThrow()).contains("is over")
                .contains("goes on at entry " + log.size());
    }

    @Test
    void whyItWasStoppedMayStandAtTheEnd() {
        SolveTestBed table = new SolveTestBed();
        Limits limits = Limits.defaults().withTimeout(Duration.ofSeconds(10));
        List<Agent> late = List.of(ScriptedAgent.agent("a").does(1, turn -> {
            table.world.advanceWhenWaiting(1, Duration.ofSeconds(11));
            new CountDownLatch(1).await();
            return List.of();
        }));
        SolveTestBed.resume(table.config(late).withLimits(limits), SolveTestBed.TASK);
        List<LogEntry> log = table.journal.read(1, Integer.MAX_VALUE);

        for (int entries = 1; entries <= log.size(); entries++) {
            try (Swarm swarm = new Swarm(
                    table.config(late).withLimits(limits).withJournal(journal(log.subList(0, entries))))) {
                ReplayResult replay = swarm.replay(SolveTestBed.RUN);
                assertThat(replay.divergence()).as(entries + " entries").isEmpty();
                assertThat(replay.equalEntries()).isEqualTo(entries);
            }
        }
    }

    @Test
    void anAnswerThatTheLogCouldNotHoldCannotBeReplayed() {
        SolveTestBed table = new SolveTestBed();
        RefusingJournal journal = new RefusingJournal(signal -> {
            if (signal.type().equals(WorkFacts.TURN) && signal.payload().toString().contains("answer")) {
                throw new IllegalArgumentException("the line is too long");
            }
        });
        SwarmConfig config = table.config(ScriptedAgent.agent("a").does(1, turn -> List.of(ScriptedAgent.finds("so"))))
                .withJournal(journal);
        SolveTestBed.resume(config, SolveTestBed.TASK);

        try (Swarm swarm = new Swarm(config)) {
            assertThatIllegalStateException().isThrownBy(() -> swarm.replay(SolveTestBed.RUN))
                    .withMessageContaining("no answer of a").withMessageContaining("the line is too long");
        }
    }

    @Test
    void anEntryThatDoesNotSayWhatItHasToIsNamed() {
        List<SignalType> named = new ArrayList<>();
        for (int i = 0; i < whole.size(); i++) {
            if (!(whole.get(i).signal().payload() instanceof Payload.Open)) {
                continue;
            }
            for (Payload.Open nonsense : List.of(Payload.Open.text("so"), Payload.Open.data(JsonValue.of(Map.of())))) {
                SignalType type = whole.get(i).signal().type();
                String place = "entry " + (i + 1) + " (" + type;
                List<LogEntry> log = saying(i, nonsense);
                try {
                    assertThat(replay(log).isEqual()).as(place).isEqualTo(type.profile() == Profile.HARNESS);
                } catch (DamagedLogException damaged) {
                    assertThat(damaged.sequence()).isEqualTo(i + 1);
                    assertThat(damaged).hasMessageContaining("log of " + ResumeTrial.RUN).hasMessageContaining(place)
                            .hasMessageContaining(" is missing").hasMessageContaining("\nMaybe ");
                    named.add(type);
                    try (Swarm swarm = new Swarm(ResumeTrial.begin().config().withJournal(journal(log)))) {
                        assertThatExceptionOfType(DamagedLogException.class).as(place)
                                .isThrownBy(() -> swarm.solveResumable(SolveTestBed.TASK, ResumeTrial.RUN))
                                .withMessage(damaged.getMessage());
                    }
                }
            }
        }
        assertThat(named).contains(RunFacts.OPENED, RunFacts.CLOSED, WorkFacts.TURN, WorkFacts.PART, CallFacts.CALLED,
                InboxFacts.READ);
    }

    @Test
    void anAnswerThatNobodyUnderstandsIsNamed() {
        int turn = first(whole, WorkFacts.TURN);
        Map<String, JsonValue> facts = new LinkedHashMap<>(FactBody.of(whole.get(turn).signal()).unknownFields());
        facts.put("answer", JsonValue.of(List.of(JsonValue.of(Map.of("type", JsonValue.of("vote"))))));
        List<LogEntry> log = saying(turn, Payload.Open.data(JsonValue.of(facts)));

        assertThatExceptionOfType(DamagedLogException.class).isThrownBy(() -> replay(log))
                .withMessageContaining("entry " + (turn + 1) + " (turn:taken");
    }

    @Test
    void aDamagedStoreOfAnswersIsNamed() {
        ResumeTrial trial = ResumeTrial.begin().untilLogged(first(whole, WorkFacts.TURN));
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(trial::solve);
        MemoryJournal kept = new MemoryJournal();
        for (LogEntry entry : trial.kept.read(1, Integer.MAX_VALUE)) {
            boolean isCall = entry.signal().type().equals(AnswerJournal.ANSWERED);
            kept.append(isCall ? saying(entry.signal(), Payload.Open.text("so")) : entry.signal(), entry.emission(),
                    entry.recordedAt());
        }

        try (Swarm swarm = new Swarm(
                trial.next().config().withAnswers(kept))) {
            assertThatExceptionOfType(DamagedLogException.class)
                    .isThrownBy(() -> swarm.solveResumable(SolveTestBed.TASK, ResumeTrial.RUN))
                    .withMessageContaining("store of answers of " + ResumeTrial.RUN)
                    .withMessageContaining("call:answered");
        }
    }

    private List<LogEntry> saying(int entry, Payload payload) {
        List<LogEntry> log = new ArrayList<>(whole);
        LogEntry was = log.get(entry);
        log.set(entry, new LogEntry(was.sequence(), was.recordedAt(), was.emission(), saying(was.signal(), payload)));
        return log;
    }

    private static Signal saying(Signal signal, Payload payload) {
        return new Signal(signal.id(), signal.type(), signal.source(), signal.time(), payload, signal.scope(),
                signal.links(), signal.grading(), signal.lifetime(), signal.audience(), signal.extensions());
    }

    private static int first(List<LogEntry> log, SignalType type) {
        int i = 0;
        while (!log.get(i).signal().type().equals(type)) {
            i++;
        }
        return i;
    }

    private List<LogEntry> without(int entry) {
        List<LogEntry> log = new ArrayList<>(whole);
        log.remove(entry);
        return log;
    }

    private static ReplayResult replay(List<LogEntry> log) {
        try (Swarm swarm = new Swarm(ResumeTrial.begin().config().withJournal(journal(log)))) {
            return swarm.replay(ResumeTrial.RUN);
        }
    }

    private static MemoryJournal journal(List<LogEntry> log) {
        MemoryJournal journal = new MemoryJournal();
        log.forEach(entry -> journal.append(entry.signal(), entry.emission(), entry.recordedAt()));
        return journal;
    }
}
