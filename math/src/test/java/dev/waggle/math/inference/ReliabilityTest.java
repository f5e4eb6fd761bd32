package dev.waggle.math.inference;

import java.util.List;

import dev.waggle.math.Trials;
import org.hipparchus.analysis.integration.IterativeLegendreGaussIntegrator;
import org.hipparchus.distribution.continuous.BetaDistribution;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/** Vote ratios, reliability and dependence: what makes one voter's word worth more than another's. */
class ReliabilityTest {

    @Test
    void laplacesRuleGivesTheMean() {
        BetaReliability reliability = BetaReliability.UNIFORM.after(7, 1);
        assertThat(reliability.mean()).isEqualTo(0.8);
        assertThat(reliability.meanError()).isEqualTo(0.2);
        assertThat(reliability.variance()).isCloseTo(8 * 2 / (100.0 * 11), within(1e-16));
    }

    @Test
    void theUniformPriorHasTheMiddleAsItsInterval() {
        BetaReliability.CredibleInterval interval = BetaReliability.UNIFORM.credible(0.9);
        assertThat(interval.low()).isCloseTo(0.05, within(1e-12));
        assertThat(interval.high()).isCloseTo(0.95, within(1e-12));
    }

    @Test
    void theJeffreysIntervalMatchesThePublishedTable() {
        // Brown, Cai and DasGupta 2001, Interval Estimation for a Binomial Proportion, table 5: n = 10, x = 3.
        BetaReliability.CredibleInterval interval = BetaReliability.JEFFREYS.after(3, 7).credible(0.95);
        assertThat(interval.low()).isCloseTo(0.093, within(5e-4));
        assertThat(interval.high()).isCloseTo(0.606, within(5e-4));
    }

    @Test
    void outcomesInAnyPortionsGiveTheConjugatePosterior() {
        Trials.run(50, chance -> {
            int right = chance.nextInt(10);
            int wrong = chance.nextInt(10);
            BetaReliability reliability = BetaReliability.UNIFORM;
            for (int i = 0; i < right; i++) {
                reliability = reliability.after(1, 0);
            }
            reliability = reliability.after(0, wrong);
            assertThat(reliability).isEqualTo(BetaReliability.UNIFORM.after(right, wrong));

            // Bayes by quadrature: prior 1 x binomial likelihood, normalised.
            IterativeLegendreGaussIntegrator integral = new IterativeLegendreGaussIntegrator(32, 1e-12, 1e-12);
            double mass = integral.integrate(10_000, rate -> likelihood(right, wrong, rate), 0, 1);
            double first = integral.integrate(10_000, rate -> rate * likelihood(right, wrong, rate), 0, 1);
            assertThat(reliability.mean()).isCloseTo(first / mass, within(1e-10));
        });
    }

    private static double likelihood(int right, int wrong, double rate) {
        return new BinomialDistribution(right + wrong, rate).probability(right);
    }

    @Test
    void theIntervalHoldsItsLevelAtAnyCounts() {
        Trials.run(200, chance -> {
            BetaReliability reliability = new BetaReliability(Math.pow(10, chance.nextDouble(-2, 9)),
                    Math.pow(10, chance.nextDouble(-2, 9)));
            double level = chance.nextDouble(0.01, 0.999);
            BetaReliability.CredibleInterval interval = reliability.credible(level);
            BetaDistribution reference = new BetaDistribution(reliability.alpha(), reliability.beta());
            assertThat(interval.low()).isBetween(0.0, interval.high());
            assertThat(interval.high()).isLessThanOrEqualTo(1);
            assertThat(reference.cumulativeProbability(Math.max(0, interval.low() - 1e-12)))
                    .isLessThanOrEqualTo((1 - level) / 2);
            assertThat(reference.cumulativeProbability(Math.min(1, interval.high() + 1e-12)))
                    .isGreaterThanOrEqualTo((1 + level) / 2);
        });
    }

    @Test
    void ratiosFollowTheRatesOfADiagnosticTest() {
        VoteRatios ratios = VoteRatios.ofRates(0.9, 0.8);
        assertThat(ratios.of(VoteRatios.Vote.AGREE)).isCloseTo(4.5, within(1e-14));
        assertThat(ratios.of(VoteRatios.Vote.DISAGREE)).isCloseTo(0.125, within(1e-14));
        assertThat(ratios.of(VoteRatios.Vote.ABSTAIN)).isEqualTo(1);
        assertThat(VoteRatios.ofRates(1, 0.5).disagree()).isZero();
    }

