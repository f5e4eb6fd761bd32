package dev.waggle.swarm.fault;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.InboxFacts;
import dev.waggle.swarm.testbed.MailedSolves;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import dev.waggle.swarm.testbed.VotingAgent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.finds;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** An agent whose model cannot be called at all gets one turn, and the solve continues without it. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class PermanentFailureTest extends MailedSolves {

    private static final Participant WRONG_KEY = failing(HarnessFailure.Kind.AUTHENTICATION);

    private static Participant failing(HarnessFailure.Kind kind) {
        return turn -> {
            throw new IllegalStateException("lab:x: " + kind.wireName(), HarnessException.of(kind, "no"));
        };
    }

    @ParameterizedTest
    @EnumSource
    void isOneThatNoLaterCallHeals(HarnessFailure.Kind kind) {
        boolean permanent = HarnessFailure.of(kind, "no").permanent();
        ScriptedAgent agent = agent("a").does(1, failing(kind));

        SwarmResult result = solve(agent);

        assertThat(agent.turns()).hasSize(permanent ? 1 : 2);
        assertThat(result.ending()).isEqualTo(permanent ? LoopStop.FAILURE : LoopStop.SILENCE);
    }

    @Test
    void ofEveryAgentEndsTheSolveAtOnceAndTheResultNamesIt() {
        SwarmResult result = solve(agent("a").does(1, WRONG_KEY), agent("b").does(1, WRONG_KEY));

        assertThat(result.ending()).isEqualTo(LoopStop.FAILURE);
        assertThat(result.timing().roundsUsed()).isEqualTo(1);
        assertThat(result.endingDetail()).endsWith("; unavailable: a, b");
        assertThat(result.failures()).extracting(AgentFailure::agentId, AgentFailure::message)
                .containsExactly(tuple("a", "lab:x: authentication"),
                        tuple("b", "lab:x: authentication"));
    }

    @Test
    void ofOneAfterTheOtherEndsTheSolveWithTheLast() {
        SwarmResult result = solve(agent("a").does(1, WRONG_KEY),
                agent("b").says(1, finds("x")).unasked().does(2, WRONG_KEY));

        assertThat(result.ending()).isEqualTo(LoopStop.FAILURE);
        assertThat(result.timing().roundsUsed()).isEqualTo(2);
    }

    @Test
    void givesAllMailOfItsAgentUpWithTheReason() {
        ScriptedAgent broken = agent("a").does(2, WRONG_KEY);

        SwarmResult result = solve(broken, agent("b").says(1, finds("x"), finds("y")).says(2, finds("z")).unasked()
                .says(3, finds("last")));

        assertThat(broken.turns()).hasSize(2);
        List<String> unanswered = broken.turns().getLast().stimuli().stream().map(Signal::id).toList();
        assertThat(facts("inbox:dead")).singleElement().satisfies(fact -> assertThat(InboxFacts.readDead(fact))
                .isEqualTo(new InboxFacts.DeadMail("a", unanswered, List.of(), 1, "lab:x: authentication")));
        assertThat(result.failures()).hasSize(1);
        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
    }

    @Test
    void leavesTheDecisionToTheOthers() {
        List<Turn> turns = new ArrayList<>();
        SwarmResult result = solve(agent("broken").does(1, WRONG_KEY),
                agent("a").says(1, proposes("p1"), votes(Stance.AGREE, "p1")), agent("b").does(2, turn -> {
                    turns.add(turn);
                    return List.of(votes(Stance.AGREE, "p1"));
                }));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(turns.getFirst().status().voters()).containsExactly("a", "b");
    }

    @Test
    void leavesEarlierVotesOfItsAgent() {
        SwarmResult result = solve(agent("broken").says(1, votes(Stance.AGREE, "p1")).does(2, WRONG_KEY),
                agent("a").says(1, proposes("p1")).says(3, votes(Stance.AGREE, "p1")).unasked());

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.consensus().votingRecord()).hasSize(2);
    }

    @Test
    void isNoSilenceWhenItsVoteIsMissing() {
        VotingAgent other = new VotingAgent("a").says(1, proposes("p1"), votes(Stance.AGREE, "p1"));

        SwarmResult result = solve(agent("broken").does(2, WRONG_KEY), other, agent("listener"));

        assertThat(result.ending()).isEqualTo(LoopStop.NO_VOTES);
        assertThat(result.endingDetail()).endsWith("; unavailable: broken");
        assertThat(other.closings()).as("its vote alone decides nothing").isEmpty();
    }

    @Test
    void inAClosingTurnIsNamedAndNotRepeated() {
        VotingAgent broken = new VotingAgent("broken").closes(WRONG_KEY);

        SwarmResult result = solve(agent("a").says(1, proposes("p1"), votes(Stance.AGREE, "p1")), broken);

        assertThat(broken.closings()).hasSize(1);
        assertThat(result.ending()).isEqualTo(LoopStop.NO_VOTES);
        assertThat(result.endingDetail()).endsWith("; unavailable: broken");
    }

    @Test
    void ofARequiredVoterDoesNotHoldTheSolve() {
        SwarmConfig config = config(agent("boss").does(1, WRONG_KEY),
                agent("a").says(1, proposes("p1"), votes(Stance.AGREE, "p1")), agent("b").says(2,
                        votes(Stance.AGREE, "p1")),
                ScriptedAgent.chatty("c").speaking(SignalType.DISCOVERY)).withConsensus(
                        ConsensusConfig.defaults()
                                .withApproval(ApprovalRule.requiring("boss")));

        SwarmResult result = SolveTestBed.solve(config.withMath(MathConfig.off()));

        assertThat(result.consensus().decided()).isFalse();
        assertThat(result.ending()).isEqualTo(LoopStop.STALLED);
        assertThat(result.endingDetail()).endsWith("; unavailable: boss");
    }

    @Test
    void ofAJoinDoesNotKeepTheDiscussionOpen() {
        Agent absent = new Agent() {
            @Override
            public AgentProfile profile() {
                return AgentProfile.of("absent");
            }

            @Override
            public Participant join(JoinContext briefing) {
                throw new IllegalStateException("no key");
            }
        };

        SwarmResult result = solve(absent, agent("a").says(1, proposes("p1"), votes(Stance.AGREE, "p1")),
                ScriptedAgent.chatty("c").speaking(SignalType.DISCOVERY));

        assertThat(result.failures()).hasSize(1);
        assertThat(result.ending()).isEqualTo(LoopStop.STALLED);
    }

    @Test
    void keepsTheItemsOfItsInboxForTheNextSolve() {
        post.subscribe("a", "alarm", false);
        outside("alarm");

        SwarmResult result = solve(agent("a").does(1, WRONG_KEY));

        assertThat(result.failures()).hasSize(1);
        assertThat(post.acknowledged("a")).isZero();
        assertThat(post.dead("a")).isEmpty();
        assertThat(post.attempts("a", sequence)).isEqualTo(1);
        ScriptedAgent repaired = agent("a");
        SolveTestBed.solve(table.config(repaired).withInboxes(post.afterCrash()));
        assertThat(types(repaired.turns().getFirst().stimuli())).contains("alarm");
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
    }

    @Test
    void inADebateGivesTheMailThatWaitsUpToo() {
        SwarmConfig config = config(agent("a").says(1, proposes("A")).says(2, finds("x")),
                agent("b").says(1, proposes("B")),
                agent("c").debates(1, WRONG_KEY));

        SwarmResult result = SolveTestBed.solve(config.withMath(MathConfig.off()));

        assertThat(result.failures()).hasSize(1);
        List<String> dead = InboxFacts.readDead(facts("inbox:dead").getFirst()).signalIds();
        assertThat(dead).as("two challenges, and the finding that waited").hasSize(3).doesNotHaveDuplicates();
    }

    @Test
    void isTheSameInASolveResumedFromEveryEntry() {
        SwarmResult whole = SolveTestBed.resume(resumable(table), SolveTestBed.TASK);
        List<LogEntry> written = table.logged();
        for (int entries = 1; entries < written.size(); entries++) {
            MemoryJournal log = new MemoryJournal();
            written.subList(0, entries).forEach(entry -> log.append(entry.signal(), entry.emission(),
                    entry.recordedAt()));

            SwarmResult resumed = SolveTestBed.resume(resumable(new SolveTestBed()).withJournal(log),
                    SolveTestBed.TASK);

            assertThat(resumed.ending()).as("after %d", entries).isEqualTo(whole.ending());
            assertThat(resumed.endingDetail()).as("after %d", entries).isEqualTo(whole.endingDetail());
            assertThat(log.read(1, Integer.MAX_VALUE)).as("after %d", entries)
                    .extracting(entry -> entry.signal().type())
                    .isEqualTo(written.stream().map(entry -> entry.signal().type()).toList());
        }
        try (Swarm swarm = new Swarm(resumable(table))) {
            assertThat(swarm.replay(SolveTestBed.RUN).divergence()).isEmpty();
        }
    }

    private static SwarmConfig resumable(SolveTestBed bed) {
        return bed.config(List.of(agent("a").does(2, WRONG_KEY),
                agent("b").says(1, proposes("p1"), votes(Stance.AGREE, "p1")).says(2, finds("x")).unasked(),
                new VotingAgent("c"))).withMath(MathConfig.off()).withLimits(Limits.defaults().withMaxRounds(4));
    }

    @Override
    public SwarmResult solve(Agent... agents) {
        return SolveTestBed.solve(config(agents).withMath(MathConfig.off()));
    }

    private List<Signal> facts(String type) {
        return table.logged().stream().map(LogEntry::signal).filter(signal -> signal.type().text().equals(type))
                .toList();
    }
}
