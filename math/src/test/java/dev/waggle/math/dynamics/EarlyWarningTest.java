package dev.waggle.math.dynamics;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import dev.waggle.math.dynamics.EarlyWarning.Significance;
import dev.waggle.math.dynamics.EarlyWarning.Window;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class EarlyWarningTest {

    @Test
    void aSystemThatSlowsDownWarns() {
        EarlyWarning warning = EarlyWarning.of(series(300, 0.1, 0.97, Trials.chance(1)), 100);
        assertThat(warning.windows()).hasSize(201);
        assertThat(warning.varianceTrend().orElseThrow()).isGreaterThan(0.5);
        assertThat(warning.autocorrelationTrend().orElseThrow()).isGreaterThan(0.5);
    }

    @Test
    void whatSlowsDownIsSignificantAndWhatDoesNotIsNot() {
        Significance slowing = EarlyWarning.significance(series(200, 0.1, 0.97, Trials.chance(3)), 100, 60,
                Trials.chance(0));
        Significance steady = EarlyWarning.significance(series(200, 0.5, 0.5, Trials.chance(3)), 100, 60,
                Trials.chance(0));
        assertThat(slowing.autocorrelation().orElseThrow()).isLessThan(0.05);
        assertThat(steady.autocorrelation().orElseThrow()).isGreaterThan(0.05);
        assertThat(steady.variance().orElseThrow()).isGreaterThan(0.05);
    }

    /** An autoregressive series whose memory rises from one value to another. */
    private static double[] series(int length, double from, double to, RandomGenerator chance) {
        double[] series = new double[length];
        for (int i = 1; i < length; i++) {
            double memory = from + (to - from) * i / length;
            series[i] = memory * series[i - 1] + chance.nextGaussian();
        }
        return series;
    }

    @Test
    void aSteadyRiseIsNoWarning() {
        double[] rise = new double[30];
        Arrays.setAll(rise, i -> 0.4 + 0.02 * i);
        EarlyWarning warning = EarlyWarning.of(rise, 10);
        assertThat(warning.windows()).allSatisfy(window -> {
            assertThat(window.variance()).isZero();
            assertThat(window.autocorrelation()).isEmpty();
        });
        assertThat(warning.varianceTrend()).isEmpty();
        assertThat(warning.autocorrelationTrend()).isEmpty();
        assertThat(EarlyWarning.significance(rise, 10, 5, Trials.chance(0)).variance()).isEmpty();
    }

    @Test
    void aShortSeriesSaysNothing() {
        assertThat(EarlyWarning.of(new double[0], 5).windows()).isEmpty();
        assertThat(EarlyWarning.of(new double[] {1, 2, 1, 2, 1, 2, 5}, 5).windows()).hasSize(3);
        assertThat(EarlyWarning.of(new double[] {1, 2, 1, 2, 1, 2, 5}, 5).varianceTrend()).isEmpty();
        assertThat(EarlyWarning.significance(new double[3], 5, 5, Trials.chance(0)).variance()).isEmpty();
    }

    @Test
    void windowsAreThoseOfTheDefinition() {
        Window window = EarlyWarning.of(new double[] {1, -1, 1, -1, 1, -1}, 6).windows().getFirst();
        double[] rest = PhaseTransition.detrended(new double[] {1, -1, 1, -1, 1, -1});
        double squares = 0;
        double products = 0;
        for (int i = 0; i < 6; i++) {
            squares += rest[i] * rest[i];
            products += i < 5 ? rest[i] * rest[i + 1] : 0;
        }
        assertThat(window.end()).isEqualTo(6);
        assertThat(window.variance()).isCloseTo(squares / 6, Offset.offset(1e-15));
        assertThat(window.autocorrelation()).hasValueCloseTo(products / squares, Offset.offset(1e-15));
        assertThat(window.autocorrelation().orElseThrow()).isLessThan(-0.7);
    }

    @Test
    void trendsCountPairsInOrder() {
        Trials.run(100, chance -> {
            EarlyWarning warning = EarlyWarning.of(Trials.numbers(chance, 25, -1, 1), 8);
            int concordant = 0;
            int pairs = 0;
            for (int later = 0; later < warning.windows().size(); later++) {
                for (int earlier = 0; earlier < later; earlier++) {
                    concordant += Double.compare(warning.windows().get(later).variance(),
                            warning.windows().get(earlier).variance());
                    pairs++;
                }
            }
            assertThat(warning.varianceTrend()).hasValueCloseTo((double) concordant / pairs, Offset.offset(1e-12));
        });
    }

    @Test
    void valueByValueEqualsTheWhole() {
        Trials.run(50, chance -> {
            double[] series = Trials.numbers(chance, 20, -1, 1);
            EarlyWarning grown = EarlyWarning.of(Arrays.copyOf(series, 7), 7);
            for (int end = 8; end <= 20; end++) {
                grown = grown.next(Arrays.copyOfRange(series, end - 7, end));
            }
            assertThat(grown).isEqualTo(EarlyWarning.of(series, 7));
        });
    }

    @Test
    void addingALineAndScalingChangeNoTrend() {
        Trials.run(100, chance -> {
            double[] series = Trials.numbers(chance, 25, -1, 1);
            double[] moved = new double[25];
            Arrays.setAll(moved, i -> 4 * series[i] + 0.5 * i - 3);
            EarlyWarning here = EarlyWarning.of(series, 10);
            EarlyWarning there = EarlyWarning.of(moved, 10);
            assertThat(there.autocorrelationTrend()).isEqualTo(here.autocorrelationTrend());
            assertThat(there.varianceTrend()).isEqualTo(here.varianceTrend());
        });
    }

    @Test
    void refusesWhatIsNoSeries() {
        assertThatIllegalArgumentException().isThrownBy(() -> EarlyWarning.of(new double[10], 4))
                .withMessageContaining("window");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EarlyWarning.of(new double[] {1, 2, Double.NaN}, 5))
                .withMessageContaining("series[2]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EarlyWarning.of(new double[] {0, 1e300, 0, -1e300, 0}, 5))
                .withMessageContaining("variance");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EarlyWarning.significance(new double[10], 5, 0, Trials.chance(0)))
                .withMessageContaining("surrogates");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EarlyWarning.of(new double[10], 5).next(new double[3]))
                .withMessageContaining("recent");
    }
}