    @Test
    void aGuessingVoterSaysNothing() {
        assertThat(VoteRatios.ofAccuracy(0.5)).isEqualTo(new VoteRatios(1, 1));
        assertThat(VoteRatios.of(BetaReliability.UNIFORM, BetaReliability.JEFFREYS)).isEqualTo(new VoteRatios(1, 1));
        assertThat(VoteRatios.ofStrength(0)).isEqualTo(new VoteRatios(1, 1));
    }

    @Test
    void aTrackRecordActsThroughItsPredictiveProbability() {
        BetaReliability sensitivity = BetaReliability.UNIFORM.after(8, 0);
        BetaReliability specificity = BetaReliability.UNIFORM.after(5, 3);
        VoteRatios learned = VoteRatios.of(sensitivity, specificity);
        assertThat(learned.agree()).isCloseTo(0.9 / 0.4, within(1e-14));
        assertThat(learned.disagree()).isCloseTo(0.1 / 0.6, within(1e-14));
    }

    @Test
    void aPerfectRecordNeverExcludes() {
        VoteRatios learned = VoteRatios.of(new BetaReliability(1e9, 0.01), BetaReliability.UNIFORM);
        assertThat(learned.disagree()).isPositive();
    }

    @Test
    void kishsDesignEffectHasItsEnds() {
        assertThat(DesignEffect.exponent(1, 0.7)).isEqualTo(1);
        assertThat(DesignEffect.exponent(8, 0)).isEqualTo(1);
        assertThat(DesignEffect.exponent(8, 1)).isEqualTo(1 / 8.0);
        assertThat(DesignEffect.effectiveSize(8, 0)).isEqualTo(8);
        assertThat(DesignEffect.effectiveSize(8, 1)).isEqualTo(1);
        assertThat(DesignEffect.of(21, 0.05)).isCloseTo(2, within(1e-15));
    }

    @Test
    void theEffectiveSizeIsTheVarianceRatioOfAMean() {
        Trials.run(200, chance -> {
            int sources = chance.nextInt(1, 30);
            double rho = chance.nextDouble();
            double variance = 0; // Of the mean, from the covariance matrix with 1 on the diagonal and rho beside.
            for (int i = 0; i < sources; i++) {
                for (int j = 0; j < sources; j++) {
                    variance += (i == j ? 1 : rho) / sources / sources;
                }
            }
            assertThat(DesignEffect.effectiveSize(sources, rho)).isCloseTo(1 / variance, within(1e-10));
        });
    }

    @Test
    void weightedSourcesAreWorthTheirEvenPart() {
        assertThat(DesignEffect.equivalentSources(new double[] {2, 2, 2, 0})).isCloseTo(3, within(1e-14));
        assertThat(DesignEffect.equivalentSources(new double[] {5})).isEqualTo(1);
        assertThat(DesignEffect.equivalentSources(new double[] {3, 1})).isCloseTo(1.6, within(1e-14));
    }

    @Test
    void refusesWhatIsOutsideOfTheDomain() {
        List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> calls = List.of(
                () -> VoteRatios.ofStrength(-1), () -> VoteRatios.ofStrength(Double.NaN),
                () -> VoteRatios.ofRates(1.1, 0.5), () -> VoteRatios.ofRates(0.5, 1),
                () -> VoteRatios.ofRates(0.5, 0), () -> VoteRatios.ofAccuracy(1), () -> VoteRatios.ofAccuracy(0),
                () -> new BetaReliability(0, 1), () -> new BetaReliability(1, Double.NaN),
                () -> BetaReliability.UNIFORM.after(-1, 0), () -> BetaReliability.UNIFORM.after(2e9, 0),
                () -> BetaReliability.UNIFORM.credible(1), () -> DesignEffect.of(0, 0.5),
                () -> DesignEffect.of(2, 1.5), () -> DesignEffect.of(2, -0.1),
                () -> DesignEffect.equivalentSources(new double[] {0}), () -> new MapEstimate(0.5, List.of()),
                () -> MapEstimate.of(new double[0]));
        calls.forEach(call -> assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining("must"));
    }
}
