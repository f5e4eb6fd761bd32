package dev.waggle.math.geometry;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RepresentativeSetTest {

    @Test
    void everyDistributionIsWithinTheRadiusOfItsRepresentative() {
        Trials.run(100, random -> {
            double[][] rows = rows(random, random.nextInt(1, 40), random.nextInt(1, 6));
            RepresentativeSet some = RepresentativeSet.ofTotalVariation(rows, random.nextInt(1, 12));
            double radius = 0;
            for (int i = 0; i < rows.length; i++) {
                double[] row = rows[i];
                double[] distances = Arrays.stream(some.points())
                        .mapToDouble(point -> OptimalTransport.totalVariation(rows[point], row)).toArray();
                assertThat(distances[some.nearest()[i]]).isEqualTo(Arrays.stream(distances).min().orElseThrow());
                radius = Math.max(radius, distances[some.nearest()[i]]);
            }
            assertThat(some.radius()).isEqualTo(radius);
        });
    }

    @Test
    void noTwoAreCloserThanTheRadius() {
        Trials.run(100, random -> {
            double[][] rows = rows(random, 30, 4);
            RepresentativeSet some = RepresentativeSet.ofTotalVariation(rows, 8);
            int[] points = some.points();
            for (int i = 1; i < points.length; i++) {
                int from = points[i];
                assertThat(IntStream.range(0, i).mapToDouble(
                        j -> OptimalTransport.totalVariation(rows[points[j]], rows[from])).min().orElseThrow())
                        .isGreaterThanOrEqualTo(some.radius());
            }
        });
    }

    @Test
    void equalDistributionsNeedOne() {
        RepresentativeSet some = RepresentativeSet.ofTotalVariation(
                new double[][] {{1, 0}, {0.5, 0.5}, {1, 0}, {0.5, 0.5}, {1, 0}}, 4);
        assertThat(some.points()).containsExactly(1, 0);
        assertThat(some.nearest()).containsExactly(1, 0, 1, 0, 1);
        assertThat(some.radius()).isZero();
    }

    @Test
    void refusesNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RepresentativeSet.ofTotalVariation(new double[0][], 4));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RepresentativeSet.ofTotalVariation(new double[][] {{1}}, 0));
    }

    private static double[][] rows(RandomGenerator random, int count, int labels) {
        double[][] rows = new double[count][labels];
        for (double[] row : rows) {
            Arrays.setAll(row, _ -> 0.01 + random.nextDouble());
        }
        return rows;
    }
}
