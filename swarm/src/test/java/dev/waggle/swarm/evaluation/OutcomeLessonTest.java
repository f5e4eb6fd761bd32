package dev.waggle.swarm.evaluation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConfidenceEstimate;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.evaluation.OutcomeBallot.StatedAnswer;
import dev.waggle.swarm.selection.AgentCalibration.ClaimOutcome;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.evaluation.SampleOutcomes.answered;
import static dev.waggle.swarm.evaluation.SampleOutcomes.author;
import static dev.waggle.swarm.evaluation.SampleOutcomes.ballots;
import static dev.waggle.swarm.evaluation.SampleOutcomes.outcome;
import static dev.waggle.swarm.evaluation.SampleOutcomes.voter;
import static org.assertj.core.api.Assertions.assertThat;

/** Lessons of an outcome for the reliability of agents, and for the calibration of their confidences. */
class OutcomeLessonTest {

    private static final OutcomeBallot[] SIX = {author("a", "p", 0.9), author("b", "q", 0.8),
        voter("c", Stance.AGREE, "p", 0.7), voter("d", Stance.DISAGREE, "p", 0.6),
        voter("e", Stance.ABSTAIN, "p", 0.5), voter("f", Stance.AGREE, "q", 0.4)};

    private final SolveBallots approval = ballots(BallotRule.APPROVAL, SIX);
    private final SolveBallots exclusive = ballots(BallotRule.EXCLUSIVE, SIX);

    @Test
    void aCorrectAnswerRaisesItsAuthorAndSupportersAndLowersItsOpponents() {
        assertThat(reliability(outcome("r", OutcomeVerdict.CORRECT, approval))).isEqualTo(
                Map.of("a", true, "c", true, "d", false));
        assertThat(reliability(outcome("r", OutcomeVerdict.INCORRECT, approval))).isEqualTo(
                Map.of("a", false, "c", false, "d", true));
    }

    @Test
    void underExclusiveBallotsAgreementWithAnotherAnswerOpposesTheLeader() {
        assertThat(reliability(outcome("r", OutcomeVerdict.CORRECT, exclusive))).isEqualTo(
                Map.of("a", true, "c", true, "d", false, "f", false));
        assertThat(reliability(outcome("r", OutcomeVerdict.INCORRECT, exclusive))).isEqualTo(
                Map.of("a", false, "c", false, "d", true, "f", true));
    }

    @Test
    void aPartialAnswerTeachesNothingAboutAgents() {
        OutcomeRecord partial = outcome("r", OutcomeVerdict.PARTIAL, exclusive);

        assertThat(reliability(partial)).isEmpty();
        assertThat(claims(partial)).isEmpty();
    }

    @Test
    void theRightAnswerJudgesEveryAgentWithAnAnswerAlsoWhereTheSwarmLost() {
        OutcomeRecord lost = answered("r", "do q", approval);

        assertThat(lost.judgement().verdict()).isEqualTo(OutcomeVerdict.INCORRECT);
        assertThat(reliability(lost)).isEqualTo(Map.of("a", false, "b", true, "c", false, "f", true));
        assertThat(reliability(answered("r", "p", approval))).isEqualTo(
                Map.of("a", true, "b", false, "c", true, "d", false, "f", false));
        OutcomeRecord unvoiced = answered("r", "do neither", approval);
        assertThat(unvoiced.judgement().verdict()).isEqualTo(OutcomeVerdict.INCORRECT);
        assertThat(reliability(unvoiced)).isEqualTo(Map.of("a", false, "b", false, "c", false, "f", false));
    }

    @Test
    void anAuthorThatVotesCountsOnceAndByItsVote() {
        StatedAnswer own = new StatedAnswer("p", 0.9);
        SolveBallots both = ballots(BallotRule.APPROVAL,
                new OutcomeBallot("a", List.of(new CastVote("p", Stance.DISAGREE, 0.8)), List.of(own), own),
                new OutcomeBallot("b", List.of(new CastVote("p", Stance.AGREE, 0.8)), List.of(own), own),
                new OutcomeBallot("c", List.of(new CastVote("p", Stance.ABSTAIN, 0.8)), List.of(own), own));

        assertThat(new OutcomeLesson(outcome("r", OutcomeVerdict.CORRECT, both)).outcomes()).hasSize(2);
        assertThat(reliability(outcome("r", OutcomeVerdict.CORRECT, both))).isEqualTo(Map.of("a", false, "b", true));
    }

    @Test
    void aProposalClaimsToBeTheAnswerAndAVoteOnTheLeaderIsAClaimToo() {
        assertThat(claims(outcome("r", OutcomeVerdict.CORRECT, approval))).containsExactly(
                new ClaimOutcome("a", 0.9, true), new ClaimOutcome("b", 0.8, false), new ClaimOutcome("c", 0.7, true),
                new ClaimOutcome("d", 0.6, false));
        assertThat(claims(outcome("r", OutcomeVerdict.INCORRECT, approval))).containsExactly(
                new ClaimOutcome("a", 0.9, false), new ClaimOutcome("c", 0.7, false), new ClaimOutcome("d", 0.6, true));
        assertThat(claims(outcome("r", OutcomeVerdict.CORRECT, exclusive))).contains(new ClaimOutcome("f", 0.4, false));
        assertThat(claims(answered("r", "q", approval))).containsExactly(
                new ClaimOutcome("a", 0.9, false), new ClaimOutcome("b", 0.8, true), new ClaimOutcome("c", 0.7, false),
                new ClaimOutcome("f", 0.4, true));
    }

    @Test
    void aConfidenceThatNobodyStatedClaimsNothing() {
        SolveBallots silent = ballots(BallotRule.APPROVAL,
                new OutcomeBallot("a", List.of(new CastVote("p", Stance.AGREE, null)), List.of(), null));

        assertThat(claims(outcome("r", OutcomeVerdict.CORRECT, silent))).isEmpty();
        assertThat(reliability(outcome("r", OutcomeVerdict.CORRECT, silent))).isEqualTo(Map.of("a", true));
    }

    @Test
    void aSolveWithoutProposalsHasNoBallots() {
        ConsensusVerdict open = new ConsensusVerdict(false, null, 0, "nothing");
        SolveBallots none = BallotCollector.collect(new ConsensusResult(open, "voting", List.of(), List.of(), List.of(),
                0, Duration.ZERO, ConfidenceEstimate.ofAgreement(open)), List.<Signal>of(), BallotRule.APPROVAL);

        assertThat(none).isEqualTo(new SolveBallots(BallotRule.APPROVAL, List.of(), null, List.of()));
        assertThat(answered("r", "42", none).judgement().verdict()).isEqualTo(OutcomeVerdict.INCORRECT);
    }

    private static Map<String, Boolean> reliability(OutcomeRecord outcome) {
        Map<String, Boolean> right = new TreeMap<>();
        new OutcomeLesson(outcome).outcomes().forEach(one -> right.put(one.agentId(), one.correct()));
        return right;
    }

    private static List<ClaimOutcome> claims(OutcomeRecord outcome) {
        return new OutcomeLesson(outcome).claims();
    }
}
