package dev.waggle.math.inference.causal;

import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import dev.waggle.math.Trials;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.stat.correlation.Covariance;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class PartialCorrelationTest {

    private static double[][] covariance(RandomGenerator random, int variables, int rows) {
        CausalGraph graph = CausalTrials.random(random, variables, 0.6);
        return new Covariance(CausalTrials.samples(random, graph, CausalTrials.weights(random, graph), rows))
                .getCovarianceMatrix().getData();
    }

    @Test
    void isTheNegatedAndScaledInverseOfTheCovariance() {
        Trials.run(200, random -> {
            int n = random.nextInt(2, 9);
            double[][] covariance = covariance(random, n, 40);
            double[][] inverse = MatrixUtils.inverse(MatrixUtils.createRealMatrix(covariance)).getData();

            assertThat(PartialCorrelation.of(covariance, 0, 1, IntStream.range(2, n).toArray()).orElseThrow())
                    .isCloseTo(-inverse[0][1] / Math.sqrt(inverse[0][0] * inverse[1][1]), within(1e-9));
        });
    }

    /** Recursion over one given variable after the other (Yule 1907). */
    @Test
    void followsTheRecursion() {
        Trials.run(100, random -> {
            PartialCorrelation all = PartialCorrelation.in(covariance(random, 5, 60));
            double xy = all.between(0, 1, 2, 3).orElseThrow();
            double xz = all.between(0, 4, 2, 3).orElseThrow();
            double yz = all.between(1, 4, 2, 3).orElseThrow();

            assertThat(all.between(0, 1, 2, 3, 4).orElseThrow())
                    .isCloseTo((xy - xz * yz) / Math.sqrt((1 - xz * xz) * (1 - yz * yz)), within(1e-9));
        });
    }

    @Test
    void knowsNoUnits() {
        Trials.run(100, random -> {
            double[][] covariance = covariance(random, 4, 30);
            double[] unit = {1e-9, 1e8, 3, 0.001};
            double[][] scaled = new double[4][4];
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < 4; j++) {
                    scaled[i][j] = covariance[i][j] * unit[i] * unit[j];
                }
            }
            assertThat(PartialCorrelation.of(scaled, 0, 1, 2, 3).orElseThrow())
                    .isCloseTo(PartialCorrelation.of(covariance, 0, 1, 2, 3).orElseThrow(), within(1e-12));
        });
    }

    @Test
    void isNotHinderedByGivenVariablesThatDetermineOneAnother() {
        double[][] covariance = {{1, 0.5, 0.6, 0.6}, {0.5, 1, 0.3, 0.3}, {0.6, 0.3, 1, 1}, {0.6, 0.3, 1, 1}};

        assertThat(PartialCorrelation.of(covariance, 0, 1, 2, 3).orElseThrow())
                .isCloseTo(PartialCorrelation.of(covariance, 0, 1, 2).orElseThrow(), within(1e-12));
    }

    @Test
    void isNothingWhenNothingIsLeftToCorrelate() {
        double[][] copies = {{1, 0.5, 1}, {0.5, 1, 0.5}, {1, 0.5, 1}};

        assertThat(PartialCorrelation.of(copies, 0, 1, 2)).isEmpty();
        assertThat(PartialCorrelation.of(copies, 0, 2)).hasValue(1);
        assertThat(PartialCorrelation.of(new double[][] {{0, 0}, {0, 1}}, 0, 1)).isEmpty();
    }

    @Test
    void refusesWhatIsNoCovariance() {
        for (double[][] covariance : new double[][][] {{{1, 0.5}, {0.4, 1}}, {{1, 2}, {2, 1}}, {{-1, 0}, {0, 1}},
            {{0, 1}, {1, 1}}, {{1, Double.NaN}, {Double.NaN, 1}}, {{1, 0}}, {}}) {
            assertThatThrownBy(() -> PartialCorrelation.of(covariance, 0, 1))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("covariance");
        }
        double[][] indefinite = {{1, 0.9, 0.9}, {0.9, 1, -0.9}, {0.9, -0.9, 1}};
        assertThatThrownBy(() -> PartialCorrelation.of(indefinite, 0, 1, 2))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("semidefinite")
                .hasMessageContaining("Maybe");
        double[][] identity = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        assertThatThrownBy(() -> PartialCorrelation.of(identity, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PartialCorrelation.of(identity, 0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PartialCorrelation.of(identity, 0, 1, 2, 2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PartialCorrelation.of(identity, 0, 3)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isTestedAgainstTheNormalDistribution() {
        for (double correlation : new double[] {0, 0.01, -0.3, 0.9}) {
            double z = 0.5 * Math.log((1 + correlation) / (1 - correlation)) * Math.sqrt(40 - 2 - 3);
            double expected = 2 * new NormalDistribution().cumulativeProbability(-Math.abs(z));

            assertThat(FisherZ.of(correlation, 40, 2).orElseThrow().pValue()).isCloseTo(expected, within(1e-12));
        }
        assertThat(FisherZ.of(1, 40, 0).orElseThrow().pValue()).isZero();
        assertThat(FisherZ.of(0.5, 5, 2)).isEmpty();
        assertThat(FisherZ.of(0.5, 6, 2)).isPresent();
    }

    @Test
    void isTakenForRealInAShareAlphaOfIndependentPairs() {
        var random = Trials.chance(1);
        int rejected = 0;
        int trials = 4_000;
        for (int trial = 0; trial < trials; trial++) {
            CausalGraph fork = CausalGraph.of(3, new int[] {2, 0}, new int[] {2, 1});
            double[][] samples = CausalTrials.samples(random, fork, CausalTrials.weights(random, fork), 30);
            double r = PartialCorrelation.of(new Covariance(samples).getCovarianceMatrix().getData(), 0, 1, 2)
                    .orElseThrow();
            rejected += FisherZ.of(r, 30, 1).orElseThrow().independentAt(0.05) ? 0 : 1;
        }
        // Four standard errors of a share of 0.05.
        assertThat((double) rejected / trials).isCloseTo(0.05, within(4 * Math.sqrt(0.05 * 0.95 / trials)));
    }

    @Test
    void refusesTestsOfWhatIsNoCorrelation() {
        assertThatThrownBy(() -> FisherZ.of(1.1, 9, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FisherZ.of(Double.NaN, 9, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FisherZ.of(0, -1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FisherZ.of(0, 9, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FisherZ(0, 1).independentAt(2)).isInstanceOf(IllegalArgumentException.class);
    }
}
