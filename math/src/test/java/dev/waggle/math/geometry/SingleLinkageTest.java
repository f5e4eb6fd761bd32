package dev.waggle.math.geometry;

import java.util.Arrays;

import dev.waggle.math.TieComparison;
import dev.waggle.math.Trials;
import org.jgrapht.alg.spanning.KruskalMinimumSpanningTree;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class SingleLinkageTest {

    @Test
    void noPointsMakeNoClusters() {
        SingleLinkage none = SingleLinkage.ofPoints(new double[0][]);

        assertThat(none.clusters(1)).isEmpty();
        assertThat(SingleLinkage.ofDistances(new double[0][]).merges()).isEmpty();
    }

    @Test
    void onePointIsOneCluster() {
        assertThat(SingleLinkage.ofPoints(new double[][] {{3, 4}}).clusters(0)).isDeepEqualTo(new int[][] {{0}});
    }

    @Test
    void duplicatesLinkAtThresholdZero() {
        assertThat(SingleLinkage.ofPoints(new double[][] {{1}, {2}, {1}}).clusters(0))
                .isDeepEqualTo(new int[][] {{0, 2}, {1}});
    }

    @Test
    void aDistanceThatTiesWithTheThresholdLinks() {
        double[][] points = {{0.1}, {0.4}}; // 0.4 - 0.1 is above 0.3 in binary.

        assertThat(points[1][0] - points[0][0]).isGreaterThan(0.3);
        assertThat(SingleLinkage.ofPoints(points).clusters(0.3)).hasDimensions(1, 2);
    }

    @Test
    void takesAnyDissimilarity() {
        double[][] distances = {{0, 9, 1}, {9, 0, 2}, {1, 2, 0}}; // Not a metric: 9 > 1 + 2.

        SingleLinkage hierarchy = SingleLinkage.ofDistances(distances);

        assertThat(hierarchy.merges())
                .containsExactly(new SingleLinkage.Merge(0, 2, 1), new SingleLinkage.Merge(1, 2, 2));
        assertThat(hierarchy.membership(1)).containsExactly(0, 1, 0);
    }

    @Test
    void clustersAreApartByEmptySpaceAndNotByTheirCentres() {
        double[][] points = new double[13][]; // A ring with a point in its middle: both have the same centre.
        for (int i = 0; i < 12; i++) {
            points[i] = new double[] {Math.cos(Math.PI * i / 6), Math.sin(Math.PI * i / 6)};
        }
        points[12] = new double[] {0, 0};

        SingleLinkage hierarchy = SingleLinkage.ofPoints(points);

        assertThat(hierarchy.clusters(0.6)).hasNumberOfRows(2);
    }

    @Test
    void keepsItsDistancesInAnyUnit() {
        assertThat(SingleLinkage.ofPoints(new double[][] {{0, 0}, {3e200, 4e200}}).merges().getFirst().height())
                .isCloseTo(5e200, within(1e186));
        assertThat(SingleLinkage.ofPoints(new double[][] {{0, 0}, {3e-200, 4e-200}}).merges().getFirst().height())
                .isCloseTo(5e-200, within(1e-214));
    }

    @Test
    void refusesWhatIsNoCloud() {
        assertThatThrownBy(() -> SingleLinkage.ofPoints(new double[][] {{1, 2}, {3}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("rows of one length");
        assertThatThrownBy(() -> SingleLinkage.ofPoints(new double[][] {{1}, {Double.NaN}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("points[1][0]");
        assertThatThrownBy(() -> SingleLinkage.ofPoints(new double[][] {{}, {}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("coordinate");
        assertThatThrownBy(() -> SingleLinkage.ofPoints(new double[][] {{-1e308}, {1e308}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("finite distance");
        assertThatThrownBy(() -> SingleLinkage.ofPoints(new double[DistanceMatrix.MAX_POINTS + 1][1]))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("2000")
                .hasMessageContaining("Maybe");
    }

    @Test
    void refusesWhatAreNoDistances() {
        assertThatThrownBy(() -> SingleLinkage.ofDistances(new double[][] {{0, 1}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("square");
        assertThatThrownBy(() -> SingleLinkage.ofDistances(new double[][] {{1, 0}, {0, 1}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Maybe these are similarities");
        assertThatThrownBy(() -> SingleLinkage.ofDistances(new double[][] {{0, 1}, {2, 0}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("symmetric");
        assertThatThrownBy(() -> SingleLinkage.ofDistances(new double[][] {{0, -1}, {-1, 0}}))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("distances[0][1]");
    }

    @Test
    void refusesThresholdsBelowZero() {
        SingleLinkage one = SingleLinkage.ofPoints(new double[][] {{1}});

        assertThatThrownBy(() -> one.clusters(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> one.membership(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void twoPointsAreTogetherWhenAChainOfShortStepsJoinsThem() {
        Trials.run(200, random -> {
            double[][] distances = Clouds.dissimilarities(random, random.nextInt(1, 15));
            double[][] longestStep = longestStepOfTheBestChain(distances);
            double threshold = random.nextInt(4);
            int[] membership = SingleLinkage.ofDistances(distances).membership(threshold);
            for (int i = 0; i < membership.length; i++) {
                for (int j = 0; j < membership.length; j++) {
                    assertThat(membership[i] == membership[j])
                            .isEqualTo(TieComparison.atMost(longestStep[i][j], threshold));
                }
            }
        });
    }

    @Test
    void theMergesAreAMinimumSpanningTree() {
        Trials.run(100, random -> {
            double[][] distances = DistanceMatrix.euclidean(Clouds.points(random, random.nextInt(2, 30), 3));
            SimpleWeightedGraph<Integer,
                    DefaultWeightedEdge> graph = new SimpleWeightedGraph<>(null, DefaultWeightedEdge::new);
            for (int i = 0; i < distances.length; i++) {
                graph.addVertex(i);
                for (int j = 0; j < i; j++) {
                    DefaultWeightedEdge edge = new DefaultWeightedEdge();
                    graph.addEdge(i, j, edge);
                    graph.setEdgeWeight(edge, distances[i][j]);
                }
            }
            double total = SingleLinkage.ofDistances(distances).merges().stream()
                    .mapToDouble(SingleLinkage.Merge::height).sum();
            assertThat(total)
                    .isCloseTo(new KruskalMinimumSpanningTree<>(graph).getSpanningTree().getWeight(), within(1e-9));
        });
    }

    @Test
    void clustersAndMembershipAreTheSame() {
        Trials.run(200, random -> {
            SingleLinkage hierarchy = SingleLinkage.ofDistances(Clouds.dissimilarities(random, random.nextInt(1, 20)));
            double threshold = random.nextInt(4);
            int[][] clusters = hierarchy.clusters(threshold);
            int[] membership = hierarchy.membership(threshold);
            assertThat(Arrays.stream(clusters).mapToInt(cluster -> cluster.length).sum()).isEqualTo(membership.length);
            for (int cluster = 0; cluster < clusters.length; cluster++) {
                for (int point : clusters[cluster]) {
                    assertThat(membership[point]).isEqualTo(cluster);
                }
            }
        });
    }

    /** Returns the longest step of the best of all chains (Floyd and Warshall, with the maximum for the sum). */
    private static double[][] longestStepOfTheBestChain(double[][] distances) {
        int n = distances.length;
        double[][] longest = new double[n][];
        Arrays.setAll(longest, i -> distances[i].clone());
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    longest[i][j] = Math.min(longest[i][j], Math.max(longest[i][k], longest[k][j]));
                }
            }
        }
        return longest;
    }
}
