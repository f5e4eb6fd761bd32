package dev.waggle.math.network;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class GiniCoefficientTest {

    @Test
    void isZeroWhenAllHaveTheSame() {
        assertThat(GiniCoefficient.of(0.1, 0.1, 0.1)).isCloseTo(0, within(1e-15));
        assertThat(GiniCoefficient.of(0, 0)).isZero();
        assertThat(GiniCoefficient.of(7)).isZero();
        assertThat(GiniCoefficient.unbiased(7)).isZero();
    }

    @Test
    void reachesItsLargestValueWhenOneHasAll() {
        assertThat(GiniCoefficient.of(0, 5, 0, 0)).isEqualTo(0.75);
        assertThat(GiniCoefficient.unbiased(0, 5, 0, 0)).isEqualTo(1);
        assertThat(GiniCoefficient.of(0, Double.MAX_VALUE, Double.MAX_VALUE)).isCloseTo(1.0 / 3, within(1e-15));
        assertThat(GiniCoefficient.of(0, Double.MIN_VALUE)).isEqualTo(0.5);
    }

    @Test
    void equalsHalfTheRelativeMeanDifference() {
        Trials.run(200, random -> {
            double[] values = Trials.numbers(random, random.nextInt(1, 30), 0, 10);
            double differences = 0;
            double total = 0;
            for (double left : values) {
                total += left;
                for (double right : values) {
                    differences += Math.abs(left - right);
                }
            }
            double expected = differences / (2 * values.length * total);
            assertThat(GiniCoefficient.of(values)).isCloseTo(expected, within(1e-12));
            assertThat(GiniCoefficient.unbiased(values)).isBetween(0.0, 1.0);
        });
    }

    @Test
    void dependsNeitherOnOrderNorOnUnit() {
        Trials.run(200, random -> {
            int n = random.nextInt(1, 20);
            double[] values = Trials.numbers(random, n, 0, 1);
            double[] others = new double[n];
            int[] order = Graphs.permutation(random, n);
            for (int i = 0; i < n; i++) {
                others[order[i]] = 1e6 * values[i];
            }
            assertThat(GiniCoefficient.of(others)).isCloseTo(GiniCoefficient.of(values), within(1e-12));
        });
    }

    @Test
    void leavesItsArgumentAsItWas() {
        double[] values = {3, 1, 2};
        GiniCoefficient.of(values);
        assertThat(values).containsExactly(3, 1, 2);
    }

    @Test
    void refusesWhatCannotBeShared() {
        assertThatIllegalArgumentException().isThrownBy(GiniCoefficient::of);
        assertThatIllegalArgumentException().isThrownBy(() -> GiniCoefficient.of(1, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> GiniCoefficient.of(1, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> GiniCoefficient.unbiased(Double.POSITIVE_INFINITY));
    }
}
