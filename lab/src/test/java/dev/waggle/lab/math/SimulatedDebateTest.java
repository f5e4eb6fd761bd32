package dev.waggle.lab.math;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SimulatedDebateTest {

    private static final int AGENTS = 5;
    private static final int SEEDS = 200;

    @Test
    void agreeOnlyNeverDisagrees() {
        assertThat(votes(DebateRegime.CLEAR, BallotStyle.AGREE)).allSatisfy(vote -> assertThat(stance(vote))
                .isEqualTo(Stance.AGREE));
    }

    @Test
    void agreeAndDisagreeJudgesEveryProposalInEachRound() {
        SimulatedDebate debate = new SimulatedDebate(DebateRegime.CLEAR, BallotStyle.AGREE_AND_DISAGREE, AGENTS, 1);
        debate.next();
        Map<Stance, Long> stances = debate.next().stream().filter(SimulatedDebateTest::isVote)
                .collect(Collectors.groupingBy(SimulatedDebateTest::stance, Collectors.counting()));
        assertThat(stances).containsOnly(Map.entry(Stance.AGREE, (long) AGENTS),
                Map.entry(Stance.DISAGREE, (long) AGENTS * (SimulatedDebate.PROPOSALS - 1)));
    }

    @Test
    void aStatedConfidenceIsHigherOnAverageForTheTruth() {
        DoubleSummaryStatistics right = new DoubleSummaryStatistics();
        DoubleSummaryStatistics wrong = new DoubleSummaryStatistics();
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedDebate debate = new SimulatedDebate(DebateRegime.CLEAR, BallotStyle.CONFIDENCE, AGENTS, seed);
            for (Signal vote : votes(debate)) {
                boolean isRight = ((Payload.Vote) vote.payload()).proposalId().equals("p" + debate.truth());
                (isRight ? right : wrong).accept(vote.confidence());
            }
        }
        assertThat(right.getAverage()).isCloseTo(0.745, within(0.01));
        assertThat(wrong.getAverage()).isCloseTo(0.663, within(0.01));
        assertThat(Math.min(right.getMin(), wrong.getMin())).isGreaterThanOrEqualTo(0.5);
        assertThat(Math.max(right.getMax(), wrong.getMax())).isLessThanOrEqualTo(0.99);
    }

    @Test
    void attackersStateTheLargestConfidence() {
        assertThat(votes(DebateRegime.SYBILS, BallotStyle.CONFIDENCE))
                .filteredOn(vote -> vote.source().equals(Source.agent("agent-0")))
                .allSatisfy(vote -> assertThat(vote.confidence()).isEqualTo(0.99));
    }

    @Test
    void theSameSeedGivesTheSameDebate() {
        for (BallotStyle style : BallotStyle.values()) {
            assertThat(votes(DebateRegime.DRIFT, style)).isEqualTo(votes(DebateRegime.DRIFT, style));
        }
    }

    private static List<Signal> votes(DebateRegime regime, BallotStyle style) {
        List<Signal> votes = new ArrayList<>();
        for (long seed = 0; seed < 20; seed++) {
            votes.addAll(votes(new SimulatedDebate(regime, style, AGENTS, seed)));
        }
        return votes;
    }

    private static List<Signal> votes(SimulatedDebate debate) {
        List<Signal> votes = new ArrayList<>();
        for (int round = 1; round <= SimulatedDebate.ROUNDS; round++) {
            debate.next().stream().filter(SimulatedDebateTest::isVote).forEach(votes::add);
        }
        return votes;
    }

    private static boolean isVote(Signal signal) {
        return signal.payload() instanceof Payload.Vote;
    }

    private static Stance stance(Signal vote) {
        return ((Payload.Vote) vote.payload()).stance();
    }
}
