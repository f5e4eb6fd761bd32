package dev.waggle.swarm.resume;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.runlog.ReplayDivergedException;
import dev.waggle.swarm.testbed.HandClock;
import dev.waggle.swarm.testbed.ProcessLife;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static dev.waggle.signal.Payload.Stance.AGREE;
import static dev.waggle.swarm.testbed.ScriptedAgent.fourRounds;
import static dev.waggle.swarm.testbed.SolveTestBed.RUN;
import static dev.waggle.swarm.testbed.SolveTestBed.resume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Scenarios of resuming. {@link KilledSolveTest} kills a solve at every append; {@link CheckpointedSolvesTest} covers
 * its checkpoints.
 */
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class ResumeScenariosTest {

    private final SolveTestBed table = new SolveTestBed();

    private MemoryJournal killedAfterRound(int round, List<Agent> agents) {
        MemoryJournal log = new MemoryJournal();
        ProcessLife life = new ProcessLife(log, new MemoryJournal());
        SwarmConfig config = table.config(agents).withJournal(life.log()).withEventListener(event -> {
            if (event instanceof SwarmEvent.RoundEnded ended && ended.round() == round) {
                life.untilLogged(log.read(1, Integer.MAX_VALUE).size());
            }
        });
        try (Swarm swarm = new Swarm(config)) {
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> swarm.solveResumable(SolveTestBed.TASK, RUN));
        }
        return log;
    }

    @Test
    @DisplayName("H1 killed after round 2 of 4, the resumed solve equals the uninterrupted one")
    void h1AResumedSolveEqualsTheUninterruptedOne() {
        SolveTestBed whole = new SolveTestBed();
        SwarmResult result = resume(whole.config(fourRounds()), SolveTestBed.TASK);
        assertThat(result.timing().roundsUsed()).isEqualTo(4);
        MemoryJournal log = killedAfterRound(2, fourRounds());

        List<Agent> agents = fourRounds();
        SwarmResult resumed = resume(table.config(agents).withJournal(log), SolveTestBed.TASK);

        assertThat(resumed).isEqualTo(result);
        assertThat(signals(log)).isEqualTo(signals(whole.journal));
        for (Agent agent : agents) { // No agent takes a turn twice.
            assertThat(((ScriptedAgent) agent).turns()).extracting(turn -> turn.round()).allMatch(round -> round > 2);
        }
    }

    @Test
    @DisplayName("H3 an unknown id is that of a new solve")
    void h3AnUnknownIdIsANewSolve() {
        SwarmResult result = resume(table.config(fourRounds()), SolveTestBed.TASK);

        assertThat(result.solveId()).isEqualTo(RUN);
        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(table.logged()).extracting(entry -> entry.signal().scope().run()).containsOnly(RUN);
    }

    @Test
    @DisplayName("H4 resumed an hour later, no signal is lost to its lifetime")
    void h4NoSignalIsLostToThePause() {
        SwarmResult result = resume(new SolveTestBed().config(fourRounds()), SolveTestBed.TASK);
        MemoryJournal log = killedAfterRound(2, fourRounds());
        table.world.advance(Duration.ofHours(1));

        SwarmResult resumed = resume(table.config(fourRounds()).withJournal(log), SolveTestBed.TASK);

        assertThat(resumed).isEqualTo(result);
        assertThat(table.events(SwarmEvent.SignalExpired.class)).isEmpty();
        assertThat(log.read(1, Integer.MAX_VALUE).getLast().recordedAt())
                .isEqualTo(table.world.now()); // The log itself holds the real date.
    }

    @Test
    @DisplayName("H5 another task is refused, and both are named")
    void h5AnotherTaskIsRefused() {
        MemoryJournal log = killedAfterRound(1, fourRounds());
        List<Signal> before = signals(log);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> resume(table.config(fourRounds()).withJournal(log), Task.of("Tea or coffee?")))
                .withMessageContaining(SolveTestBed.TASK.text()).withMessageContaining("Tea or coffee?");
        assertThat(signals(log)).isEqualTo(before);
    }

    @Test
    @DisplayName("H5 another configuration is refused, and the difference is named")
    void h5AnotherConfigurationIsRefused() {
        MemoryJournal log = killedAfterRound(1, fourRounds());
        SwarmConfig config = table.config(fourRounds()).withJournal(log);

        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> resume(config.withConsensus(config.consensus().withThreshold(0.4)), SolveTestBed.TASK))
                .withMessageContaining("threshold was 0.7, now it is 0.4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> resume(table.config(ScriptedAgent.agent("x")).withJournal(log), SolveTestBed.TASK))
                .withMessageContaining("agents[0].id was \"a\", now it is \"x\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> resume(config.withLimits(Limits.defaults().withMaxRounds(9)), SolveTestBed.TASK))
                .withMessageContaining("maxRounds was 10, now it is 9");
    }

    @Test
    @DisplayName("H6 time used before the crash counts, the pause does not")
    void h6TimeBeforeTheCrashCounts() {
        Limits limits = Limits.defaults().withTimeout(Duration.ofSeconds(10));
        MemoryJournal log = new MemoryJournal();
        ProcessLife life = new ProcessLife(log, new MemoryJournal());
        List<Agent> slow = List.of(ScriptedAgent.agent("a").does(1, turn -> {
            table.world.advance(Duration.ofSeconds(6));
            return List.of(ScriptedAgent.proposes("p1"));
        }), ScriptedAgent.agent("b").does(2, turn -> {
            life.untilLogged(log.read(1, Integer.MAX_VALUE).size());
            return List.of();
        }));
        try (Swarm swarm = new Swarm(table.config(slow).withLimits(limits).withJournal(life.log()))) {
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> swarm.solveResumable(SolveTestBed.TASK, RUN));
        }
        HandClock later = new HandClock(table.world.now().plus(Duration.ofDays(1)));
        List<Agent> slower = List.of(ScriptedAgent.agent("a"), ScriptedAgent.agent("b").does(2, turn -> {
            assertThat(turn.remaining()).isEqualTo(Duration.ofSeconds(4));
            later.advance(Duration.ofSeconds(3));
            return List.of(ScriptedAgent.finds("so"));
        }));

        SwarmResult result = resume(
                table.config(slower).withLimits(limits).withWorld(later).withJournal(log), SolveTestBed.TASK);

        assertThat(result.failures()).isEmpty();
        assertThat(result.timing().total()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    @DisplayName("H6 a solve that had no time left has none when it is resumed")
    void h6ASolveWithoutTimeStaysWithout() {
        Limits limits = Limits.defaults().withTimeout(Duration.ofSeconds(10));
        List<Agent> late = List.of(ScriptedAgent.agent("a").does(1, turn -> {
            table.world.advanceWhenWaiting(1, Duration.ofSeconds(11));
            new CountDownLatch(1).await(); // It never answers.
            return List.of();
        }));
        SolveTestBed whole = new SolveTestBed();
        SwarmResult result = resume(table.config(late).withLimits(limits).withJournal(whole.journal),
                SolveTestBed.TASK);
        assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);

        for (int entries = 1; entries < whole.logged().size(); entries++) {
            MemoryJournal log = new MemoryJournal();
            whole.journal.read(1, entries).forEach(
                    entry -> log.append(entry.signal(), entry.emission(), entry.recordedAt()));
            HandClock later = new HandClock(table.world.now().plus(Duration.ofDays(1)));
            List<Agent> again = List.of(ScriptedAgent.agent("a").does(1, turn -> {
                later.advanceWhenWaiting(1, Duration.ofSeconds(11));
                new CountDownLatch(1).await();
                return List.of();
            }));

            SwarmResult resumed = resume(table.config(again).withLimits(limits).withWorld(later).withJournal(log),
                    SolveTestBed.TASK);

            assertThat(resumed).as(entries + " entries").isEqualTo(result);
        }
    }

    @Test
    @DisplayName("H8 an id that means a place elsewhere is refused")
    void h8IdsThatMeanPlacesAreRefused() {
        try (Swarm swarm = new Swarm(table.config(fourRounds()))) {
            assertThatIllegalArgumentException().isThrownBy(() -> swarm.solveResumable(SolveTestBed.TASK, "../../x"))
                    .withMessageContaining("../../x");
        }
        assertThat(table.logged()).isEmpty();
    }

    @Test
    @DisplayName("H9 a log that cannot be read is a clear error")
    void h9ALogThatCannotBeReadIsAClearError() {
        Journal unreadable = new Journal() {
            @Override
            public LogEntry append(Signal signal, Emission emission, java.time.Instant recordedAt) {
                throw new AssertionError("nothing may be written");
            }

            @Override
            public List<LogEntry> read(long fromSequence, int limit) {
                throw new UncheckedIOException(new IOException("the disk is gone"));
            }

            @Override
            public void close() {}
        };

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> resume(table.config(fourRounds()).withJournal(unreadable), SolveTestBed.TASK))
                .withMessageContaining(RUN).withMessageContaining("the disk is gone");
    }

    @Test
    @DisplayName("H10 a solve with debates, advice and mathematics goes on as it was, from every entry")
    void h10StateIsAsItWas() {
        ResumeTrial whole = ResumeTrial.begin();
        SwarmResult result = whole.solve();
        ResumeTrial killed = ResumeTrial.begin().untilLogged(83); // Within a debate.
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(killed::solve);

        SwarmResult resumed = killed.next().solve();

        assertThat(result.coordination().debateResults()).isNotEmpty();
        assertThat(resumed.coordination().debateResults()).isEqualTo(result.coordination().debateResults());
        assertThat(resumed.mathAnalysis()).isEqualTo(result.mathAnalysis());
        assertThat(resumed).isEqualTo(result);
    }

    @Test
    void aLogThatWasChangedIsRefusedAtTheEntryWhereItDeparts() {
        SwarmResult result = resume(table.config(fourRounds()), SolveTestBed.TASK);
        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        MemoryJournal forged = new MemoryJournal();
        long at = 0;
        for (LogEntry entry : table.logged()) {
            Signal signal = entry.signal();
            boolean isVote = at == 0 && signal.type().equals(SignalType.VOTE);
            at = isVote ? entry.sequence() : at;
            forged.append(isVote ? Signal.of(ScriptedAgent.votes(AGREE, "p2").withId(signal.id()),
                    new dev.waggle.signal.Stamp(signal.id(), signal.source(), signal.time(), signal.scope())) : signal,
                    entry.emission(), entry.recordedAt());
        }
        int before = signals(forged).size();

        try (Swarm swarm = new Swarm(table.config(fourRounds()).withJournal(forged))) {
            ReplayResult replay = swarm.replay(RUN);
            assertThat(replay.isEqual()).isFalse();
            assertThat(replay.equalEntries()).isEqualTo(at - 1);
            assertThat(replay.divergence().orElseThrow()).contains("entry " + at)
                    .contains("payload.proposalId: was \"p2\", would now be \"p1\"");
            long entry = at;
            assertThatExceptionOfType(ReplayDivergedException.class)
                    .isThrownBy(() -> swarm.solveResumable(SolveTestBed.TASK, RUN))
                    .satisfies(departed -> assertThat(departed.entry()).isEqualTo(entry));
        }
        assertThat(signals(forged)).hasSize(before);
    }

    @Test
    void aRunThatNobodyKnowsCannotBeReplayed() {
        try (Swarm swarm = new Swarm(table.config(fourRounds()))) {
            assertThatIllegalArgumentException().isThrownBy(() -> swarm.replay("run-8"))
                    .withMessageContaining("run-8");
        }
    }

    @Test
    void aRunWhoseLogLostItsBeginningIsRefused() {
        resume(table.config(fourRounds()), SolveTestBed.TASK);
        MemoryJournal tail = new MemoryJournal();
        table.journal.read(3, 10).forEach(
                entry -> tail.append(entry.signal(), entry.emission(), entry.recordedAt()));

        assertThatIllegalStateException()
                .isThrownBy(() -> resume(table.config(fourRounds()).withJournal(tail), SolveTestBed.TASK))
                .withMessageContaining("begins with task:new");
    }

    @Test
    void runsThatShareAJournalAreToldApart() {
        SwarmConfig config = table.config(fourRounds());
        SwarmResult first;
        try (Swarm swarm = new Swarm(config)) {
            first = swarm.solveResumable(SolveTestBed.TASK, "run-1");
            swarm.solveResumable(Task.of("Tea or coffee?"), "run-2");
        }

        try (Swarm swarm = new Swarm(table.config(fourRounds()))) {
            assertThat(swarm.replay("run-1").summary()).startsWith("equal, ");
            assertThat(swarm.replay("run-2").isEqual()).isTrue();
            assertThat(swarm.solveResumable(SolveTestBed.TASK, "run-1")).isEqualTo(first);
        }
    }

    private static List<Signal> signals(Journal journal) {
        return journal.read(1, Integer.MAX_VALUE).stream().map(LogEntry::signal).toList();
    }
}
