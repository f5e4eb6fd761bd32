package dev.waggle.review.evaluation.report;

import java.util.BitSet;
import java.util.List;

import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.EvaluationSetBuilder;
import dev.waggle.review.evaluation.RuleOutcomes;
import dev.waggle.review.evaluation.RulePrediction;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Metrics against values that were computed by hand. */
class MetricsTest {

    private static final int A = 0;
    private static final int B = 1;
    private static final int ELSEWHERE = -1;

    /** Items with the answers A and B of four that are possible. */
    private final EvaluationSet set = set(8);
    private final RuleOutcomes outcomes = new RuleOutcomes("rule", true, 8);
    private int next;

    private static EvaluationSet set(int items) {
        EvaluationSetBuilder builder = new EvaluationSetBuilder("set", List.of());
        for (int i = 0; i < items; i++) {
            builder.add("i" + i, "ann", "A").add("i" + i, "bob", "B").options("i" + i, 4);
        }
        return builder.build();
    }

    private void predict(double a, double b, int truth, boolean isDecided, int... leaders) {
        BitSet leading = new BitSet();
        for (int leader : leaders) {
            leading.set(leader);
        }
        outcomes.add(EvaluationItem.of(set, next++), truth,
                new RulePrediction(new double[] {a, b, 1 - a - b}, leading, isDecided));
    }

    @Test
    void wilsonsIntervalOfEightInTen() {
        AccuracyScore score = AccuracyScore.of(new double[] {1, 1, 1, 1, 1, 1, 1, 1, 0, 0});

        assertThat(score.accuracy()).isEqualTo(0.8);
        assertThat(score.low()).isCloseTo(0.4901, within(1e-3));
        assertThat(score.high()).isCloseTo(0.9433, within(1e-3));
    }

    @Test
    void accuracyOfNothingSaysNothing() {
        assertThat(AccuracyScore.of(new double[0])).isEqualTo(new AccuracyScore(0, 0, 0, 1));
    }

    @Test
    void brierScoreIsOverAllAnswers() {
        predict(0.6, 0.2, A, true, A);
        // (0.6 - 1)^2 + 0.2^2 + 2 * 0.1^2
        assertThat(outcomes.brier(0)).isCloseTo(0.22, within(1e-12));

        predict(0.6, 0.2, ELSEWHERE, true, A);
        // 0.6^2 + 0.2^2 + (0.1 - 1)^2 + 0.1^2
        assertThat(outcomes.brier(1)).isCloseTo(1.22, within(1e-12));
    }

    @Test
    void logLossSharesTheRestAndHasAFloor() {
        predict(0.6, 0.2, A, true, A);
        predict(0.6, 0.2, ELSEWHERE, true, A);
        predict(0.8, 0.2, ELSEWHERE, true, A);

        assertThat(outcomes.logLoss(0)).isCloseTo(-Math.log(0.6), within(1e-12));
        assertThat(outcomes.logLoss(1)).isCloseTo(-Math.log(0.1), within(1e-12));
        assertThat(outcomes.logLoss(2)).isCloseTo(-Math.log(1e-6), within(1e-9));
    }

    @Test
    void tiesShareCredit() {
        predict(0.5, 0.5, B, false, A, B);

        assertThat(outcomes.credit(0)).isEqualTo(0.5);
        assertThat(outcomes.confidence(0)).isEqualTo(0.5);
    }

    @Test
    void coverageAndAccuracyOfTheDecided() {
        predict(0.9, 0.1, A, true, A);
        predict(0.8, 0.2, B, true, A);
        predict(0.6, 0.4, A, false, A);
        predict(0.5, 0.5, A, false, A, B);

        DecisionScore score = DecisionScore.of(outcomes);
        assertThat(score.coverage()).isEqualTo(0.5);
        assertThat(score.accuracy()).hasValue(0.5);
    }

    @Test
    void calibrationErrorOfFifteenBins() {
        predict(0.95, 0.05, A, true, A);
        predict(0.95, 0.05, B, true, A);
        predict(0.5, 0.2, A, false, A);
        predict(0.5, 0.2, A, false, A);

        ProbabilityReport report = ProbabilityReport.of(outcomes);
        // Half of the items lie |0.95 - 0.5| off, half |0.5 - 1|.
        assertThat(report.calibrationError()).isCloseTo(0.5 * 0.45 + 0.5 * 0.5, within(1e-12));
        assertThat(report.bins()).hasSize(15);
        assertThat(report.bins().get(14).cases()).isEqualTo(2);
        assertThat(report.bins().get(7).confidence()).isEqualTo(0.5);
    }

    @Test
    void aProbabilityOfOneIsInTheLastBin() {
        predict(1, 0, A, true, A);

        assertThat(ProbabilityReport.of(outcomes).bins().get(14).cases()).isEqualTo(1);
        assertThat(ProbabilityReport.of(outcomes).calibrationError()).isZero();
    }

    @Test
    void riskAgainstCoverageFollowsTheConfidence() {
        predict(0.6, 0.4, B, false, A);
        predict(0.9, 0.1, A, true, A);

        RiskCoverage risk = RiskCoverage.of(outcomes);
        assertThat(risk.area()).isCloseTo((0 + 0.5) / 2, within(1e-12));
        assertThat(risk.points()).containsExactly(new RiskCoverage.Point(0.5, 0, 0.9),
                new RiskCoverage.Point(1, 0.5, 0.6));
    }

    @Test
    void equalConfidencesEnterTogether() {
        predict(0.7, 0.3, A, true, A);
        predict(0.7, 0.3, B, true, A);

        // In either order: one of two in the first place on average, then one of two.
        assertThat(RiskCoverage.of(outcomes).area()).isCloseTo(0.5, within(1e-12));
        assertThat(RiskCoverage.of(outcomes).points()).hasSize(1);
    }

    @Test
    void pairedDifferencesKnowTheirSign() {
        double[] baseline = new double[200];
        double[] better = new double[200];
        for (int i = 0; i < 200; i++) {
            baseline[i] = i % 2;
            better[i] = i % 2 == 1 || i % 4 == 0 ? 1 : 0;
        }

        List<PairedDifference> differences = PairedDifference.of(baseline, List.of(baseline, better), 7);
        assertThat(differences.getFirst()).isEqualTo(new PairedDifference(0, 0, 0, 0, 0));
        assertThat(differences.getLast().difference()).isCloseTo(0.25, within(1e-12));
        // Standard error of a share of 0.25 in 200: 0.0306.
        assertThat(differences.getLast().low()).isCloseTo(0.25 - 0.06, within(0.015));
        assertThat(differences.getLast().high()).isCloseTo(0.25 + 0.06, within(0.015));
        assertThat(differences.getLast().better()).isEqualTo(50);
        assertThat(differences.getLast().isSignificant()).isTrue();
        assertThat(PairedDifference.of(baseline, List.of(baseline, better), 7)).isEqualTo(differences);
    }

    @Test
    void emptyOutcomesHaveScores() {
        assertThat(DecisionScore.of(outcomes).coverage()).isZero();
        assertThat(DecisionScore.of(outcomes).accuracy()).isEmpty();
        assertThat(ProbabilityReport.of(outcomes).calibrationError()).isZero();
        assertThat(RiskCoverage.of(outcomes).points()).isEmpty();
        assertThat(PairedDifference.of(new double[0], List.of(new double[0]), 1).getFirst().high()).isZero();
    }
}
