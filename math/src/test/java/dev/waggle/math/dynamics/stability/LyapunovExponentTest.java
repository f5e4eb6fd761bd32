package dev.waggle.math.dynamics.stability;

import java.util.Arrays;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class LyapunovExponentTest {

    @Test
    void isThePublishedOneOfKnownMaps() {
        assertThat(logistic(4, 100_000)).isCloseTo(Math.log(2), within(0.01));
        assertThat(logistic(2.5, 20_000)).isCloseTo(-Math.log(2), within(1e-3));
        assertThat(logistic(3.2, 20_000)).isCloseTo(Math.log(0.16) / 2, within(1e-3));
        assertThat(LyapunovExponent.ofMap(x -> 1.9 * Math.min(x, 1 - x), x -> x < 0.5 ? 1.9 : -1.9, 0.3, 1_000))
                .isCloseTo(Math.log(1.9), within(1e-12));
    }

    @Test
    void aSuperstableOrbitFallsInfinitelyFast() {
        assertThat(LyapunovExponent.ofMap(x -> 2 * x * (1 - x), x -> 2 - 4 * x, 0.5, 10))
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void theExponentOfDataIsThatOfTheMap() {
        assertThat(estimate(orbit(x -> 4 * x * (1 - x), 0.3, 1_000)).exponent()).isCloseTo(0.693, within(0.05));
        assertThat(estimate(orbit(x -> 1.9 * Math.min(x, 1 - x), 0.3, 1_000)).exponent())
                .isCloseTo(Math.log(1.9), within(0.06));
        double[] henon = new double[2_000];
        henon[0] = 0.1;
        henon[1] = 0.1;
        for (int t = 2; t < henon.length; t++) {
            henon[t] = 1 - 1.4 * henon[t - 1] * henon[t - 1] + 0.3 * henon[t - 2];
        }
        assertThat(estimate(henon).exponent()).isCloseTo(0.419, within(0.08));
    }

    @Test
    void theExponentOfDataCanBePositiveAndDoesNotDependOnTheUnit() {
        double[] series = orbit(x -> 4 * x * (1 - x), 0.2, 400);
        double[] moved = Arrays.stream(series).map(x -> 1_000 * x - 70).toArray();
        assertThat(estimate(series).exponent()).isPositive();
        assertThat(estimate(moved).exponent()).isCloseTo(estimate(series).exponent(), within(1e-6));
    }

    @Test
    void aSeriesThatRepeatsHasNoExponent() {
        assertThat(RosensteinExponent.of(new double[300])).isEqualTo(new RosensteinExponent.Recurrent(1));
        assertThat(RosensteinExponent.of(orbit(x -> 3.2 * x * (1 - x), 0.3, 400)))
                .isInstanceOf(RosensteinExponent.Recurrent.class);
        assertThat(RosensteinExponent.of(orbit(x -> 2.5 * x * (1 - x), 0.3, 400)))
                .isInstanceOf(RosensteinExponent.Recurrent.class);
    }

    @Test
    void aQuasiperiodicSeriesDoesNotPart() {
        double[] series = new double[1_000];
        Arrays.setAll(series, t -> Math.sin(Math.sqrt(2) * t));
        assertThat(estimate(series).exponent()).isCloseTo(0, within(0.01));
    }

    @Test
    void noiseShowsInThePoorFit() {
        double[] noise = Trials.numbers(Trials.chance(5), 1_000, 0, 1);
        assertThat(estimate(noise).fit()).isLessThan(0.9);
        assertThat(estimate(orbit(x -> 4 * x * (1 - x), 0.3, 1_000)).fit()).isGreaterThan(0.99);
    }

    @Test
    void aDebateIsTooShortForAnExponent() {
        assertThat(RosensteinExponent.of(orbit(x -> 4 * x * (1 - x), 0.3, 50)))
                .isEqualTo(new RosensteinExponent.InsufficientData(50, RosensteinExponent.MIN_POINTS));
        assertThat(RosensteinExponent.of(new double[] {}))
                .isEqualTo(new RosensteinExponent.InsufficientData(0, RosensteinExponent.MIN_POINTS));
    }

    @Test
    void refusesWhatIsNoOrbit() {
        assertThatThrownBy(() -> LyapunovExponent.ofMap(x -> x * x * 10, x -> 20 * x, 3, 1_000))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("steps must be finite");
        assertThatThrownBy(() -> LyapunovExponent.ofMap(x -> x, x -> 1, 0.5, 0)).hasMessageContaining("steps");
        assertThatThrownBy(() -> LyapunovExponent.ofMap(x -> x, x -> 1, Double.NaN, 5)).hasMessageContaining("start");
        assertThatThrownBy(() -> RosensteinExponent.of(new double[] {Double.NaN})).hasMessageContaining("series[0]");
        assertThatThrownBy(() -> RosensteinExponent.of(new double[5_001])).hasMessageContaining("at most 5000");
        assertThatThrownBy(() -> new RosensteinExponent.Reading(0, 1, 1, 1)).hasMessageContaining("dimension");
        assertThatThrownBy(() -> new RosensteinExponent.Reading(50, 50, 1, 1)).hasMessageContaining("at most 100");
    }

    @Test
    void theOrderOfSharkovskyIsTheListedOne() {
        int[] order = {3, 5, 7, 9, 11, 6, 10, 14, 12, 20, 28, 24, 40, 32, 16, 8, 4, 2, 1};
        TreeSet<Integer> sorted = new TreeSet<>(SharkovskyOrder::compare);
        for (int p = 0; p < order.length; p++) {
            sorted.add(order[order.length - 1 - p]);
            for (int q = 0; q < order.length; q++) {
                assertThat(SharkovskyOrder.forces(order[p], order[q])).isEqualTo(p <= q);
            }
        }
        assertThat(sorted).containsExactly(Arrays.stream(order).boxed().toArray(Integer[]::new));
        assertThatThrownBy(() -> SharkovskyOrder.forces(0, 3)).hasMessageContaining("p must be at least 1, got 0");
    }

    @Test
    void theRatiosOfFeigenbaumAreAboutParameters() {
        assertThat(FeigenbaumConstant.ratios(new double[] {0, 8, 10, 10.5})).containsExactly(4, 4);
        assertThat(FeigenbaumConstant.ratios(new double[] {10.5, 10, 8})).containsExactly(0.25);
        assertThat(FeigenbaumConstant.ratios(new double[] {1, 2})).isEmpty();
        assertThatThrownBy(() -> FeigenbaumConstant.ratios(new double[] {1, 2, 2})).hasMessageContaining("place 2");
        assertThatThrownBy(() -> FeigenbaumConstant.ratios(new double[] {1, 2, 1})).hasMessageContaining("strictly");
        assertThatThrownBy(() -> FeigenbaumConstant.ratios(new double[] {1, 1, 1})).hasMessageContaining("strictly");
    }

    private static double logistic(double r, int steps) {
        return LyapunovExponent.ofMap(x -> r * x * (1 - x), x -> r * (1 - 2 * x), 0.3, steps);
    }

    private static double[] orbit(DoubleUnaryOperator map, double start, int size) {
        double[] orbit = new double[size];
        orbit[0] = start;
        for (int t = 1; t < size; t++) {
            orbit[t] = map.applyAsDouble(orbit[t - 1]);
        }
        return orbit;
    }

    private static RosensteinExponent.Estimate estimate(double[] series) {
        return (RosensteinExponent.Estimate) RosensteinExponent.of(series);
    }
}
