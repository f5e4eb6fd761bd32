package dev.waggle.swarm.resume;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.OpenSeats;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.compose.SwarmAgent;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.ProcessLife;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** A solve that waits for people is suspended, and resumes with their answers as if they had come at once. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class SuspendedSolveTest {

    private static final int MAX_PROCESSES = 20;

    private final RemoteSeatTrial trial = new RemoteSeatTrial();

    @Test
    void theSolveIsSuspendedWhilePeopleAreAskedAndNothingClosesItsLog() {
        SwarmResult result = trial.solve();

        assertThat(result.ending()).isEqualTo(LoopStop.SUSPENDED);
        assertThat(result.openSeats()).extracting(request -> request.turn().seat()).containsExactly("maya", "olu");
        assertThat(result.openSeats()).extracting(SeatRequest::deadline)
                .containsOnly(trial.world.now().plus(RemoteSeatTrial.DEADLINE));
        assertThat(OpenSeats.of(RemoteSeatTrial.RUN, trial.entries()).requests()).isEqualTo(result.openSeats());
        assertThat(trial.isClosed()).isFalse();
        assertThat(trial.events.getLast()).isInstanceOf(SwarmEvent.SolveSuspended.class);
        assertThat(trial.seatFacts()).containsExactly("seat:asked maya 1", "seat:asked olu 1");
    }

    @Test
    void aRequiredVoterWhoAnswersAfterThreeDaysDecides() {
        SwarmResult result = trial.solve();
        for (int i = 0; i < MAX_PROCESSES && result.ending() == LoopStop.SUSPENDED; i++) {
            trial.world.advance(Duration.ofDays(3));
            trial.open().forEach(trial::answer);
            result = trial.solve();
        }

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.consensus().approval().approvedBy()).containsExactly("maya");
        assertThat(result.timing().total()).isLessThan(Duration.ofSeconds(1));
        assertThat(result.openSeats()).isEmpty();
        assertThat(trial.isClosed()).isTrue();
        assertThat(trial.asked.stream().mapToInt(agent -> agent.turns().size()).sum()).as("no turn is taken twice")
                .isEqualTo(2);
    }

    @Test
    void theLogEqualsThatOfPeopleWhoAnswerAtOnceInAnyOrderOfAnswers() {
        RemoteSeatTrial atOnce = new RemoteSeatTrial();
        SwarmResult prompt = atOnce.solveAtOnce();
        assertThat(prompt.ending()).isEqualTo(LoopStop.CONSENSUS);
        for (long seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            RemoteSeatTrial later = new RemoteSeatTrial();
            SwarmResult result = later.solve();
            for (int i = 0; i < MAX_PROCESSES && result.ending() == LoopStop.SUSPENDED; i++) {
                later.world.advance(Duration.ofHours(random.nextInt(1, 8)));
                List<SeatRequest> open = new ArrayList<>(later.open());
                if (!open.isEmpty() && random.nextBoolean()) {
                    SeatAnswer _ = later.answer(open.get(random.nextInt(open.size())));
                }
                result = later.solve();
            }
            while (result.ending() == LoopStop.SUSPENDED) {
                later.open().forEach(later::answer);
                result = later.solve();
            }
            assertThat(later.written()).as("seed " + seed).isEqualTo(atOnce.written());
            assertThat(later.seatFacts()).as("seed " + seed).isEqualTo(atOnce.seatFacts());
            assertThat(result.answer()).isEqualTo(prompt.answer());
            assertThat(result.timing()).as("seed " + seed).isEqualTo(prompt.timing());
        }
    }

    @Test
    void killedAtEveryAppendItGoesOnWithTheSameAnswers() {
        RemoteSeatTrial atOnce = new RemoteSeatTrial();
        SwarmResult prompt = atOnce.solveAtOnce();
        int size = atOnce.entries().size();
        for (int entries = 1; entries < size; entries++) {
            RemoteSeatTrial killed = new RemoteSeatTrial();
            int last = entries;
            assertThatExceptionOfType(UncheckedIOException.class).as("killed after " + entries).isThrownBy(() -> {
                ProcessLife life = new ProcessLife(killed.log, new MemoryJournal()).untilLogged(last);
                SwarmResult result = killed.solve(life, killed.answers);
                while (result.ending() == LoopStop.SUSPENDED) {
                    killed.world.advance(Duration.ofHours(5));
                    killed.open().forEach(killed::answer);
                    result = killed.solve(life, killed.answers);
                }
            });
            SwarmResult result = killed.solve();
            while (result.ending() == LoopStop.SUSPENDED) {
                killed.open().forEach(killed::answer);
                result = killed.solve();
            }
            assertThat(killed.written()).as("killed after " + entries).isEqualTo(atOnce.written());
            assertThat(killed.seatFacts()).as("killed after " + entries).isEqualTo(atOnce.seatFacts());
            assertThat(result.answer()).isEqualTo(prompt.answer());
        }
    }

    @Test
    void anotherProcessThatResumesTooEarlyWritesNothing() {
        SwarmResult first = trial.solve();
        int size = trial.entries().size();
        trial.world.advance(Duration.ofDays(1));

        SwarmResult second = trial.solve();

        assertThat(second.openSeats()).isEqualTo(first.openSeats());
        assertThat(trial.entries()).hasSize(size);
    }

    @Test
    void theSameSwarmGoesOnAfterAPauseThatIsLongerThanItsTimeout() {
        try (Swarm swarm = new Swarm(
                trial.config(new ProcessLife(trial.log, new MemoryJournal()), trial.answers))) {
            SwarmResult result = swarm.solveResumable(SolveTestBed.TASK, RemoteSeatTrial.RUN);
            while (result.ending() == LoopStop.SUSPENDED) {
                trial.world.advance(Duration.ofDays(2));
                trial.open().forEach(trial::answer);
                result = swarm.solveResumable(SolveTestBed.TASK, RemoteSeatTrial.RUN);
            }
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        }
    }

    @Test
    void aStreamEndsWithTheSuspension() {
        try (Swarm swarm = new Swarm(
                trial.config(new ProcessLife(trial.log, new MemoryJournal()), trial.answers));
                SwarmStream stream = swarm.streamResumable(SolveTestBed.TASK, RemoteSeatTrial.RUN)) {
            List<String> told = new ArrayList<>();
            stream.forEach(event -> told.add(SolveTestBed.told(event)));

            assertThat(told).endsWith("seat:asked(maya)", "seat:asked(olu)", "solve:suspended(2)");
            assertThat(stream.result().ending()).isEqualTo(LoopStop.SUSPENDED);
        }
    }

    @Test
    void withoutAnAnswerTheTurnIsEmptyAfterTheDeadlineAndALateAnswerIsRefused() {
        SwarmResult result = trial.solve();
        SeatRequest asked = result.openSeats().getFirst();
        trial.world.advance(RemoteSeatTrial.DEADLINE);
        assertThatIllegalArgumentException().isThrownBy(() -> trial.answer(asked))
                .withMessageContaining("is too late: its deadline was " + asked.deadline());

        for (int i = 0; i < MAX_PROCESSES && result.ending() == LoopStop.SUSPENDED; i++) {
            result = trial.solve();
            trial.world.advance(RemoteSeatTrial.DEADLINE);
        }

        assertThat(trial.seatFacts()).contains("seat:expired maya 1", "seat:expired olu 1");
        assertThat(result.consensus().decided()).isFalse();
        assertThat(result.consensus().approval().missing()).containsExactly("maya");
        assertThat(result.failures()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> trial.answer(asked));
    }

    @Test
    void anAnswerBeforeTheDeadlineCountsAlsoWhenTheSolveResumesLater() {
        SeatRequest asked = trial.solve().openSeats().getFirst();
        trial.world.advance(RemoteSeatTrial.DEADLINE.minusMillis(1));
        SeatAnswer _ = trial.answer(asked);
        trial.world.advance(RemoteSeatTrial.DEADLINE);

        SwarmResult _ = trial.solve();

        assertThat(trial.seatFacts()).contains("seat:answered maya 1", "seat:expired olu 1");
    }

    @Test
    void theSecondAnswerOfATurnIsRefusedByName() {
        SeatRequest asked = trial.solve().openSeats().getFirst();
        SeatAnswer _ = asked.answer(trial.answers, "Maya", List.of("pass"));

        assertThatIllegalArgumentException().isThrownBy(() -> asked.answer(trial.answers, "Olu", List.of("say no")))
                .withMessageContaining("seat \"maya\" in turn 1").withMessageContaining("already, from \"Maya\" at ");
        assertThat(trial.answers.find(asked.turn()).orElseThrow().lines()).containsExactly("pass");
    }

    @Test
    void anAnswerForAnotherTurnThanAskedIsRefused() {
        SwarmResult result = trial.solve();
        trial.open().forEach(trial::answer);
        SwarmResult next = trial.solve();
        OpenSeats open = OpenSeats.of(RemoteSeatTrial.RUN, trial.entries());
        SeatTurn old = result.openSeats().getFirst().turn();

        assertThat(next.ending()).isEqualTo(LoopStop.SUSPENDED);
        assertThat(open.of("maya").turn().turn()).isEqualTo(2);
        assertThatIllegalArgumentException().isThrownBy(() -> open.of(old))
                .withMessageContaining("seat \"maya\" in turn 1 (round 1 of run-7) is not asked now")
                .withMessageContaining("seat \"maya\" in turn 2");
        assertThatIllegalArgumentException().isThrownBy(() -> open.of("zoe"))
                .withMessageContaining("the seat \"zoe\" of run-7 is not asked now\nMaybe one of: ");
    }

    @Test
    void linesThatCannotBeReadAreRefusedBeforeTheyAreStored() {
        SeatRequest asked = trial.solve().openSeats().getFirst();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> asked.answer(trial.answers, "Maya", List.of("pass", "vote P9 agree 0.9")))
                .withMessageStartingWith("line 2: there is no proposal \"P9\"\nMaybe ");
        assertThatIllegalArgumentException().isThrownBy(() -> asked.answer(trial.answers, "Maya", List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> asked.answer(trial.answers, "Maya", List.of("say one\nsay two")))
                .withMessageContaining("line 1 holds a line break");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> asked.check(Collections.nCopies(SeatAnswer.MAX_LINES + 1, "pass")))
                .withMessageContaining("at most 100 lines, got 101");
        assertThatIllegalArgumentException().isThrownBy(() -> asked.check(List.of("say " + "x".repeat(100_000))));
        assertThatIllegalArgumentException().isThrownBy(() -> asked.answer(trial.answers, " ", List.of("pass")));
        assertThat(trial.answers.find(asked.turn())).isEmpty();
    }

    @Test
    void aSuspendedLogReplaysUpToItsEndAndAClosedOneAltogether() {
        SwarmResult _ = trial.solve();
        assertThat(replay(trial).divergence()).isEmpty();

        RemoteSeatTrial whole = new RemoteSeatTrial();
        SwarmResult _ = whole.solveAtOnce();
        ReplayResult replayed = replay(whole);
        assertThat(replayed.divergence()).isEmpty();
        assertThat(replayed.result().orElseThrow().ending()).isEqualTo(LoopStop.CONSENSUS);
    }

    private static ReplayResult replay(RemoteSeatTrial of) {
        LoggedRun logged = LoggedRun.of(RemoteSeatTrial.RUN, of.entries());
        try (Swarm swarm = new Swarm(logged.config().withJournal(of.log))) {
            return swarm.replay(RemoteSeatTrial.RUN);
        }
    }

    @Test
    void anAgentInThePlaceOfAPersonIsRefusedWhenTheAnswerIsTaken() {
        SwarmResult _ = trial.solve();
        LoggedRun logged = LoggedRun.of(RemoteSeatTrial.RUN, trial.entries());

        try (Swarm swarm = new Swarm(logged.config().withJournal(trial.log).withWorld(trial.world))) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> swarm.solveResumable(SolveTestBed.TASK, RemoteSeatTrial.RUN))
                    .withMessageContaining("the swarm has another agent in its place");
        }
    }

    @Test
    void aSwarmInsideAnotherCannotWait() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SwarmAgent(AgentProfile.of("inner"),
                        trial.config(new ProcessLife(trial.log, new MemoryJournal()), trial.answers)))
                .withMessageContaining("the seat \"maya\" of the swarm \"inner\" answers later");
    }
}
