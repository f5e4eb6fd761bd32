package dev.waggle.swarm.engine.loop;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.CallFacts;
import dev.waggle.swarm.testbed.AskingAgent;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import dev.waggle.swarm.testbed.VotingAgent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The closing call: before a solve ends undecided, missing votes are asked for once. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class ClosingCallTest {

    private final SolveTestBed table = new SolveTestBed();

    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void missingVotesAreAskedForAfterTheLastRoundAndBeforeSilence(int rounds) {
        VotingAgent author = author().closesWith(Stance.AGREE);
        VotingAgent voter = new VotingAgent("b").closesWith(Stance.AGREE);

        SwarmResult result = solve(rounds, author, voter);

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.answer()).isEqualTo("do p1");
        int last = result.timing().roundsUsed();
        Signal proposal = SolveTestBed.said(result, SignalType.PROPOSAL).getFirst();
        assertThat(voter.closings()).singleElement().satisfies(turn -> {
            assertThat(turn.round()).isEqualTo(last);
            assertThat(turn.mail().received()).containsExactly(proposal);
            assertThat(turn.mail().delivered()).isEmpty();
        });
        assertThat(SolveTestBed.said(result, SignalType.VOTE)).hasSize(2)
                .allSatisfy(vote -> assertThat(vote.scope().round()).isEqualTo(last));
    }

    @Test
    void onlyAgentsWhoseVoteIsMissingAreAsked() {
        VotingAgent author = author().closesWith(Stance.AGREE);
        VotingAgent voted = new VotingAgent("b").says(2, ScriptedAgent.votes(Stance.AGREE, "p1"));
        VotingAgent deaf = new VotingAgent(AgentProfile.of("c").withListens(List.of(SignalType.TASK_NEW)));
        VotingAgent mute = new VotingAgent(AgentProfile.of("d").withCanEmit(List.of(SignalType.DISCOVERY)));

        SwarmResult result = solve(10, author, voted, deaf, mute);

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(author.closings()).hasSize(1);
        assertThat(voted.closings()).isEmpty();
        assertThat(deaf.closings()).as("it listens to no proposal").isEmpty();
        assertThat(mute.closings()).as("it may not vote").isEmpty();
        assertThat(closingFacts()).singleElement()
                .satisfies(
                        fact -> assertThat(fact.payload().toString()).contains("value=a]").doesNotContain("value=b]"));
    }

    @Test
    void codeIsNotAskedAndItsSolvesEndAsBefore() {
        SwarmResult result = solve(10, ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1")),
                ScriptedAgent.agent("b"));

        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
        assertThat(closingFacts()).isEmpty();
    }

    @Test
    void aSolveWhoseVotesAreStillMissingDoesNotEndInSilence() {
        assertThat(solve(10, author(), new VotingAgent("b")).ending()).isEqualTo(LoopStop.NO_VOTES);
        assertThat(new ClosingCallTest().solve(1, author(), new VotingAgent("b")).ending())
                .isEqualTo(LoopStop.MAX_ROUNDS);
    }

    @Test
    void votesThatDecideNothingLeaveTheEndingAsItWas() {
        SwarmResult result = solve(10, author().closesWith(Stance.AGREE),
                new VotingAgent("b").closesWith(Stance.DISAGREE));

        assertThat(result.consensus().decided()).isFalse();
        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
    }

    @Test
    void aSwarmThatHasTooFewVotersIsNotAsked() {
        VotingAgent alone = author();

        assertThat(solve(10, alone).ending()).isEqualTo(LoopStop.NO_VOTES);
        assertThat(alone.closings()).isEmpty();
    }

    @Test
    void onlyVotesAreTaken() {
        VotingAgent talker = new VotingAgent("b").closes(turn -> List.of(ScriptedAgent.finds("one more thing"),
                ScriptedAgent.proposes("p2"), ScriptedAgent.votes(Stance.AGREE, "p1")));

        SwarmResult result = solve(10, author().closesWith(Stance.AGREE), talker);

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.activity().refusals()).extracting(SignalRefusal::reason)
                .containsExactly(SignalRefusal.Reason.VOTES_ONLY, SignalRefusal.Reason.VOTES_ONLY);
        assertThat(SolveTestBed.types(result)).doesNotContain("discovery");
    }

    @Test
    void aFailedClosingTurnIsAFailureAndIsNotRepeated() {
        AtomicInteger calls = new AtomicInteger();
        VotingAgent broken = new VotingAgent("b").closes(turn -> {
            calls.incrementAndGet();
            throw new IllegalStateException("no line");
        });

        SwarmResult result = solve(10, author().closesWith(Stance.AGREE), broken);

        assertThat(result.ending()).isEqualTo(LoopStop.NO_VOTES);
        assertThat(result.failures()).singleElement().satisfies(
                failure -> assertThat(failure.message()).isEqualTo("no line"));
        assertThat(calls).hasValue(1);
    }

    @Test
    void noCallIsMadeWithoutMoney() {
        VotingAgent voter = new VotingAgent("b");
        Harness costly = new MeteredHarness(ScriptedHarness.playing((_, _, run) -> {
            run.text("x");
            return ScriptedHarness.output("x", ScriptedHarness.usage(60, 40));
        }));

        SwarmResult result = SolveTestBed.solve(config(10, author(), voter,
                new AskingAgent("c", costly, ScriptedAgent.finds("x")))
                .withSpending(SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(100))));

        assertThat(result.ending()).isEqualTo(LoopStop.BUDGET);
        assertThat(voter.closings()).isEmpty();
    }

    @Test
    void noCallIsMadeWithoutRoomForAVote() {
        VotingAgent voter = new VotingAgent("b");

        SwarmResult result = SolveTestBed.solve(config(10, author(), voter)
                .withLimits(Limits.defaults().withMaxSignals(2)));

        assertThat(result.ending()).isEqualTo(LoopStop.MAX_SIGNALS);
        assertThat(voter.closings()).isEmpty();
    }

    @Test
    void aCancelledClosingCallIsCancelled() {
        AtomicReference<Swarm> own = new AtomicReference<>();
        VotingAgent voter = new VotingAgent("b").closes(turn -> {
            own.get().close();
            return List.of();
        });
        try (Swarm swarm = new Swarm(config(10, author(), voter))) {
            own.set(swarm);

            assertThat(swarm.solve(SolveTestBed.TASK).ending()).isEqualTo(LoopStop.CANCELLED);
        }
    }

    @Test
    void aRoundOfFailuresIsNotFollowedByACall() {
        VotingAgent author = author();
        ScriptedAgent broken = ScriptedAgent.agent("b");
        for (int round = 1; round <= 3; round++) {
            broken.does(round, turn -> {
                throw new IllegalStateException("down");
            });
        }
        VotingAgent asked = new VotingAgent("c");

        SwarmResult result = solve(10, author, broken, asked);

        assertThat(result.ending()).as("b alone kept failing, while others answered").isEqualTo(LoopStop.NO_VOTES);
        assertThat(asked.closings()).hasSize(1);
    }

    @Test
    void killedAtEveryEntryTheResumedSolveEndsEqualAndAsksNobodyTwice() {
        SwarmResult whole = SolveTestBed.resume(config(10, agents(new AtomicInteger())), SolveTestBed.TASK);
        List<LogEntry> written = table.logged();
        int answered = indexOfLast(written, "turn:taken");
        for (int entries = 1; entries < written.size(); entries++) {
            MemoryJournal log = new MemoryJournal();
            written.subList(0, entries).forEach(entry -> log.append(entry.signal(), entry.emission(),
                    entry.recordedAt()));
            AtomicInteger asked = new AtomicInteger();
            SolveTestBed next = new SolveTestBed();

            SwarmResult resumed = SolveTestBed.resume(config(next, 10, agents(asked)).withJournal(log),
                    SolveTestBed.TASK);

            assertThat(resumed.ending()).as("killed after %d", entries).isEqualTo(whole.ending());
            assertThat(log.read(1, Integer.MAX_VALUE)).as("killed after %d", entries).extracting(LogEntry::signal)
                    .extracting(Signal::type).isEqualTo(written.stream().map(entry -> entry.signal().type()).toList());
            assertThat(asked.get()).as("killed after %d", entries).isEqualTo(entries > answered ? 0 : 1);
        }
    }

    @Test
    void aReplayAsksTheSameAgents() {
        SolveTestBed.resume(config(10, agents(new AtomicInteger())), SolveTestBed.TASK);
        AtomicInteger asked = new AtomicInteger();

        try (Swarm swarm = new Swarm(config(10, agents(asked)))) {
            ReplayResult replay = swarm.replay(SolveTestBed.RUN);
            assertThat(replay.divergence()).isEmpty();
        }
        assertThat(asked).hasValue(0);
    }

    private static List<Agent> agents(AtomicInteger asked) {
        return List.of(author().closesWith(Stance.AGREE), new VotingAgent("b").closes(turn -> {
            asked.incrementAndGet();
            return vote(turn);
        }));
    }

    private static List<Draft> vote(Turn turn) {
        assertThat(turn.closing()).isPresent();
        return List.of(ScriptedAgent.votes(Stance.AGREE, "p1"));
    }

    private static int indexOfLast(List<LogEntry> entries, String type) {
        int last = -1;
        for (int i = 0; i < entries.size(); i++) {
            last = entries.get(i).signal().type().text().equals(type) ? i : last;
        }
        return last;
    }

    private List<Signal> closingFacts() {
        return table.logged().stream().map(LogEntry::signal)
                .filter(signal -> signal.type().equals(CallFacts.CLOSING)).toList();
    }

    private static VotingAgent author() {
        return new VotingAgent("a").says(1, ScriptedAgent.proposes("p1"));
    }

    private SwarmResult solve(int rounds, Agent... agents) {
        return SolveTestBed.solve(config(rounds, agents));
    }

    private SwarmConfig config(int rounds, Agent... agents) {
        return config(rounds, List.of(agents));
    }

    private SwarmConfig config(int rounds, List<Agent> agents) {
        return config(table, rounds, agents);
    }

    private static SwarmConfig config(SolveTestBed bed, int rounds, List<Agent> agents) {
        return bed.config(agents).withMath(MathConfig.off()).withLimits(Limits.defaults().withMaxRounds(rounds))
                .withConsensus(ConsensusConfig.defaults().withConflictResolution(ConflictResolution.NONE));
    }
}
