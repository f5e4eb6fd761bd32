package dev.waggle.swarm.consensus;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ExactAccumulatorTest {

    @ParameterizedTest // D15
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theOrderOfAddingDoesNotMatterEvenInTheLastBit(long seed) {
        Random random = new Random(seed);
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < 4000; i++) {
            values.add(random.nextDouble(-1, 1) * Math.scalb(1.0, random.nextInt(-40, 9)));
        }
        double sum = sum(values);
        for (int i = 0; i < 50; i++) {
            Collections.shuffle(values, random);
            assertThat(sum(values)).as("seed %d, shuffle %d", seed, i).isEqualTo(sum);
        }
    }

    @Test // D15
    void aSumThatWasOnceLargeIsWrittenLikeOneThatNeverWas() {
        // 3 * 256 leaves the low half; what remains has more bits than a double.
        List<Double> up = List.of(256.0, 256.0, 256.0, -256.0, -255.7, 0.1, 0x1p-53);
        List<Double> even = List.of(256.0, -256.0, 256.0, -255.7, 256.0, 0.1, 0x1p-53);

        assertThat(sum(up)).isEqualTo(sum(even));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theSumIsThatOfTheRoundedNumbersUpToItsLastBit(long seed) {
        Random random = new Random(seed);
        List<Double> values = new ArrayList<>();
        BigDecimal exact = BigDecimal.ZERO;
        for (int i = 0; i < 10_000; i++) {
            double value = random.nextInt(-1 << 20, 1 << 20) / 4096.0;
            values.add(value);
            exact = exact.add(new BigDecimal(value));
        }
        assertThat(sum(values)).as("seed %d", seed).isEqualTo(exact.doubleValue());
    }

    @Test
    void whatIsAddedAndSubtractedAgainIsGone() {
        ExactAccumulator sums = new ExactAccumulator(2);
        for (int i = 0; i < 100_000; i++) {
            sums.add(1, 0.1 + i % 256);
        }
        for (int i = 99_999; i >= 0; i--) {
            sums.subtract(1, 0.1 + i % 256);
        }
        assertThat(sums.get(1)).isZero();
        assertThat(sums.get(0)).isZero();
    }

    @Test
    void addingASumIsAddingItsParts() {
        ExactAccumulator parts = new ExactAccumulator(1);
        ExactAccumulator all = new ExactAccumulator(1);
        ExactAccumulator direct = new ExactAccumulator(1);
        for (int i = 1; i <= 5000; i++) {
            double value = 256.0 / i;
            (i % 2 == 0 ? parts : all).add(0, value);
            direct.add(0, value);
        }
        all.addAll(0, parts, 0);

        assertThat(all.get(0)).isEqualTo(direct.get(0));
    }

    @Test
    void numbersAreRoundedToAFineGridOnce() {
        ExactAccumulator sums = new ExactAccumulator(1);
        sums.add(0, 1.0 / 3);
        assertThat(sums.get(0)).isCloseTo(1.0 / 3, within(0x1p-53));

        sums.add(0, 0x1p-60);
        assertThat(sums.get(0)).isCloseTo(1.0 / 3, within(0x1p-53));
    }

    private static double sum(List<Double> values) {
        ExactAccumulator sums = new ExactAccumulator(1);
        for (double value : values) {
            if (value < 0) {
                sums.subtract(0, -value);
            } else {
                sums.add(0, value);
            }
        }
        return sums.get(0);
    }
}
