package dev.waggle.math.dynamics.stability;

import java.util.Arrays;

import dev.waggle.math.Trials;
import org.hipparchus.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class LyapunovFunctionTest {

    @Test
    void isTheMeanSquareOfTheDeviations() {
        assertThat(LyapunovFunction.of(new double[] {0.8, 0.2}, 0.5)).isCloseTo(0.09, within(1e-15));
        assertThat(LyapunovFunction.of(new double[] {0.4, 0.4}, 0.4)).isZero();
        assertThat(LyapunovFunction.of(new double[] {}, 0.4)).isZero();
        assertThat(LyapunovFunction.differences(new double[] {1, 0.5, 0.75})).containsExactly(-0.5, 0.25);
        assertThat(LyapunovFunction.differences(new double[] {})).isEmpty();
    }

    @Test
    void ofVectorsIsTheSumOverTheirCoordinates() {
        Trials.run(100, random -> {
            double[][] beliefs = new double[random.nextInt(1, 10)][];
            Arrays.setAll(beliefs, _ -> Trials.numbers(random, 4, -2, 2));
            double[] mean = LyapunovFunction.mean(beliefs);
            double sum = 0;
            for (int i = 0; i < mean.length; i++) {
                int column = i;
                double[] values = Arrays.stream(beliefs).mapToDouble(belief -> belief[column]).toArray();
                assertThat(mean[i]).isCloseTo(Arrays.stream(values).average().orElseThrow(), within(1e-14));
                sum += LyapunovFunction.of(values, mean[i]);
            }
            assertThat(LyapunovFunction.of(beliefs, mean)).isCloseTo(sum, within(1e-13));
        });
        assertThat(LyapunovFunction.of(new double[][] {{1, 0}, {0, 1}}, new double[] {0.5, 0.5})).isEqualTo(0.5);
        assertThat(LyapunovFunction.of(new double[][] {}, new double[] {0.5})).isZero();
        assertThatThrownBy(() -> LyapunovFunction.of(new double[][] {{1}}, new double[] {1, 2}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LyapunovFunction.mean(new double[][] {{1}, {1, 2}}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fallsByTheSquareOfTheFactorWhenAllMoveTowardsTheConsensus() {
        Trials.run(200, random -> {
            double[] beliefs = Trials.numbers(random, random.nextInt(1, 20), -3, 3);
            double factor = random.nextDouble(-1, 1);
            double[] moved = Arrays.stream(beliefs).map(belief -> 0.5 + factor * (belief - 0.5)).toArray();
            assertThat(LyapunovFunction.of(moved, 0.5))
                    .isCloseTo(factor * factor * LyapunovFunction.of(beliefs, 0.5), within(1e-12));
        });
    }

    @Test
    void refusesWhatIsNoBelief() {
        assertThatThrownBy(() -> LyapunovFunction.of(new double[] {1, Double.NaN}, 0))
                .hasMessageContaining("beliefs[1]");
        assertThatThrownBy(() -> LyapunovFunction.of(new double[] {1}, Double.NEGATIVE_INFINITY))
                .hasMessageContaining("consensus");
        assertThatThrownBy(() -> LyapunovFunction.of(new double[] {1e200}, 0)).hasMessageContaining("finite");
        assertThatThrownBy(() -> LyapunovFunction.differences(new double[] {-1})).hasMessageContaining("series[0]");
        assertThatThrownBy(() -> ExponentialRate.of(new double[] {1, -1})).hasMessageContaining("series[1]");
        assertThatThrownBy(() -> ExponentialRate.none().after(Double.NaN)).hasMessageContaining("value");
    }

    @Test
    void theRateIsTheSlopeOfARegressionByAnotherLibrary() {
        Trials.run(200, random -> {
            double[] series = Trials.numbers(random, random.nextInt(3, 40), 1e-6, 5);
            SimpleRegression regression = new SimpleRegression();
            for (int t = 0; t < series.length; t++) {
                regression.addData(t, Math.log(series[t]));
            }
            assertThat(ExponentialRate.of(series)).isInstanceOfSatisfying(ExponentialRate.Exponential.class, line -> {
                assertThat(line.rate()).isCloseTo(regression.getSlope(), within(1e-10));
                assertThat(line.fit()).isCloseTo(regression.getRSquare(), within(1e-9));
                assertThat(line.pole()).isCloseTo(Math.exp(regression.getSlope()), within(1e-9));
            });
        });
    }

    @Test
    void theRateDoesNotDependOnTheUnit() {
        Trials.run(100, random -> {
            double[] series = Trials.numbers(random, random.nextInt(2, 30), 1e-6, 5);
            double[] hundredfold = Arrays.stream(series).map(value -> 100 * value).toArray();
            assertThat(rate(hundredfold)).isCloseTo(rate(series), within(1e-10));
        });
    }

    @Test
    void eachRoundUpdatesTheVerdictOfTheWholeSeries() {
        Trials.run(100, random -> {
            double[] series = Trials.numbers(random, random.nextInt(0, 30), -0.05, 2);
            ExponentialRate state = ExponentialRate.none();
            for (int t = 0; t < series.length; t++) {
                series[t] = Math.max(0, series[t]);
                state = state.after(series[t]);
                assertThat(state.verdict()).isEqualTo(ExponentialRate.of(Arrays.copyOf(series, t + 1)));
            }
            assertThat(state.verdict()).isEqualTo(ExponentialRate.of(series));
        });
    }

    @Test
    void agreementIsStable() {
        assertThat(ExponentialRate.of(new double[] {0, 0, 0})).isEqualTo(new ExponentialRate.AtRest());
        assertThat(ExponentialRate.of(new double[] {0.3, 0.1, 0}).stable()).isTrue();
        assertThat(ExponentialRate.of(new double[] {0}).stable()).isTrue();
    }

    @Test
    void agreementThatDoesNotHoldIsNotStable() {
        assertThat(ExponentialRate.of(new double[] {0, 0.09})).isEqualTo(new ExponentialRate.LostAgreement());
        assertThat(ExponentialRate.of(new double[] {0, 0.09, 0.01}).stable()).isFalse();
    }

    @Test
    void aConstantDeviationNeitherGrowsNorDiesOut() {
        assertThat(ExponentialRate.of(new double[] {0.3, 0.3, 0.3, 0.3}))
                .isEqualTo(new ExponentialRate.Exponential(0, 1, 1));
        assertThat(ExponentialRate.of(new double[] {0.3, 0.3}).stable()).isFalse();
    }

    @Test
    void aSlowDecayIsADecay() {
        double[] series = new double[8];
        Arrays.setAll(series, t -> 1e-4 * Math.pow(0.81, t));
        assertThat(ExponentialRate.of(series).stable()).isTrue();
    }

    @Test
    void oneValueHasNoRate() {
        assertThat(ExponentialRate.of(new double[] {0.5})).isEqualTo(new ExponentialRate.TooShort(1));
        assertThat(ExponentialRate.of(new double[] {})).isEqualTo(new ExponentialRate.TooShort(0));
        assertThat(ExponentialRate.of(new double[] {}).stable()).isFalse();
    }

    private static double rate(double[] series) {
        return ((ExponentialRate.Exponential) ExponentialRate.of(series)).rate();
    }
}
