package dev.waggle.swarm.fault;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Journal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.RefusingJournal;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import dev.waggle.swarm.testbed.TurnCountingAgent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Misbehaviour of agents, listeners, journals and callers: the solve ends all the same. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class MisbehaviourTest {

    private final SolveTestBed table = new SolveTestBed();

    @ParameterizedTest
    @DisplayName("F14 every turn that fails is an event and a signal")
    @MethodSource("failures")
    void everyTurnThatFailsIsAnEventAndASignal(String what, Participant failing) {
        SwarmResult result = table.solve(Limits.defaults().withMaxRounds(1), ScriptedAgent.agent("a").does(1, failing),
                ScriptedAgent.agent("b").does(1, failing));

        assertThat(result.ending()).as(what).isEqualTo(LoopStop.FAILURE);
        assertThat(result.answer()).isEqualTo(SwarmResult.NO_CONSENSUS);
        assertThat(table.events(SwarmEvent.AgentFailed.class)).hasSize(2);
        assertThat(result.failures()).hasSize(2).allSatisfy(failure -> assertThat(failure.message()).isNotBlank());
        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "agent:error", "agent:error");
        JsonValue task = JsonValue.of(result.signalLog().getFirst().id());
        assertThat(((Payload.Open) result.signalLog().get(1).payload()).data())
                .isInstanceOfSatisfying(JsonValue.Obj.class, body -> assertThat(body.fields())
                        .containsEntry("agentId", JsonValue.of("a"))
                        .containsEntry("signalIds", JsonValue.of(List.of(task)))
                        .containsEntry("context", JsonValue.of("agent.a.react")));
    }

    @SuppressWarnings({"NullAway", "DoNotCall"}) // Nulls and errors are what these agents are made for.
    static Stream<Arguments> failures() {
        return Stream.of(Arguments.of("exception", failing(turn -> {
            throw new Exception("the model is down");
        })), Arguments.of("runtime exception without a message", failing(turn -> {
            throw new IllegalStateException();
        })), Arguments.of("error", failing(turn -> {
            throw new AssertionError("boom");
        })), Arguments.of("stack overflow", failing(turn -> {
            throw new StackOverflowError();
        })), Arguments.of("interruption", failing(turn -> {
            throw new InterruptedException("gone");
        })), Arguments.of("null", failing(turn -> null)),
                Arguments.of("null among drafts", failing(turn -> Arrays.asList(ScriptedAgent.finds("x"), null))),
                Arguments.of("an exception that cannot say what it is", failing(turn -> {
                    throw new Speechless();
                })));
    }

    private static Participant failing(Participant participant) {
        return participant;
    }

    @ParameterizedTest
    @MethodSource("joiners")
    void anAgentThatCannotJoinFailsItsTurnsAndTheOthersGoOn(String what, Agent absent) {
        List<Agent> agents = new ArrayList<>(ScriptedAgent.team());
        agents.addFirst(absent);

        SwarmResult result = SolveTestBed.solve(table.config(agents));

        assertThat(result.answer()).as(what).isEqualTo("do p1");
        assertThat(result.failures()).isNotEmpty().allSatisfy(failure -> assertThat(failure)
                .returns("absent", AgentFailure::agentId)
                .satisfies(it -> assertThat(it.message()).contains("could not join")));
    }

    @SuppressWarnings("NullAway") // One of these agents joins with null.
    static Stream<Arguments> joiners() {
        return Stream.of(Arguments.of("exception", joining(briefing -> {
            throw new IllegalStateException("no key");
        })), Arguments.of("error", joining(briefing -> {
            throw new NoClassDefFoundError("driver");
        })), Arguments.of("nobody", joining(briefing -> null)));
    }

    @Test
    void anAgentThatHangsWhileItJoinsCostsTheTimeOnly() {
        Limits limits = Limits.defaults().withTimeout(Duration.ofMillis(50));
        CountDownLatch thinking = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        Agent absent = joining(briefing -> {
            thinking.countDown();
            SolveTestBed.waitStubbornly(released);
            return turn -> List.of();
        });
        try (Swarm swarm = new Swarm(table.config(absent, ScriptedAgent.agent("b")).withLimits(limits))) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            SolveTestBed.waitStubbornly(thinking);
            table.runOut(limits);

            assertThat(solving.join().ending()).isEqualTo(LoopStop.TIMEOUT);
        } finally {
            released.countDown();
        }
    }

    @Test
    void anAgentThatFailsWhenAskedForATurnFailsThatTurnAndIsNotAskedAgain() {
        Agent broken = Agent.of(AgentProfile.of("broken").withListens(List.of()), new Participant() {
            @Override
            public List<Draft> react(Turn turn) {
                return List.of(ScriptedAgent.finds("never said"));
            }

            @Override
            public boolean wantsTurn(int round) {
                throw new StackOverflowError("asked in round " + round);
            }
        });
        SwarmResult result = table.solve(broken);

        assertThat(result.ending()).isEqualTo(LoopStop.FAILURE);
        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "agent:error");
        assertThat(result.failures()).singleElement()
                .satisfies(failure -> assertThat(failure.message()).contains("asked in round 1"));
    }

    @Test
    void anAgentThatChangesItsMindIsAskedOnceARound() {
        List<Integer> rounds = new ArrayList<>();
        TurnCountingAgent fickle = new TurnCountingAgent(round -> {
            rounds.add(round);
            return rounds.size() % 2 == 1;
        });
        SwarmResult result = table.solve(fickle.agent());

        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
        assertThat(rounds).containsExactly(1, 2);
        assertThat(fickle.turns()).containsExactly(1);
        assertThat(result.timing().roundsUsed()).isEqualTo(1);
    }

    @Test
    void aListenerThatThrowsDoesNoHarm() {
        SwarmResult watched = SolveTestBed.solve(table.config(ScriptedAgent.team()).withEventListener(event -> {
            if (event instanceof SwarmEvent.Detail) {
                throw new IllegalStateException("no " + event.type());
            }
            throw new AssertionError("unexpected " + event.type());
        }));

        assertThat(watched).isEqualTo(SolveTestBed.solve(new SolveTestBed().config(ScriptedAgent.team())));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void aJournalThatFailsIsAnExceptionAndNoHang(int entry) {
        Journal journal = failing(entry);
        try (Swarm swarm = new Swarm(table.config(ScriptedAgent.team()).withJournal(journal))) {
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> swarm.solve(SolveTestBed.TASK))
                    .withMessageContaining("disk full");
            assertThat(table.story()).doesNotContain("solve:complete");
        }
        assertThat(journal.read(1, 100)).hasSize(entry - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void aJournalThatFailsEndsTheStreamWithTheException(int entry) {
        try (Swarm swarm = new Swarm(table.config(ScriptedAgent.team()).withJournal(failing(entry)));
                SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            List<SwarmEvent> seen = new ArrayList<>();

            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> stream.forEach(seen::add));
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(stream::result);
            assertThat(seen).noneMatch(event -> event instanceof SwarmEvent.SolveCompleted);
        }
    }

    @Test
    void whatTheJournalCannotHoldIsRefusedAndTheSolveGoesOn() {
        SwarmResult result = SolveTestBed.solve(table.config(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("huge"), ScriptedAgent.proposes("p1"),
                        ScriptedAgent.votes(Stance.AGREE, "p1")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.votes(Stance.AGREE, "p1")))
                .withJournal(RefusingJournal.of("huge")));

        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "agent:error", "proposal", "vote", "vote",
                "challenge", "consensus:reached");
        assertThat(result.activity().refusals()).singleElement().returns(SignalRefusal.Reason.UNWRITABLE,
                SignalRefusal::reason);
        assertThat(result.failures()).singleElement().returns("a", AgentFailure::agentId)
                .returns("agent.a.publish", AgentFailure::context)
                .returns("the line is too long", AgentFailure::message);
    }

    @Test
    void whatTheRuntimeCannotWriteIsRefusedAndTheResultStands() {
        SwarmResult result = SolveTestBed.solve(
                table.config(ScriptedAgent.team()).withJournal(RefusingJournal.of("ConsensusReached")));

        assertThat(result.answer()).isEqualTo("do p1");
        assertThat(result.activity().refusals()).singleElement().returns(SignalRefusal.Reason.UNWRITABLE,
                SignalRefusal::reason);
        assertThat(result.failures()).isEmpty();
    }

    @Test
    void aTaskThatTheJournalCannotHoldIsAMistakeOfTheCaller() {
        try (Swarm swarm = new Swarm(table.config(ScriptedAgent.team()).withJournal(RefusingJournal.of("huge")))) {
            assertThatIllegalArgumentException().isThrownBy(() -> swarm.solve(Task.of("huge")))
                    .withMessage("the line is too long");
        }
    }

    @Test
    void anAgentThatFailsWithTooManyWordsIsCutShort() {
        SwarmResult result = table.solve(ScriptedAgent.agent("a").does(1, turn -> {
            throw new IllegalStateException("x".repeat(1_000_000));
        }));

        assertThat(result.failures()).singleElement()
                .satisfies(failure -> assertThat(failure.message()).hasSizeLessThan(11_000).startsWith("xxx"));
    }

    /** A journal that takes all entries before that one. */
    private static Journal failing(int entry) {
        AtomicInteger entries = new AtomicInteger();
        return new RefusingJournal(signal -> {
            if (entries.incrementAndGet() >= entry) {
                throw new UncheckedIOException(new java.io.IOException("disk full"));
            }
        });
    }

    private static Agent joining(Joining joining) {
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return AgentProfile.of("absent");
            }

            @Override
            public Participant join(JoinContext briefing) {
                return joining.join(briefing);
            }
        };
    }

    private interface Joining {
        Participant join(JoinContext briefing);
    }

    private static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no words");
        }
    }
}
