package dev.waggle.math.dynamics.stability;

import java.util.Arrays;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class LinearRecurrenceTest {

    @Test
    void recoversBothNumbersOfARecurrence() {
        Trials.run(200, random -> {
            double modulus = random.nextDouble(0.6, 1.1);
            double angle = random.nextDouble(0.4, 2.5);
            double a = 2 * modulus * Math.cos(angle);
            double b = -modulus * modulus;
            double[] series = new double[12];
            series[0] = 1;
            series[1] = random.nextDouble(-1, 1);
            for (int t = 2; t < series.length; t++) {
                series[t] = a * series[t - 1] + b * series[t - 2];
            }

            LinearRecurrence found = LinearRecurrence.of(series).orElseThrow();

            assertThat(found.order()).isEqualTo(2);
            assertThat(found.first()).isCloseTo(a, within(1e-6));
            assertThat(found.second()).isCloseTo(b, within(1e-6));
            assertThat(found.fit()).isCloseTo(1, within(1e-9));
            assertThat(JuryTest.of(found.polynomial()).spectralRadius()).isCloseTo(modulus, within(1e-6));
        });
    }

    @Test
    void aGeometricSeriesIsOfTheFirstOrder() {
        double[] halved = {8, 4, 2, 1, 0.5, 0.25, 0.125};

        assertThat(LinearRecurrence.of(halved)).contains(new LinearRecurrence(1, 0.5, 0, 1));
        assertThat(LinearRecurrence.of(new double[] {3, 3, 3, 3, 3, 3, 3}))
                .contains(new LinearRecurrence(1, 1, 0, 1));
        assertThat(LinearRecurrence.of(new double[] {0, 0, 0, 5})).isEmpty();
    }

    @Test
    void fewValuesHaveTheFirstOrderOrNone() {
        assertThat(LinearRecurrence.of(new double[] {1, 0.9, 0.7})).isEmpty();
        assertThat(LinearRecurrence.of(new double[5])).isEmpty();
        assertThat(LinearRecurrence.of(new double[] {1, 0.9, 0.7, 0.1, 0.4}).orElseThrow().order()).isEqualTo(1);
    }

    @Test
    void doesNotDependOnTheUnit() {
        Trials.run(200, random -> {
            double[] series = Trials.numbers(random, random.nextInt(4, 20), 0.01, 1);
            LinearRecurrence plain = LinearRecurrence.of(series).orElseThrow();
            double[] scaled = Arrays.stream(series).map(value -> value * 1024).toArray();
            assertThat(LinearRecurrence.of(scaled)).contains(plain);
        });
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThatThrownBy(() -> LinearRecurrence.of(new double[] {1, Double.NaN})).hasMessageContaining("series[1]");
    }
}
