package dev.waggle.math.geometry;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.math.Trials;
import dev.waggle.math.geometry.PersistentHomology.Cover;
import dev.waggle.math.geometry.PersistentHomology.Pair;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class PersistentHomologyTest {

    @Test
    void noPointsHaveNoPairs() {
        assertThat(PersistentHomology.ofPoints(new double[0][], 1).pairs()).isEmpty();
        assertThat(PersistentHomology.ofDistances(new double[0][], 1).pairs()).isEmpty();
    }

    @Test
    void oneComponentStaysForEver() {
        PersistentHomology one = PersistentHomology.ofPoints(new double[][] {{7}}, 1);

        assertThat(one.pairs()).containsExactly(new Pair(0, 0, Double.POSITIVE_INFINITY));
        assertThat(one.pairs().getFirst().essential()).isTrue();
        assertThat(betti(one, 0, 1e9)).isOne();
    }

    @Test
    void duplicatesMakeNoPairs() {
        double[][] points = {{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}};

        assertThat(PersistentHomology.ofPoints(points, 1).pairs()).hasSize(1);
    }

    @Test
    void aSquareIsALoopUntilItsDiagonal() {
        PersistentHomology square = PersistentHomology.ofPoints(new double[][] {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 1);

        assertThat(square.pairs(1)).containsExactly(new Pair(1, 1, Math.sqrt(2)));
        assertThat(betti(square, 1, 0.9)).isZero();
        assertThat(betti(square, 1, 1)).isOne();
        assertThat(betti(square, 1, 1.41)).isOne();
        assertThat(betti(square, 1, Math.sqrt(2))).isZero();
        assertThat(square.cover()).isEqualTo(new Cover.AllPoints());
    }

    @Test
    void componentsAloneWhenAskedFor() {
        assertThat(PersistentHomology.ofPoints(new double[][] {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 0).pairs()).hasSize(4);
    }

    /** The loop of n points on a circle lives from 2 sin(pi/n) to 2 sin(pi ceil(n/3)/n) (Adamaszek and Adams 2017). */
    @Test
    void aRegularPolygonHasTheLoopOfTheClosedForm() {
        for (int corners = 4; corners <= 60; corners++) {
            int third = (corners + 2) / 3;
            List<Pair> loops = PersistentHomology.ofPoints(Diagrams.polygon(corners, 1, 0), 1).pairs(1);

            assertThat(loops).as("corners %s", corners).hasSize(1);
            assertThat(loops.getFirst().birth()).isCloseTo(2 * Math.sin(Math.PI / corners), within(1e-12));
            assertThat(loops.getFirst().death())
                    .isCloseTo(2 * Math.sin(Math.PI * third / corners), within(1e-12));
        }
    }

    @Test
    void twoLoopsAreTwo() {
        double[][] points = Stream.of(Diagrams.polygon(12, 1, 0), Diagrams.polygon(12, 2, 10)).flatMap(Arrays::stream)
                .toArray(double[][]::new);

        PersistentHomology both = PersistentHomology.ofPoints(points, 1);

        assertThat(both.pairs(1)).hasSize(2);
        assertThat(betti(both, 1, 1.2)).isEqualTo(2);
        assertThat(betti(both, 0, 1.2)).isEqualTo(2);
    }

    @Test
    void anyMetricWillDo() {
        double[][] steps = new double[6][6]; // Steps around a ring of six.
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                steps[i][j] = Math.min(Math.abs(i - j), 6 - Math.abs(i - j));
            }
        }

        assertThat(PersistentHomology.ofDistances(steps, 1).pairs(1)).containsExactly(new Pair(1, 1, 2));
    }

    @Test
    void manyPointsAreSeenThroughLandmarksAndTheDiagramSaysSo() {
        PersistentHomology ring = PersistentHomology.ofPoints(Diagrams.polygon(300, 1, 0), 1);

        assertThat(ring.pairs(0)).hasSize(300);
        assertThat(ring.cover()).isInstanceOfSatisfying(Cover.Landmarks.class, landmarks -> {
            assertThat(landmarks.count()).isEqualTo(PersistentHomology.EXACT_LOOPS);
            assertThat(landmarks.radius()).isBetween(0.01, 0.05);
        });
        assertThat(ring.pairs(1)).hasSize(1);
        assertThat(ring.pairs(1).getFirst().death()).isCloseTo(Math.sqrt(3), within(0.05));
    }

    @Test
    void landmarksEndWhereTheyTouchAllPoints() {
        double[][] points = new double[40][];
        Arrays.setAll(points, i -> new double[] {i % 5});

        PersistentHomology five = PersistentHomology.ofPoints(points, 1, 10);

        assertThat(five.cover()).isEqualTo(new Cover.Landmarks(5, 0));
    }

    @Test
    void refusesWhatIsOutsideOfItsDomain() {
        double[][] points = {{0}, {1}};

        assertThatThrownBy(() -> PersistentHomology.ofPoints(points, 2)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dimension must be 0 or 1, got 2");
        assertThatThrownBy(() -> PersistentHomology.ofPoints(points, 1, 3))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("exactLoops");
        assertThatThrownBy(() -> PersistentHomology.ofDistances(points, 1))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("square");
        assertThatThrownBy(() -> new Pair(0, 1, Double.NaN)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("death");
    }

    @Test
    void equalsTheReductionOfTheBoundaryMatrixOnClouds() {
        Trials.run(60, random -> {
            double[][] points = Clouds.points(random, random.nextInt(1, 14), random.nextInt(1, 6));
            double[][] distances = DistanceMatrix.euclidean(points);
            assertThat(PersistentHomology.ofDistances(distances, 1).pairs())
                    .isEqualTo(Diagrams.byBoundaryMatrix(distances));
        });
    }

    @Test
    void equalsTheReductionOfTheBoundaryMatrixOnAnyDissimilarity() {
        Trials.run(60, random -> {
            double[][] distances = Clouds.dissimilarities(random, random.nextInt(1, 14));
            assertThat(PersistentHomology.ofDistances(distances, 1).pairs())
                    .isEqualTo(Diagrams.byBoundaryMatrix(distances));
        });
    }

    /** Points moved by at most e change distances by at most 2e, and so move the diagram by at most 2e. */
    @Test
    void isStable() {
        Trials.run(100, random -> {
            double[][] points = Clouds.points(random, random.nextInt(4, 16), 2);
            double[][] moved = new double[points.length][2];
            double farthest = 0;
            for (int i = 0; i < points.length; i++) {
                double angle = random.nextDouble(2 * Math.PI);
                double way = random.nextDouble(0.1);
                farthest = Math.max(farthest, way);
                moved[i][0] = points[i][0] + way * Math.cos(angle);
                moved[i][1] = points[i][1] + way * Math.sin(angle);
            }
            PersistentHomology before = PersistentHomology.ofPoints(points, 1);
            PersistentHomology after = PersistentHomology.ofPoints(moved, 1);
            for (int dimension = 0; dimension < 2; dimension++) {
                assertThat(Diagrams.bottleneck(finite(before, dimension), finite(after, dimension)))
                        .isLessThanOrEqualTo(2 * farthest + 1e-12);
            }
        });
    }

    @Test
    void landmarksMissByNoMoreThanTwiceTheirRadius() {
        Trials.run(30, random -> {
            double[][] points = Clouds.points(random, 60, 2);
            PersistentHomology exact = PersistentHomology.ofPoints(points, 1);
            PersistentHomology sampled = PersistentHomology.ofPoints(points, 1, random.nextInt(4, 50));
            assertThat(sampled.pairs(0)).isEqualTo(exact.pairs(0));
            double radius = ((Cover.Landmarks) sampled.cover()).radius();
            assertThat(radius).isPositive();
            assertThat(Diagrams.bottleneck(exact.pairs(1), sampled.pairs(1)))
                    .isLessThanOrEqualTo(2 * radius + 1e-12);
        });
    }

    @Test
    void thereAreAsManyComponentsAsClusters() {
        Trials.run(200, random -> {
            double[][] distances = Clouds.dissimilarities(random, random.nextInt(1, 20));
            double scale = random.nextInt(5);
            assertThat(betti(PersistentHomology.ofDistances(distances, 0), 0, scale))
                    .isEqualTo(SingleLinkage.ofDistances(distances).clusters(scale).length);
        });
    }

    @Test
    void neitherOrderNorUnitOfThePointsMatters() {
        Trials.run(60, random -> {
            double[][] points = Clouds.points(random, random.nextInt(1, 40), 3);
            double[][] others = new double[points.length][];
            for (int i = 0; i < points.length; i++) {
                int j = random.nextInt(i + 1);
                others[i] = others[j];
                others[j] = Arrays.stream(points[i]).map(x -> x * 0x1p-40).toArray();
            }
            List<Pair> pairs = PersistentHomology.ofPoints(points, 1).pairs();
            assertThat(PersistentHomology.ofPoints(others, 1).pairs().stream()
                    .map(pair -> new Pair(pair.dimension(), pair.birth() * 0x1p40, pair.death() * 0x1p40)).toList())
                    .isEqualTo(pairs);
        });
    }

    private static List<Pair> finite(PersistentHomology diagram, int dimension) {
        return diagram.pairs(dimension).stream().filter(pair -> !pair.essential()).toList();
    }

    private static long betti(PersistentHomology homology, int dimension, double scale) {
        return homology.pairs(dimension).stream().filter(pair -> pair.birth() <= scale && scale < pair.death()).count();
    }
}
