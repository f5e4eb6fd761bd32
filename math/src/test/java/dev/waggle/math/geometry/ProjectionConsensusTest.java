package dev.waggle.math.geometry;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class ProjectionConsensusTest {

    @Test
    void fulfilsTheNormalEquations() {
        Trials.run(200, random -> {
            int agents = random.nextInt(1, 12);
            double[][] beliefs = beliefs(random, agents, 4);
            double[] weights = weights(random, agents);
            ProjectionConsensus projection = ProjectionConsensus.of(beliefs, weights);
            for (int j = 0; j < 4; j++) {
                double rest = 0;
                for (int i = 0; i < agents; i++) {
                    rest += weights[i] * (beliefs[i][j] - projection.consensus()[j]);
                }
                assertThat(rest).isCloseTo(0, within(1e-12));
            }
            assertThat(Arrays.stream(projection.consensus()).sum()).isCloseTo(1, within(1e-12));
            double[] elsewhere = Trials.distribution(random, 4);
            assertThat(squares(beliefs, weights, elsewhere)).isGreaterThanOrEqualTo(projection.total() - 1e-12);
        });
    }

    @Test
    void theUnitOfTheWeightsChangesNeitherConsensusNorTightness() {
        Trials.run(200, random -> {
            int agents = random.nextInt(1, 12);
            double[][] beliefs = beliefs(random, agents, 3);
            double[] weights = weights(random, agents);
            double[] tenfold = Arrays.stream(weights).map(weight -> 10 * weight).toArray();
            ProjectionConsensus one = ProjectionConsensus.of(beliefs, weights);
            ProjectionConsensus ten = ProjectionConsensus.of(beliefs, tenfold);
            assertThat(ten.consensus()).containsExactly(one.consensus(), within(1e-13));
            assertThat(ten.weightedMeanSquare()).isCloseTo(one.weightedMeanSquare(), within(1e-13));
            assertThat(ten.tight()).isEqualTo(one.tight());
            assertThat(ten.total()).isCloseTo(10 * one.total(), within(1e-10));
        });
    }

    @Test
    void nobodyHasNoConsensus() {
        ProjectionConsensus nobody = ProjectionConsensus.of(new double[][] {}, new double[] {});
        assertThat(nobody.consensus()).isEmpty();
        assertThat(nobody.total()).isZero();
        assertThat(nobody.meanSquare()).isZero();
        assertThat(nobody.tight()).isFalse();
    }

    @Test
    void equalWeightsAreTheDefault() {
        double[][] beliefs = {{1, 0}, {0, 1}, {0.5, 0.5}};
        ProjectionConsensus projection = ProjectionConsensus.of(beliefs);
        assertThat(projection.consensus()).containsExactly(0.5, 0.5);
        assertThat(projection.squaredDistances()).containsExactly(0.5, 0.5, 0);
        assertThat(projection.meanSquare()).isCloseTo(1 / 3.0, within(1e-15));
        assertThat(projection.mean()).isCloseTo(projection.weightedMeanSquare(), within(1e-15));
    }

    @Test
    void refusesWhatIsNoWeightOrBelief() {
        double[][] two = {{1, 0}, {0, 1}};
        assertThatThrownBy(() -> ProjectionConsensus.of(two, new double[2])).hasMessageContaining("weights must have");
        assertThatThrownBy(() -> ProjectionConsensus.of(two, new double[] {2, -1})).hasMessageContaining("weights[1]");
        assertThatThrownBy(() -> ProjectionConsensus.of(two, new double[] {1})).hasMessageContaining("one length");
        assertThatThrownBy(() -> ProjectionConsensus.of(new double[][] {{1}, {1, 2}})).hasMessageContaining("row 1");
        assertThatThrownBy(() -> ProjectionConsensus.of(new double[][] {{Double.NaN}}))
                .hasMessageContaining("beliefs[0][0]");
        assertThatThrownBy(() -> ProjectionConsensus.of(new double[][] {{1e200}, {0}})).hasMessageContaining("finite");
    }

    @Test
    void theNearestDistributionIsNearerThanAnyOther() {
        Trials.run(200, random -> {
            int size = random.nextInt(1, 10);
            double[] point = Trials.numbers(random, size, -2, 2);
            double[] nearest = SimplexProjection.of(point);
            assertThat(Arrays.stream(nearest).sum()).isCloseTo(1, within(1e-12));
            assertThat(Arrays.stream(nearest).min().orElseThrow()).isNotNegative();
            double gain = 0; // The angle to every vertex is at least a right one.
            for (int vertex = 0; vertex < size; vertex++) {
                double product = 0;
                for (int i = 0; i < size; i++) {
                    product += (point[i] - nearest[i]) * ((i == vertex ? 1 : 0) - nearest[i]);
                }
                gain = Math.max(gain, product);
            }
            assertThat(gain).isLessThan(1e-12);
        });
    }

    @Test
    void aDistributionIsItsOwnProjectionAndAShiftChangesNothing() {
        Trials.run(100, random -> {
            double[] shares = Trials.distribution(random, random.nextInt(1, 10));
            assertThat(SimplexProjection.of(shares)).containsExactly(shares, within(1e-14));
            double[] shifted = Arrays.stream(shares).map(share -> share + 37).toArray();
            assertThat(SimplexProjection.of(shifted)).containsExactly(shares, within(1e-13));
        });
        assertThat(SimplexProjection.of(new double[] {1e300, -1e300, 3})).containsExactly(1, 0, 0);
        assertThat(SimplexProjection.of(new double[] {-Double.MAX_VALUE, Double.MAX_VALUE})).containsExactly(0, 1);
    }

    @Test
    void refusesWhatHasNoNearestDistribution() {
        assertThatThrownBy(() -> SimplexProjection.of(new double[] {})).hasMessageContaining("length of point");
        assertThatThrownBy(() -> SimplexProjection.of(new double[] {1, Double.NaN})).hasMessageContaining("point[1]");
    }

    private static double[][] beliefs(RandomGenerator random, int agents, int options) {
        double[][] beliefs = new double[agents][];
        for (int i = 0; i < agents; i++) {
            beliefs[i] = Trials.distribution(random, options);
        }
        return beliefs;
    }

    private static double[] weights(RandomGenerator random, int agents) {
        double[] weights = Trials.distribution(random, agents);
        return Arrays.stream(weights).map(weight -> weight * 3).toArray();
    }

    private static double squares(double[][] beliefs, double[] weights, double[] point) {
        double sum = 0;
        for (int i = 0; i < beliefs.length; i++) {
            sum += weights[i] * Math.pow(distance(beliefs[i], point), 2);
        }
        return sum;
    }

    private static double distance(double[] left, double[] right) {
        double squares = 0;
        for (int j = 0; j < left.length; j++) {
            squares += (left[j] - right[j]) * (left[j] - right[j]);
        }
        return Math.sqrt(squares);
    }
}
