package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.DebateContext;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.DebateProbabilities;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static dev.waggle.swarm.testbed.ScriptedAgent.author;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Debates in a solve, through the public API. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class DebateScenariosTest {

    private static final Draft AGREES_WITH_A = ScriptedAgent.votes(Stance.AGREE, "A");

    private final SolveTestBed table = new SolveTestBed();

    // --- start of a debate ---

    @Test
    @DisplayName("E1 G3 rival proposals without consensus are debated by default")
    void e1RivalProposalsWithoutConsensusAreDebatedByDefault() {
        assertThat(ConsensusConfig.defaults().conflictResolution().wireName()).isEqualTo("debate");
        SwarmResult result = table.solve(author("a", "A"), author("b", "B"), silent("c"));

        assertThat(result.coordination().debateResults()).hasSize(1);
        List<String> story = table.milestones();
        assertThat(story).containsSubsequence("round:start 2", "consensus:check(undecided)", "debate:start(A B)",
                "debate:round 1", "debate:round 2", "debate:round 3", "debate:end(unresolved)", "round:end 2");
    }

    @Test
    @DisplayName("E1 the rivals of the only round are debated in it")
    void e1TheRivalsOfTheOnlyRoundAreDebatedInIt() {
        SwarmResult result = solve(Limits.defaults().withMaxRounds(1), author("a", "A"), author("b", "B"));

        assertThat(result.coordination().debateResults()).hasSize(1);
        assertThat(table.milestones()).containsSubsequence("round:start 1", "consensus:check(undecided)",
                "debate:start(A B)", "debate:end(unresolved)", "round:end 1", "solve:complete");
        assertThat(result.ending()).isEqualTo(LoopStop.MAX_ROUNDS);
    }

    @Test
    @DisplayName("E1 rivals that nobody would answer in another round are debated at once")
    void e1RivalsThatNobodyWouldAnswerInAnotherRoundAreDebatedAtOnce() {
        SwarmResult result = table.solve(
                author("a", "A").listening(SignalType.TASK_NEW, SignalType.CHALLENGE).debating(1, AGREES_WITH_A),
                author("b", "B").listening(SignalType.TASK_NEW, SignalType.CHALLENGE).debating(1, AGREES_WITH_A));

        assertThat(result.coordination().debateResults()).singleElement().extracting(DebateResult::winningProposalId)
                .isEqualTo("A");
    }

    @Test
    void anEverydayVoteComesBeforeADebate() {
        SwarmResult result = table.solve(author("a", "A").says(2, AGREES_WITH_A),
                author("b", "B").says(2, AGREES_WITH_A), silent("c").says(2, AGREES_WITH_A));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.coordination().debateResults()).isEmpty();
    }

    @Test
    @DisplayName("E6 no pair is debated twice")
    void e6NoPairIsDebatedTwice() {
        ScriptedAgent talker = ScriptedAgent.agent("c");
        for (int round = 1; round <= 5; round++) {
            talker.says(round, ScriptedAgent.finds("fact " + round));
        }
        SwarmResult result = solve(Limits.defaults().withMaxRounds(5), author("a", "A"), author("b", "B"),
                talker.unasked());

        assertThat(result.timing().roundsUsed()).isEqualTo(5);
        assertThat(result.coordination().debateResults()).hasSize(1);
    }

    // --- course of a debate ---

    @Test
    @DisplayName("E2 a debate names the two most confident and tells posteriors that sum to one")
    void e2ADebateNamesTheTwoMostConfidentAndTellsPosteriorsThatSumToOne() {
        table.solve(author("a", "A", 0.6), author("b", "B", 0.9), author("c", "C", 0.7),
                silent("d").debating(1, ScriptedAgent.votes(Stance.AGREE, "B", 0.5)));

        assertThat(table.events(SwarmEvent.DebateStarted.class))
                .containsExactly(new SwarmEvent.DebateStarted("B", "C"));
        List<SwarmEvent.DebateRoundEnded> rounds = table.events(SwarmEvent.DebateRoundEnded.class);
        assertThat(rounds).extracting(SwarmEvent.DebateRoundEnded::round).containsExactly(1, 2, 3);
        assertThat(rounds).allSatisfy(round -> {
            assertThat(round.posteriors()).containsOnlyKeys("B", "C");
            assertThat(sum(round.posteriors())).isCloseTo(1, within(1e-12));
        });
        assertThat(rounds.getFirst().posteriors().get("B")).isCloseTo(DebateProbabilities.ofVotes(0.5), within(1e-12));
        assertThat(table.events(SwarmEvent.DebateEnded.class)).hasSize(1);
    }

    @Test
    void theModeratorChallengesBothInEveryRoundAndAsksForNewEvidenceFromTheSecondOn() {
        SwarmResult result = table.solve(author("a", "A"), author("b", "B"), silent("c"));

        List<Signal> challenges = result.signalLog().stream()
                .filter(signal -> signal.source().label().equals("debate-moderator")).toList();
        assertThat(challenges).hasSize(6).allSatisfy(signal -> {
            assertThat(signal.confidence()).isEqualTo(0.9);
            assertThat(words(signal)).contains("P2", "P3");
            assertThat(signal.links().replyTo()).isEqualTo(((Payload.Challenge) signal.payload()).targetSignalId());
        });
        assertThat(challenges.subList(0, 2)).noneMatch(signal -> words(signal).contains("NEW"));
        assertThat(challenges.subList(2, 6)).allMatch(signal -> words(signal).contains("NEW"));
        assertThat(result.consensus().dissent()).noneMatch(dissent -> dissent.agentId().equals("debate-moderator"));
        assertThat(result.coordination().debateResults().getFirst().signals()).containsAll(challenges);
    }

    @Test
    void everybodyWhoHearsItHasATurnInADebateAuthorsToo() {
        ScriptedAgent author = author("a", "A");
        ScriptedAgent deaf = silent("deaf").listening(SignalType.TASK_NEW, SignalType.PROPOSAL);
        ScriptedAgent hears = silent("c");
        table.solve(author, author("b", "B"), deaf, hears);

        assertThat(debates(author)).extracting(DebateContext::round).containsExactly(1, 2, 3);
        assertThat(debates(hears)).extracting(DebateContext::round).containsExactly(1, 2, 3);
        assertThat(debates(author)).allSatisfy(debate -> {
            assertThat(debate.proposalIds()).containsExactly("A", "B");
            assertThat(debate.ownOf("a")).containsExactly("A");
        });
        assertThat(debates(deaf)).isEmpty();
    }

    @Test
    @DisplayName("E3 B9 new votes resolve a debate and the decision stops the loop")
    void e3NewVotesResolveADebateAndTheDecisionStopsTheLoop() {
        SwarmResult result = table.solve(author("a", "A"), author("b", "B"), silent("c").debating(1, AGREES_WITH_A),
                silent("d").debating(1, AGREES_WITH_A));

        DebateResult debate = result.coordination().debateResults().getFirst();
        assertThat(debate.resolved()).isTrue();
        assertThat(debate.winningProposalId()).isEqualTo("A");
        assertThat(debate.confidence()).isCloseTo(DebateProbabilities.ofVotes(2), within(1e-12));
        assertThat(debate.roundsUsed()).isEqualTo(1);
        assertThat(table.milestones()).endsWith("debate:start(A B)", "signal:emitted(challenge)",
                "signal:emitted(challenge)", "agent:reacted(a)", "agent:reacted(b)", "agent:reacted(c)",
                "agent:reacted(d)", "signal:emitted(vote)", "signal:emitted(vote)", "debate:round 1",
                "debate:end(resolved)", "consensus:check(decided)", "signal:emitted(consensus:reached)", "round:end 2",
                "solve:complete");
        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.answer()).isEqualTo("do A");
        assertThat(result.timing().roundsUsed()).isEqualTo(2);
    }

    @Test
    @DisplayName("B9 a resolved conflict is no longer open")
    void b9AResolvedConflictIsNoLongerOpen() {
        SwarmResult result = table.solve(author("a", "A"), author("b", "B"), silent("c").debating(1, AGREES_WITH_A),
                silent("d").debating(1, AGREES_WITH_A));

        assertThat(table.events(SwarmEvent.ConflictDetected.class)).hasSize(1);
        assertThat(result.coordination().conflicts()).isEmpty();
        assertThat(result.coordination().resolvedConflicts()).singleElement().satisfies(pair -> {
            assertThat(proposalId(pair.signalA())).isEqualTo("A");
            assertThat(proposalId(pair.signalB())).isEqualTo("B");
        });
    }

    @Test
    @DisplayName("B9 a rivalry that the bus saw not is recorded all the same")
    void b9ARivalryThatTheBusSawNotIsRecordedAllTheSame() {
        // B and C both contradict the oldest rival, A: the bus records no pair of them.
        SwarmResult result = table.solve(author("a", "A", 0.1), author("b", "B"), author("c", "C"),
                silent("d").debating(1, ScriptedAgent.votes(Stance.AGREE, "C")),
                silent("e").debating(1, ScriptedAgent.votes(Stance.AGREE, "C")));

        assertThat(result.coordination().resolvedConflicts()).extracting(pair -> proposalId(pair.signalA()) + " "
                + proposalId(pair.signalB())).containsExactly("B C");
        assertThat(result.coordination().conflicts()).extracting(DebateScenariosTest::rivals).containsExactly("A B",
                "A C");
    }

    @Test
    @DisplayName("E4 posteriors do not move when nobody votes")
    void e4PosteriorsDoNotMoveWhenNobodyVotes() {
        table.solve(author("a", "A").says(2, AGREES_WITH_A), author("b", "B"),
                silent("c").debating(1, ScriptedAgent.finds("one")).debating(2, ScriptedAgent.finds("two")));

        List<SwarmEvent.DebateRoundEnded> rounds = table.events(SwarmEvent.DebateRoundEnded.class);
        assertThat(rounds).hasSize(3);
        assertThat(rounds).extracting(SwarmEvent.DebateRoundEnded::posteriors)
                .containsOnly(rounds.getFirst().posteriors());
        assertThat(table.events(SwarmEvent.DebateEnded.class)).singleElement().satisfies(ended -> {
            assertThat(ended.result().resolved()).isFalse();
            assertThat(ended.result().confidence()).isZero();
            assertThat(ended.result().roundsUsed()).isEqualTo(3);
        });
    }

    @Test
    @DisplayName("E4 saying the same again is no new evidence")
    void e4SayingTheSameAgainIsNoNewEvidence() {
        // Three agents support A before: above 80 % already, yet no debate was won by that.
        SwarmResult result = SolveTestBed.solve(table.config(author("a", "A").says(2, AGREES_WITH_A), author("b", "B"),
                silent("c").says(2, AGREES_WITH_A).debating(1, AGREES_WITH_A).debating(2, AGREES_WITH_A),
                silent("d").says(2, AGREES_WITH_A).debating(1, AGREES_WITH_A))
                .withConsensus(ConsensusConfig.defaults().withMinVoters(4)));

        List<SwarmEvent.DebateRoundEnded> rounds = table.events(SwarmEvent.DebateRoundEnded.class);
        assertThat(rounds).hasSize(3).allSatisfy(
                round -> assertThat(round.posteriors().get("A")).isCloseTo(DebateProbabilities.ofVotes(3),
                        within(1e-12)));
        assertThat(result.coordination().debateResults().getFirst().resolved()).isFalse();
    }

    @Test
    @DisplayName("E5 mail from before a debate is answered in the next round")
    void e5MailFromBeforeADebateIsAnsweredInTheNextRound() {
        ScriptedAgent listener = silent("c").says(3, ScriptedAgent.finds("the rest"));
        SwarmResult result = table.solve(author("a", "A"), author("b", "B"),
                ScriptedAgent.agent("d").says(2, ScriptedAgent.finds("before the debate")),
                listener.debating(1, ScriptedAgent.finds("in the debate")));

        assertThat(result.coordination().debateResults().getFirst().resolved()).isFalse();
        List<Turn> turns = listener.turns();
        Turn next = turns.stream().filter(turn -> turn.round() == 3).findFirst().orElseThrow();
        assertThat(next.debate()).isEmpty();
        assertThat(findings(next)).containsExactly("before the debate");
        assertThat(turns.stream().filter(turn -> turn.debate().isPresent()).flatMap(turn -> findings(turn).stream()))
                .isEmpty();
        assertThat(turns.stream().flatMap(turn -> turn.stimuli().stream()).map(Signal::id)).doesNotHaveDuplicates();
    }

    @Test
    void aDebateIsTheSameEveryTime() {
        List<List<String>> stories = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            SolveTestBed own = new SolveTestBed();
            own.solve(author("a", "A"), author("b", "B"), author("c", "C"),
                    silent("d").debating(1, ScriptedAgent.votes(Stance.DISAGREE, "B")).debating(2, AGREES_WITH_A),
                    silent("e").debating(2, AGREES_WITH_A));
            stories.add(own.story());
        }
        assertThat(stories).containsOnly(stories.getFirst());
    }

    // --- winner of a debate ---

    @Test
    @DisplayName("E10 the winner is never a third proposal")
    void e10TheWinnerIsNeverAThirdProposal() {
        Draft c = ScriptedAgent.votes(Stance.AGREE, "C");
        for (BallotRule ballots : BallotRule.values()) {
            SolveTestBed own = new SolveTestBed();
            SwarmResult result = SolveTestBed.solve(own
                    .config(author("a", "A").says(2, AGREES_WITH_A), author("b", "B"),
                            author("x", "C", 0.1), silent("c").debating(1, c), silent("d").debating(1, c),
                            silent("e").debating(1, c).debating(2, AGREES_WITH_A),
                            silent("f").debating(1, c).debating(2, AGREES_WITH_A))
                    .withConsensus(ConsensusConfig.defaults().withBallots(ballots).withThreshold(1)));

            DebateResult debate = result.coordination().debateResults().getFirst();
            List<SwarmEvent.DebateRoundEnded> rounds = own.events(SwarmEvent.DebateRoundEnded.class);
            assertThat(rounds.getFirst().posteriors().get("A")).as("%s", ballots).isCloseTo(
                    DebateProbabilities.ofVotes(1),
                    within(1e-12));
            assertThat(debate.winningProposalId()).as("%s", ballots).isEqualTo("A");
            assertThat(debate.roundsUsed()).as("%s", ballots).isEqualTo(2);
        }
    }

    @Test
    void whoeverChangesSidesCountsOnTheNewOne() {
        SwarmResult result = SolveTestBed.solve(table.config(author("a", "A"), author("b", "B"),
                silent("c").says(2, AGREES_WITH_A).debating(1, ScriptedAgent.votes(Stance.AGREE, "B")),
                silent("d").says(2, AGREES_WITH_A).debating(1, ScriptedAgent.votes(Stance.AGREE, "B")))
                .withConsensus(ConsensusConfig.defaults().withBallots(BallotRule.EXCLUSIVE).withMinVoters(3)));

        assertThat(result.coordination().debateResults()).singleElement().satisfies(debate -> {
            assertThat(debate.winningProposalId()).isEqualTo("B");
            assertThat(debate.confidence()).isCloseTo(DebateProbabilities.ofVotes(2), within(1e-12));
        });
    }

    @Test
    void aResolvedDebateDecidesNothingThatTheVotesDoNot() {
        SwarmResult result = SolveTestBed.solve(table.config(author("a", "A"), author("b", "B"),
                silent("c").debating(1, AGREES_WITH_A), silent("d").debating(1, AGREES_WITH_A))
                .withConsensus(ConsensusConfig.defaults().withMinVoters(4)));

        assertThat(result.coordination().debateResults()).singleElement().extracting(DebateResult::winningProposalId)
                .isEqualTo("A");
        assertThat(result.consensus().decided()).isFalse();
        assertThat(table.events(SwarmEvent.ConsensusChecked.class)).hasSize(2); // before the debate and after it
    }

    private SwarmResult solve(Limits limits, Agent... agents) {
        return table.solve(limits, agents);
    }

    private static ScriptedAgent silent(String id) {
        return ScriptedAgent.agent(id);
    }

    private static List<DebateContext> debates(ScriptedAgent agent) {
        return agent.turns().stream().flatMap(turn -> turn.debate().stream()).toList();
    }

    private static List<String> findings(Turn turn) {
        return turn.stimuli().stream().map(Signal::payload).filter(Payload.Discovery.class::isInstance)
                .map(found -> ((Payload.Discovery) found).finding()).toList();
    }

    private static String words(Signal challenge) {
        return ((Payload.Challenge) challenge.payload()).counterArgument();
    }

    private static String proposalId(Signal signal) {
        return ((Payload.Proposal) signal.payload()).proposalId();
    }

    private static String rivals(ConflictPair pair) {
        return proposalId(pair.signalA()) + " " + proposalId(pair.signalB());
    }

    private static double sum(Map<String, Double> posteriors) {
        return posteriors.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
