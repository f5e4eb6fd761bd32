package dev.waggle.swarm.engine.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.seat.MemorySeatAnswers;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.RemoteSeat;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SolveEnding.MathStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.CallFacts;
import dev.waggle.swarm.testbed.AskingAgent;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.ScriptedLens;
import dev.waggle.swarm.testbed.SolveTestBed;
import dev.waggle.swarm.testbed.VotingAgent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.chatty;
import static dev.waggle.swarm.testbed.ScriptedAgent.finds;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** Every ending of a solve in which a vote is missing: a closing call comes first, or a limit forbids it. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class MissingVotesTest {

    /** Endings after which no call is made. */
    private static final Set<LoopStop> FINAL = EnumSet.of(LoopStop.CONSENSUS, LoopStop.MAX_SIGNALS, LoopStop.TIMEOUT,
            LoopStop.BUDGET, LoopStop.CANCELLED, LoopStop.SUSPENDED);

    private static final Participant FAILING = turn -> {
        throw new IllegalStateException("the model is down");
    };

    private SolveTestBed table = new SolveTestBed();

    private static List<SolveEnding> endings() {
        return SolveEnding.all();
    }

    private static List<SolveEnding> endingsAfterACall() {
        return SolveEnding.all().stream().filter(ending -> !(ending instanceof LoopStop stop && FINAL.contains(stop)))
                .toList();
    }

    private static List<SolveEnding> endingsOfOneProposal() {
        return endingsAfterACall().stream().filter(ending -> ending instanceof LoopStop
                && ending != LoopStop.ESCALATED && ending != LoopStop.OSCILLATING && ending != LoopStop.NO_VOTES)
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endings")
    void comesAfterAClosingCallOrALimitForbidsIt(SolveEnding ending) {
        VotingAgent late = new VotingAgent("late");
        if (ending != LoopStop.NO_VOTES) {
            late.closesWith(Stance.ABSTAIN);
        }

        SwarmResult result = endedBy(ending, late);

        assertThat(result.ending()).isEqualTo(ending);
        boolean isFinal = ending instanceof LoopStop stop && FINAL.contains(stop);
        assertThat(late.closings()).hasSize(isFinal ? 0 : 1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endingsOfOneProposal")
    void isADecisionWhenTheMissingVoteDecides(SolveEnding ending) {
        VotingAgent late = new VotingAgent("late").closesWith(Stance.AGREE);

        SwarmResult result = endedBy(ending, late);

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.answer()).isEqualTo("do p1");
        assertThat(late.closings()).hasSize(1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endingsAfterACall")
    void isTheSameAfterEveryInterruption(SolveEnding ending) {
        SwarmResult whole = resumed(ending, new MemoryJournal());
        List<LogEntry> written = table.logged();
        assertThat(whole.ending()).isEqualTo(ending);
        for (int entries = written.size() / 2; entries < written.size(); entries++) {
            MemoryJournal log = new MemoryJournal();
            written.subList(0, entries).forEach(entry -> log.append(entry.signal(), entry.emission(),
                    entry.recordedAt()));

            SwarmResult resumed = resumed(ending, log);

            assertThat(resumed.ending()).as("after %d", entries).isEqualTo(ending);
            assertThat(log.read(1, Integer.MAX_VALUE)).as("after %d", entries)
                    .extracting(entry -> entry.signal().type())
                    .isEqualTo(written.stream().map(entry -> entry.signal().type()).toList());
        }
    }

    @Test
    void isNoEscalationWhenTheMissingVoteDecides() {
        VotingAgent late = new VotingAgent("late").closes(turn -> List.of(votes(Stance.AGREE, "A")));

        SwarmResult result = SolveTestBed.solve(escalating(late, agent("b").says(1, proposes("B"))));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(SolveTestBed.said(result, SignalType.ESCALATE)).isEmpty();
    }

    @Test
    void isADecisionInsteadOfAStopOfMathematics() {
        VotingAgent late = new VotingAgent("late").closes(turn -> List.of(votes(Stance.AGREE, "p1")));

        SwarmResult result = SolveTestBed.solve(settling(MathStopReason.LEARNING_STALLED, late, Stance.DISAGREE));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(late.closings()).hasSize(1);
    }

    @Test
    void isDecidedByTheVotesThatAreThereWithoutACall() {
        VotingAgent late = new VotingAgent("late");

        SwarmResult result = SolveTestBed.solve(settling(MathStopReason.LEARNING_STALLED, late, Stance.AGREE));

        assertThat(result.consensus().decided()).isTrue();
        assertThat(late.closings()).isEmpty();
        assertThat(table.logged()).noneMatch(entry -> entry.signal().type().equals(CallFacts.CLOSING));
    }

    /** Solve that ends so, in which that agent does not vote. A new ending does not compile before it has one here. */
    private SwarmResult endedBy(SolveEnding ending, VotingAgent late) {
        if (ending == LoopStop.CANCELLED) {
            return cancelled(late);
        }
        return SolveTestBed.solve(config(ending, late));
    }

    private SwarmResult resumed(SolveEnding ending, MemoryJournal log) {
        SolveTestBed last = table;
        table = new SolveTestBed();
        VotingAgent late = new VotingAgent("late");
        if (ending != LoopStop.NO_VOTES) {
            late.closesWith(Stance.ABSTAIN);
        }
        SwarmConfig config = config(ending, late);
        SwarmResult result = SolveTestBed.resume(log.read(1, 1).isEmpty() ? config : config.withJournal(log),
                SolveTestBed.TASK);
        table = log.read(1, 1).isEmpty() ? table : last;
        return result;
    }

    private SwarmConfig config(SolveEnding ending, VotingAgent late) {
        return switch (ending) {
            case LoopStop.CONSENSUS -> config(author(), agent("b").says(2, votes(Stance.AGREE, "p1")), late);
            case LoopStop.MAX_ROUNDS -> config(author(), chatty("b"), late).withLimits(
                    Limits.defaults().withMaxRounds(2));
            case LoopStop.MAX_SIGNALS -> config(author(), chatty("b"), late).withLimits(
                    Limits.defaults().withMaxSignals(4));
            case LoopStop.TIMEOUT -> config(author(), agent("b").does(2, turn -> {
                table.world.advance(Limits.defaults().timeout().plus(Duration.ofSeconds(1)));
                return List.of();
            }), late);
            case LoopStop.SILENCE, LoopStop.NO_VOTES, LoopStop.CANCELLED -> config(author(), late);
            case LoopStop.FAILURE -> config(author().does(2, FAILING), agent("b").does(2, FAILING),
                    late.does(2, FAILING)).withLimits(Limits.defaults().withMaxRounds(2));
            case LoopStop.BUDGET -> config(author(), new AskingAgent("b", costly(), finds("x")), late)
                    .withSpending(SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(100)));
            case LoopStop.ESCALATED -> escalating(late, agent("b").says(1, proposes("B"), votes(Stance.AGREE, "B"),
                    votes(Stance.DISAGREE, "A")));
            case LoopStop.STALLED -> config(author(), chatty("b").speaking(SignalType.DISCOVERY), late);
            case LoopStop.OSCILLATING -> config(swaying(late));
            case LoopStop.SUSPENDED -> config(author(), new RemoteSeat(AgentProfile.of("b"),
                    new MemorySeatAnswers(table.world), Duration.ofDays(1)), late);
            case MathStop(MathStopReason reason) -> settling(reason, late, Stance.DISAGREE);
        };
    }

    private SwarmConfig config(Agent... agents) {
        return config(List.of(agents));
    }

    private SwarmConfig config(List<Agent> agents) {
        return table.config(agents).withMath(MathConfig.off());
    }

    private static ScriptedAgent author() {
        return agent("a").says(1, proposes("p1"), votes(Stance.AGREE, "p1"));
    }

    private SwarmConfig escalating(VotingAgent late, ScriptedAgent rival) {
        return config(agent("a").says(1, proposes("A"), votes(Stance.AGREE, "A")), rival, late)
                .withConsensus(ConsensusConfig.defaults().withConflictResolution(ConflictResolution.ESCALATE));
    }

    /** Two lenses that settle, since an alarm needs two, and two proposals, since one settles nothing. */
    private SwarmConfig settling(MathStopReason reason, VotingAgent late, Stance ofRival) {
        List<ScriptedLens> lenses = Stream.of("one", "other").map(name -> new ScriptedLens(name, round -> List.of(
                new Finding.Settle(name, reason, "as written")))).toList();
        return table.config(author(), chatty("b").says(1, proposes("p2"), votes(ofRival, "p1")), late)
                .withMath(MathConfig.defaults().withAllStops().withLenses(lenses))
                .withConsensus(ConsensusConfig.defaults()
                        .withThreshold(0.6).withConflictResolution(ConflictResolution.NONE));
    }

    /** Three agents of which one changes sides in every round, and one that only votes when it is asked. */
    private static List<Agent> swaying(VotingAgent late) {
        ScriptedAgent swing = agent("swing");
        for (int round = 2; round <= 10; round++) {
            Stance onA = round % 2 == 0 ? Stance.AGREE : Stance.DISAGREE;
            Stance onB = round % 2 == 0 ? Stance.DISAGREE : Stance.AGREE;
            swing.says(round, votes(onA, "A"), votes(onB, "B"));
        }
        return new ArrayList<>(List.of(agent("a").says(1, proposes("A"), votes(Stance.AGREE, "A"),
                votes(Stance.DISAGREE, "B")).unasked().says(10, finds("x")),
                agent("b").says(1, proposes("B"), votes(Stance.AGREE, "B")).says(2, votes(Stance.DISAGREE, "A"))
                        .unasked().says(10, finds("y")),
                swing.unasked(), late));
    }

    private SwarmResult cancelled(VotingAgent late) {
        AtomicReference<Swarm> own = new AtomicReference<>();
        try (Swarm swarm = new Swarm(config(LoopStop.CANCELLED, late).withEventListener(event -> {
            if (event instanceof SwarmEvent.RoundEnded) {
                own.get().close();
            }
        }))) {
            own.set(swarm);
            return swarm.solve(SolveTestBed.TASK);
        }
    }

    /** A model that uses up a hundred tokens. */
    private static Harness costly() {
        return new MeteredHarness(ScriptedHarness.playing((_, _, run) -> {
            run.text("x");
            return ScriptedHarness.output("x", ScriptedHarness.usage(60, 40));
        }));
    }
}
