package dev.waggle.math.dynamics.stopping;

import java.util.Arrays;
import java.util.OptionalLong;

import dev.waggle.math.Trials;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CusumTest {

    @Test
    void recoversFromAnAlarmAndStillTellsThatThereWasOne() {
        Cusum fallen = Cusum.series(new double[] {-0.2, -0.2}, 0.05, 0.3).last();
        Cusum recovered = fallen.next(10);

        assertThat(fallen.alarmed()).isTrue();
        assertThat(recovered.alarmed()).isFalse();
        assertThat(recovered.sum()).isZero();
        assertThat(recovered.firstAlarm()).isEqualTo(OptionalLong.of(2));
    }

    @Test
    void aSumThatTiesWithTheThresholdIsNoAlarm() {
        assertThat(Cusum.series(new double[] {-0.1, -0.1}, 0.05, 0.3).last().alarmed()).isFalse();
        assertThat(TwoSidedCusum.series(new double[] {0.1, 0.2}, 0, 0, 0.3).last().firstAlarm()).isEmpty();
        assertThat(Cusum.of(0, 0).next(0).alarmed()).isFalse();
    }

    @Test
    void nothingSeenIsNoAlarm() {
        assertThat(Cusum.of(1, 0).alarmed()).isFalse();
        assertThat(TwoSidedCusum.series(new double[0], 0, 1, 2).last().firstAlarm()).isEmpty();
    }

    @Test
    void sumsAreTheLargestShortfallOfAnyLastStretch() {
        Trials.run(200, random -> {
            double[] values = Trials.numbers(random, random.nextInt(1, 30), -2, 2);
            double target = random.nextDouble(-1, 1);
            double[] sums = Cusum.series(values, target, 1).sums();
            for (int t = 0; t < values.length; t++) {
                double largest = 0;
                double stretch = 0;
                for (int from = t; from >= 0; from--) {
                    stretch += target - values[from];
                    largest = Math.max(largest, stretch);
                }
                assertThat(sums[t]).isCloseTo(largest, Offset.offset(1e-12));
            }
        });
    }

    @Test
    void stepByStepEqualsTheSeries() {
        Trials.run(200, random -> {
            double[] values = Trials.numbers(random, random.nextInt(30), -2, 2);
            Cusum one = Cusum.of(0.1, 2);
            TwoSidedCusum two = TwoSidedCusum.of(0, 0.25, 2);
            for (double value : values) {
                one = one.next(value);
                two = two.next(value);
            }
            assertThat(one).isEqualTo(Cusum.series(values, 0.1, 2).last());
            assertThat(two).isEqualTo(TwoSidedCusum.series(values, 0, 0.25, 2).last());
        });
    }

    @Test
    void twoSidesAreTwoChartsOfOneSide() {
        Trials.run(200, random -> {
            double[] values = Trials.numbers(random, 20, -3, 3);
            double[] negated = Arrays.stream(values).map(value -> -value).toArray();
            TwoSidedCusum.Series both = TwoSidedCusum.series(values, 0.5, 0.25, 3);
            Cusum.Series lower = Cusum.series(values, 0.5 - 0.25, 3);
            Cusum.Series upper = Cusum.series(negated, -0.5 - 0.25, 3);
            assertThat(both.lower()).containsExactly(lower.sums(), Offset.offset(1e-12));
            assertThat(both.upper()).containsExactly(upper.sums(), Offset.offset(1e-12));
        });
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThatIllegalArgumentException().isThrownBy(() -> Cusum.of(0, -1)).withMessageContaining("threshold");
        assertThatIllegalArgumentException().isThrownBy(() -> Cusum.of(Double.NaN, 1)).withMessageContaining("target");
        assertThatIllegalArgumentException().isThrownBy(() -> Cusum.of(0, 1).next(Double.NaN))
                .withMessageContaining("value");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cusum.series(new double[] {0, Double.NEGATIVE_INFINITY}, 0, 1))
                .withMessageContaining("values[1]");
        assertThatIllegalArgumentException().isThrownBy(() -> Cusum.of(1e308, 1).next(-1e308).next(-1e308));
        assertThatIllegalArgumentException().isThrownBy(() -> TwoSidedCusum.of(0, -0.5, 1))
                .withMessageContaining("reference");
    }
}
