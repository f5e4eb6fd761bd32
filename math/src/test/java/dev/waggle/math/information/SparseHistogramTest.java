package dev.waggle.math.information;

import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class SparseHistogramTest {

    @Test
    void overlapsAsTheDenseFormSays() {
        Trials.run(200, random -> {
            int size = 1 + random.nextInt(60);
            double[] left = new double[size];
            double[] right = new double[size];
            SparseHistogram first = new SparseHistogram();
            SparseHistogram second = new SparseHistogram();
            fill(first, left, 1 + random.nextInt(200), random);
            fill(second, right, 1 + random.nextInt(200), random);

            assertThat(first.overlap(second)).isCloseTo(Divergence.overlap(left, right), within(1e-12));
            assertThat(second.overlap(first)).isCloseTo(first.overlap(second), within(1e-12));
            assertThat(first.overlap(first)).isCloseTo(1, within(1e-12));
        });
    }

    @Test
    void countsWhatWasAdded() {
        SparseHistogram histogram = new SparseHistogram();
        for (int i = 0; i < 1000; i++) {
            histogram.add(i * 4096 % 65_536);
            histogram.add(7);
        }

        assertThat(histogram.total()).isEqualTo(2000);
        assertThat(histogram.observations()).isEqualTo(17);
        assertThat(histogram.count(7)).isEqualTo(1000);
        assertThat(histogram.count(4096)).isEqualTo(63);
        assertThat(histogram.count(8)).isZero();
    }

    @Test
    void whoHasNothingIsLikeNobody() {
        SparseHistogram one = new SparseHistogram();
        one.add(3);

        assertThat(one.overlap(new SparseHistogram())).isZero();
        assertThat(new SparseHistogram().overlap(one)).isZero();
        assertThat(new SparseHistogram().overlap(new SparseHistogram())).isZero();
    }

    @Test
    void refusesPlacesThatAreNone() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SparseHistogram().add(-1))
                .withMessageContaining("place");
        assertThatIllegalArgumentException().isThrownBy(() -> new SparseHistogram().add(RunningEntropy.MAX_PLACES));
    }

    private static void fill(SparseHistogram histogram, double[] dense, int count, RandomGenerator random) {
        for (int i = 0; i < count; i++) {
            int place = random.nextInt(dense.length);
            histogram.add(place);
            dense[place]++;
        }
    }
}
