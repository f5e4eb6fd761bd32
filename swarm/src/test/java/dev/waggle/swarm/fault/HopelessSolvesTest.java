package dev.waggle.swarm.fault;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.DeferredTurnException;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.InboxFacts;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import dev.waggle.swarm.testbed.VotingAgent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.finds;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** Solves in which nearly nothing works: they end with a name, and no mail is lost. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class HopelessSolvesTest {

    private static final Participant DEFERRING = turn -> {
        throw new DeferredTurnException("later");
    };

    private static final Participant FAILING = turn -> {
        throw new IllegalStateException("garbage");
    };

    private SolveTestBed table = new SolveTestBed();

    @Test
    void agentsThatAlwaysDeferEndWithoutAnAnswerAndTheirMailIsListed() {
        SwarmResult result = solve(always("a", DEFERRING), always("b", DEFERRING));

        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
        assertThat(result.timing().roundsUsed()).isEqualTo(AgentMail.MAX_ATTEMPTS);
        assertThat(dead()).extracting(InboxFacts.DeadMail::agent).containsExactly("a", "b");
    }

    @Test
    void agentsThatWaitForEachOtherAreAskedForTheirVotes() {
        VotingAgent a = deferring("a").does(1, _ -> List.of(proposes("p1"))).closesWith(Stance.AGREE);
        VotingAgent b = deferring("b").closesWith(Stance.AGREE);

        SwarmResult result = solve(a, b);

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(b.closings()).hasSize(1);
        assertThat(dead()).isNotEmpty();
    }

    @Test
    void allButOneThatFailAreAFailureAndTheirMailIsListed() {
        VotingAgent only = new VotingAgent("a").says(1, proposes("p1")).closesWith(Stance.AGREE);

        SwarmResult result = solve(only, always("b", FAILING), always("c", FAILING));

        assertThat(result.ending()).isEqualTo(LoopStop.FAILURE);
        assertThat(dead()).extracting(InboxFacts.DeadMail::agent).contains("b", "c");
        assertThat(dead()).allSatisfy(mail -> assertThat(mail.signalIds()).isNotEmpty());
    }

    @Test
    void allButOneThatFailCanStillVoteInTheClosingCall() {
        VotingAgent b = new VotingAgent("b").closesWith(Stance.AGREE);
        for (int round = 1; round <= 10; round++) {
            b.does(round, FAILING);
        }

        SwarmResult result = solve(new VotingAgent("a").says(1, proposes("p1")).closesWith(Stance.AGREE), b);

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
    }

    @Test
    void oneAgentAloneEndsForWantOfVotes() {
        SwarmResult result = solve(new VotingAgent("a").says(1, proposes("p1"), votes(Stance.AGREE, "p1")));

        assertThat(result.ending()).isNotEqualTo(LoopStop.CONSENSUS);
        assertThat(result.consensus().decided()).isFalse();
    }

    @Test
    void theLastMoneyThatBuysOneVoteEndsWithTheBudget() {
        AtomicInteger calls = new AtomicInteger();
        Harness costly = new MeteredHarness(ScriptedHarness.playing((_, _, run) -> {
            calls.incrementAndGet();
            run.text("x");
            return ScriptedHarness.output("x", ScriptedHarness.usage(60, 40));
        }));

        SwarmResult result = SolveTestBed.solve(config(new VotingAgent("a").says(1, proposes("p1")),
                new AskingVoter("b", costly), new AskingVoter("c", costly))
                .withSpending(SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(180))));

        assertThat(calls).hasValue(1);
        assertThat(result.ending()).isEqualTo(LoopStop.BUDGET);
        assertThat(SolveTestBed.said(result, SignalType.VOTE)).hasSize(1);
    }

    @Test
    void voterThatHangsInTheClosingCallEndsWithTheTime() {
        VotingAgent hanging = new VotingAgent("b").closes(turn -> {
            table.world.advance(Limits.defaults().timeout().plus(Duration.ofSeconds(1)));
            return List.of();
        });

        SwarmResult result = solve(new VotingAgent("a").says(1, proposes("p1")).closesWith(Stance.AGREE), hanging);

        assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
    }

    @Test
    void agentThatLeavesInTheMiddleLeavesTheOthersToDecide() {
        VotingAgent leaving = new VotingAgent("c").says(1, finds("x"));
        for (int round = 2; round <= 10; round++) {
            leaving.does(round, FAILING);
        }

        SwarmResult result = solve(agent("a").says(1, proposes("p1"), votes(Stance.AGREE, "p1")),
                agent("b").says(2, votes(Stance.AGREE, "p1")), leaving.closes(FAILING));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
    }

    @Test
    void cancelledInTheClosingCallAndResumedItEndsWithAName() {
        AtomicReference<Swarm> own = new AtomicReference<>();
        VotingAgent voter = new VotingAgent("b").closes(turn -> {
            own.get().close();
            return List.of();
        });
        SwarmConfig config = config(new VotingAgent("a").says(1, proposes("p1")).closesWith(Stance.AGREE), voter);
        SolveEnding cancelled;
        try (Swarm swarm = new Swarm(config)) {
            own.set(swarm);
            cancelled = swarm.solveResumable(SolveTestBed.TASK, SolveTestBed.RUN).ending();
        }
        List<LogEntry> written = table.logged();

        assertThat(cancelled).isEqualTo(LoopStop.CANCELLED);
        for (int entries = written.size() - 4; entries < written.size(); entries++) {
            MemoryJournal log = new MemoryJournal();
            written.subList(0, entries).forEach(entry -> log.append(entry.signal(), entry.emission(),
                    entry.recordedAt()));
            table = new SolveTestBed();
            SwarmResult resumed = SolveTestBed.resume(config(
                    new VotingAgent("a").says(1, proposes("p1")).closesWith(Stance.AGREE),
                    new VotingAgent("b").closesWith(Stance.AGREE)).withJournal(log), SolveTestBed.TASK);
            assertThat(resumed.ending()).as("after %d of %d", entries, written.size()).isIn(LoopStop.CANCELLED,
                    LoopStop.NO_VOTES, LoopStop.CONSENSUS);
        }
    }

    private static ScriptedAgent always(String id, Participant deed) {
        ScriptedAgent agent = agent(id);
        for (int round = 1; round <= 10; round++) {
            agent.does(round, deed);
        }
        return agent;
    }

    private static VotingAgent deferring(String id) {
        VotingAgent agent = new VotingAgent(id);
        for (int round = 1; round <= 10; round++) {
            agent.does(round, DEFERRING);
        }
        return agent;
    }

    private List<InboxFacts.DeadMail> dead() {
        return table.logged().stream().map(LogEntry::signal).filter(signal -> signal.type().equals(InboxFacts.DEAD))
                .map(InboxFacts::readDead).toList();
    }

    private SwarmResult solve(Agent... agents) {
        return SolveTestBed.solve(config(agents));
    }

    private SwarmConfig config(Agent... agents) {
        return table.config(agents).withMath(MathConfig.off()).withConsensus(
                ConsensusConfig.defaults().withConflictResolution(ConflictResolution.NONE));
    }

    /** An agent that pays for a call of its model before it votes in a closing turn, and says nothing else. */
    private record AskingVoter(AgentProfile profile, Harness harness) implements Agent {

        AskingVoter(String id, Harness harness) {
            this(AgentProfile.of(id), harness);
        }

        @Override
        public Participant join(JoinContext briefing) {
            return new Participant() {
                @Override
                public List<Draft> react(Turn turn) throws Exception {
                    if (turn.closing().isEmpty()) {
                        return List.of();
                    }
                    var _ = harness.run(HarnessInput.of(List.of(Message.user("What now?"))),
                            RunContext.of(new RunContext.Caller(new Emission(profile.id(), turn.invocation()),
                                    Scope.ofRun(briefing.run(), turn.round()), null),
                                    briefing.world(), turn.transcript()).withMeter(briefing.meter()));
                    return List.of(votes(Stance.ABSTAIN, "p1"));
                }

                @Override
                public boolean takesClosingTurn() {
                    return true;
                }
            };
        }
    }
}
