package dev.waggle.math.inference;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.hipparchus.analysis.integration.IterativeLegendreGaussIntegrator;
import org.hipparchus.distribution.continuous.BetaDistribution;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class DirichletInformationTest {

    @Test
    void aFirstVoteOnTwoUnknownOptionsTeachesLnTwoLessAHalf() {
        // Entropy of the mean ln 2, mean entropy of a uniform rate 1/2.
        assertThat(DirichletInformation.expectedGain(new double[] {1, 1})).isCloseTo(Math.log(2) - 0.5,
                within(1e-14));
        assertThat(DirichletInformation.expectedGainBits(new double[] {1, 1}))
                .isCloseTo(1 - 0.5 / Math.log(2), within(1e-14));
    }

    @Test
    void oneOptionTeachesNothing() {
        assertThat(DirichletInformation.expectedGain(new double[] {3})).isZero();
    }

    @Test
    void theExpectedGainIsTheExpectedDivergenceOfAfterFromBefore() {
        Trials.run(200, random -> {
            double[] counts = counts(random, 1, 30);
            double total = Arrays.stream(counts).sum();
            double expected = 0;
            for (int i = 0; i < counts.length; i++) {
                double[] after = counts.clone();
                after[i]++;
                expected += counts[i] / total * divergence(after, counts);
            }
            assertThat(DirichletInformation.expectedGain(counts)).isCloseTo(expected, within(1e-11));
        });
    }

    @Test
    void theExpectedGainOfTwoOptionsMatchesQuadrature() {
        Trials.run(20, random -> {
            double[] counts = {random.nextDouble(2, 9), random.nextDouble(2, 9)};
            BetaDistribution beta = new BetaDistribution(counts[0], counts[1]);
            double mean = new IterativeLegendreGaussIntegrator(32, 1e-11, 1e-11).integrate(10_000,
                    share -> beta.density(share) * entropy(share), 0, 1);
            double share = counts[0] / (counts[0] + counts[1]);
            assertThat(DirichletInformation.expectedGain(counts)).isCloseTo(entropy(share) - mean, within(1e-9));
        });
    }

    @Test
    void itLiesBetweenZeroAndTheLogarithmOfTheOptionsAndFallsInTheMean() {
        Trials.run(200, random -> {
            double[] counts = counts(random, 2, 5);
            double gain = DirichletInformation.expectedGain(counts);
            assertThat(gain).isPositive().isLessThanOrEqualTo(Math.log(counts.length));
            double total = Arrays.stream(counts).sum();
            double next = 0;
            for (int i = 0; i < counts.length; i++) {
                double[] after = counts.clone();
                after[i]++;
                next += counts[i] / total * DirichletInformation.expectedGain(after);
            }
            assertThat(next).isLessThan(gain);
        });
    }

    @Test
    void itStaysPreciseWhereManyVotesHaveBeenCounted() {
        for (double count : new double[] {1e4, 1e8, 1e12, 1e15}) {
            double expected = 1 / (3 * count) - 8 / (108 * count * count);
            assertThat(DirichletInformation.expectedGain(new double[] {count, count, count})).isCloseTo(expected,
                    within(1e-10 * expected));
        }
        double below = DirichletInformation.expectedGain(new double[] {999.9999, 2000});
        double above = DirichletInformation.expectedGain(new double[] {1000.0001, 2000});
        assertThat(above).isCloseTo(below, within(1e-10));
    }

    @Test
    void theLeaderHasTheMomentsOfABetaDistributionAndTiesAreStated() {
        DirichletInformation.Leader leader = DirichletInformation.leader(new double[] {2, 7, 3});
        BetaDistribution beta = new BetaDistribution(7, 5);
        assertThat(leader.options()).containsExactly(1);
        assertThat(leader.share()).isCloseTo(beta.getNumericalMean(), within(1e-15));
        assertThat(leader.variance()).isCloseTo(beta.getNumericalVariance(), within(1e-15));
        assertThat(DirichletInformation.leader(new double[] {2, 2}).options()).containsExactly(0, 1);
        assertThat(DirichletInformation.leader(new double[] {2}).variance()).isZero();
    }

    @Test
    void votesOneByOneEqualTheBatchAndLeaveNoTraceWhenWithdrawn() {
        Trials.run(200, random -> {
            VoteCounts votes = new VoteCounts(2, VoteCounts.JEFFREYS);
            assertThat(votes.join()).isEqualTo(2);
            double[] expected = {0.5, 0.5, 0.5};
            for (int i = 0; i < 40; i++) {
                int option = random.nextInt(3);
                double weight = random.nextDouble();
                votes.add(option, weight);
                expected[option] += weight;
            }
            double[] before = votes.pseudoCounts(1);
            assertThat(before).containsExactly(expected, within(1e-12));
            double[] passing = Trials.numbers(random, 100, 0, 1e6);
            for (double weight : passing) {
                votes.add(1, weight);
            }
            for (double weight : passing) {
                votes.withdraw(1, weight);
            }
            assertThat(votes.pseudoCounts(1)).containsExactly(before);
            assertThat(votes.votes()).isEqualTo(40);
        });
    }

    @Test
    void dependentVotesCountByTheirExponent() {
        VoteCounts votes = new VoteCounts(2, 1);
        for (int i = 0; i < 4; i++) {
            votes.add(0, 1);
        }
        assertThat(votes.pseudoCounts(DesignEffect.exponent(4, 1))).containsExactly(2, 1);
        assertThat(votes.pseudoCounts(DesignEffect.exponent(4, 0))).containsExactly(5, 1);
    }

    @Test
    void manyOptionsMayJoin() {
        VoteCounts votes = new VoteCounts(1, 2);
        for (int i = 1; i < 100; i++) {
            assertThat(votes.join()).isEqualTo(i);
            votes.add(i, 1e-30); // Too light to change a sum, and yet it can be withdrawn.
        }
        votes.withdraw(99, 1e-30);
        assertThat(votes.size()).isEqualTo(100);
        assertThat(votes.pseudoCounts(1)).containsOnly(2);
    }

    @Test
    void refusesWhatIsOutsideOfTheDomain() {
        VoteCounts votes = new VoteCounts(2, 1);
        votes.add(0, 0.5);
        List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> calls = List.of(
                () -> DirichletInformation.expectedGain(new double[0]),
                () -> DirichletInformation.expectedGain(new double[] {1, 0}),
                () -> DirichletInformation.expectedGain(new double[] {1, Double.NaN}),
                () -> DirichletInformation.expectedGain(new double[] {1, 1e300}),
                () -> DirichletInformation.leader(new double[] {-1}),
                () -> new VoteCounts(0, 1), () -> new VoteCounts(2, 0), () -> new VoteCounts(2, Double.NaN),
                () -> votes.add(2, 1), () -> votes.add(0, -1), () -> votes.add(0, Double.NaN),
                () -> votes.withdraw(1, 0.5), () -> votes.withdraw(0, 0.6), () -> votes.pseudoCounts(1.5));
        calls.forEach(call -> assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining("must"));
        assertThat(votes.pseudoCounts(1)).containsExactly(1.5, 1);
    }

    private static double[] counts(RandomGenerator random, int min, double max) {
        return Trials.numbers(random, random.nextInt(min, 7), 0.05, max);
    }

    private static double entropy(double share) {
        return share <= 0 || share >= 1 ? 0 : -share * Math.log(share) - (1 - share) * Math.log(1 - share);
    }

    /** KL divergence of two Dirichlet distributions by its closed form with the logarithm of the gamma function. */
    private static double divergence(double[] p, double[] q) {
        double sumP = Arrays.stream(p).sum();
        double divergence = Gamma.logGamma(sumP) - Gamma.logGamma(Arrays.stream(q).sum());
        for (int i = 0; i < p.length; i++) {
            divergence += Gamma.logGamma(q[i]) - Gamma.logGamma(p[i])
                    + (p[i] - q[i]) * (Gamma.digamma(p[i]) - Gamma.digamma(sumP));
        }
        return divergence;
    }
}
