package dev.waggle.math.dynamics;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.assertj.core.data.Offset;
import org.hipparchus.stat.descriptive.moment.Variance;
import org.hipparchus.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PhaseTransitionTest {

    @Test
    void theSystemCountsAndNotTheWindow() {
        double[] samples = {0.4, 0.6, 0.4, 0.6, 0.6};
        assertThat(PhaseTransition.susceptibility(samples, 5)).isCloseTo(0.048, Offset.offset(1e-15));
        assertThat(PhaseTransition.susceptibility(samples, 500)).isCloseTo(4.8, Offset.offset(1e-13));
    }

    @Test
    void aSteadyRiseIsDriftAndNoFluctuation() {
        double[] rise = {0.90, 0.92, 0.94, 0.96, 0.98};
        assertThat(PhaseTransition.susceptibility(rise, 10)).isCloseTo(0.008, Offset.offset(1e-15));
        assertThat(PhaseTransition.detrendedSusceptibility(rise, 10)).isZero();
    }

    @Test
    void spinsThatIgnoreEachOtherHaveTheirClosedForm() {
        for (int n = 2; n <= 12; n++) {
            double[] samples = new double[1 << n]; // Every state once.
            for (int state = 0; state < samples.length; state++) {
                samples[state] = (2.0 * Integer.bitCount(state) - n) / n;
            }
            assertThat(PhaseTransition.susceptibility(samples, n)).isCloseTo(1, Offset.offset(1e-12));
            assertThat(PhaseTransition.binderCumulant(samples)).hasValueCloseTo(2.0 / (3 * n), Offset.offset(1e-12));
        }
    }

    @Test
    void spinsThatAllLikeEachOtherOrderBeyondTheirCriticalPoint() {
        // Every pair coupled with K / n, critical at K = 1; every state by its exact weight, magnetisation by size.
        double disordered = couplingBinder(0.5, 60);
        double critical = couplingBinder(1, 60);
        double ordered = couplingBinder(1.5, 60);
        assertThat(disordered).isLessThan(0.1);
        assertThat(critical).isBetween(0.15, 0.4);
        assertThat(ordered).isGreaterThan(0.62);
        assertThat(couplingBinder(0.5, 120)).isLessThan(disordered);
        assertThat(couplingBinder(1.5, 120)).isGreaterThan(ordered);
    }

    /** Draws states of the mean-field Ising model from their exact distribution. */
    private static double couplingBinder(double coupling, int n) {
        double[] weights = new double[n + 1];
        double choose = 1;
        for (int up = 0; up <= n; up++) {
            double m = (2.0 * up - n) / n;
            weights[up] = choose * Math.exp(coupling * n * m * m / 2);
            choose = choose * (n - up) / (up + 1);
        }
        double total = Arrays.stream(weights).sum();
        RandomGenerator random = Trials.chance(7);
        double[] samples = new double[20_000];
        for (int i = 0; i < samples.length; i++) {
            double left = random.nextDouble() * total;
            int up = 0;
            while (up < n && left > weights[up]) {
                left -= weights[up++];
            }
            samples[i] = (2.0 * up - n) / n;
        }
        return PhaseTransition.binderCumulant(samples).orElseThrow();
    }

    @Test
    void noOrderAtAllHasNoBinderCumulant() {
        assertThat(PhaseTransition.binderCumulant(new double[] {0, 0})).isEmpty();
    }

    @Test
    void theBinderCumulantHasNoUnit() {
        Trials.run(200, random -> {
            double[] samples = Trials.numbers(random, random.nextInt(1, 20), -1, 1);
            double cumulant = PhaseTransition.binderCumulant(samples).orElseThrow();
            assertThat(cumulant).isLessThanOrEqualTo(2.0 / 3 + 1e-15);
            for (double unit : new double[] {1e-200, -3, 1e200}) {
                double[] scaled = Arrays.stream(samples).map(m -> m * unit).toArray();
                assertThat(PhaseTransition.binderCumulant(scaled)).hasValueCloseTo(cumulant, Offset.offset(1e-12));
            }
        });
    }

    @Test
    void momentsAndLinesAreThoseOfAnIndependentLibrary() {
        Trials.run(200, random -> {
            double[] values = Trials.numbers(random, random.nextInt(3, 30), 900, 901);
            assertThat(RunningVariance.of(values).variance()).isCloseTo(new Variance(false).evaluate(values),
                    Offset.offset(1e-12));
            SimpleRegression line = new SimpleRegression();
            for (int i = 0; i < values.length; i++) {
                line.addData(i, values[i]);
            }
            double[] rest = PhaseTransition.detrended(values);
            for (int i = 0; i < values.length; i++) {
                assertThat(rest[i]).isCloseTo(values[i] - line.predict(i), Offset.offset(1e-9));
            }
        });
    }

    @Test
    void valueByValueEqualsTheWhole() {
        Trials.run(200, random -> {
            double[] values = Trials.numbers(random, random.nextInt(20), -1, 1);
            RunningVariance moments = RunningVariance.of(new double[0]);
            for (double value : values) {
                moments = moments.next(value);
            }
            assertThat(moments).isEqualTo(RunningVariance.of(values));
        });
    }

    @Test
    void aDriftAddsNothingToWhatIsLeft() {
        Trials.run(200, random -> {
            double[] values = Trials.numbers(random, 12, -1, 1);
            double slope = random.nextDouble(-1, 1);
            double[] drifting = new double[12];
            Arrays.setAll(drifting, i -> values[i] + slope * i);
            assertThat(PhaseTransition.detrendedSusceptibility(drifting, 9)).isCloseTo(
                    PhaseTransition.detrendedSusceptibility(values, 9), Offset.offset(1e-12));
            assertThat(PhaseTransition.detrendedSusceptibility(values, 9))
                    .isLessThanOrEqualTo(PhaseTransition.susceptibility(values, 9));
        });
    }

    @Test
    void oneOrTwoSamplesHaveNothingLeft() {
        assertThat(PhaseTransition.detrendedSusceptibility(new double[] {0.3}, 5)).isZero();
        assertThat(PhaseTransition.detrendedSusceptibility(new double[] {0.3, 0.9}, 5)).isZero();
        assertThat(PhaseTransition.detrended(new double[0])).isEmpty();
    }

    @Test
    void refusesWhatIsNoSample() {
        assertThatIllegalArgumentException().isThrownBy(() -> PhaseTransition.susceptibility(new double[0], 5))
                .withMessageContaining("samples");
        assertThatIllegalArgumentException().isThrownBy(() -> PhaseTransition.susceptibility(new double[1], 0))
                .withMessageContaining("agents");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PhaseTransition.susceptibility(new double[] {1, Double.NaN}, 5))
                .withMessageContaining("samples[1]");
        assertThatIllegalArgumentException().isThrownBy(() -> PhaseTransition.binderCumulant(new double[0]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PhaseTransition.susceptibility(new double[] {-1e300, 1e300}, 5));
        assertThat(RunningVariance.of(new double[0]).variance()).isZero();
    }
}
