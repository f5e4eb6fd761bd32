package dev.waggle.math.network;

import java.util.Arrays;

import dev.waggle.math.Trials;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class AlgebraicConnectivityTest {

    @Test
    void ofARingIsItsClosedFormAlsoWhenTheRingIsEven() {
        for (int n : new int[] {3, 4, 6, 7, 10, 20, 50, 129, 200}) {
            assertThat(value(Graphs.ring(n))).as("ring of " + n).isCloseTo(2 - 2 * Math.cos(2 * Math.PI / n),
                    within(1e-10));
        }
    }

    @Test
    void ofAPathIsItsClosedFormAlsoWhenThePathIsOdd() {
        for (int n : new int[] {2, 3, 5, 8, 60, 129, 300}) {
            assertThat(value(Graphs.path(n))).as("path of " + n).isCloseTo(2 - 2 * Math.cos(Math.PI / n),
                    within(1e-10));
        }
    }

    @Test
    void ofAStarIsOneAndOfACompleteGraphItsSize() {
        for (int n : new int[] {5, 40, 150}) {
            assertThat(value(Graphs.star(n))).isCloseTo(1, within(1e-9));
            assertThat(value(Graphs.complete(n))).isCloseTo(n, within(1e-9 * n));
        }
    }

    @Test
    void isZeroForOneNodeAndWhereTheGraphFallsApart() {
        assertThat(AlgebraicConnectivity.of(new InfluenceGraph(1))).isEqualTo(new AlgebraicConnectivity(0, 0));
        assertThat(value(new InfluenceGraph(9))).isZero();
        assertThat(value(Graphs.of(4, 0, 1, 2, 3))).isZero();
        InfluenceGraph apart = new InfluenceGraph(201);
        for (int from = 0; from < 200; from++) {
            for (int to = 0; to < from; to++) {
                apart.add(from, to, 1);
            }
        }
        assertThat(value(apart)).isZero();
    }

    @Test
    void countsBothDirectionsOfAPair() {
        InfluenceGraph graph = new InfluenceGraph(2);
        graph.add(0, 1, 3);
        graph.add(1, 0, 4);
        assertThat(value(graph)).isCloseTo(14, within(1e-12));
    }

    @Test
    void equalsTheDenseDecompositionOfAnotherLibrary() {
        Trials.run(60, random -> {
            int n = random.nextInt(2, 40);
            assertDense(Graphs.random(random, n, random.nextInt(4 * n)));
        });
    }

    @Test
    void equalsTheDenseDecompositionAboveTheSizeThatIsSolvedDensely() {
        Trials.run(6, random -> assertDense(Graphs.random(random, 140, random.nextInt(400, 1_500))));
    }

    @Test
    void findsTheSmallestEigenvalueByInverseIteration() {
        Trials.run(150, random -> {
            int n = random.nextInt(4, 30);
            InfluenceGraph graph = Graphs.random(random, n, random.nextInt(4 * n));
            for (int i = 1; i < n; i++) {
                graph.add(i - 1, i, random.nextDouble(0.01, 1)); // Connected.
            }
            Laplacian laplacian = Laplacian.of(graph);
            InverseIteration.Eigenvalue found = InverseIteration.on(laplacian).orElseThrow();
            assertThat(found.residual()).isBetween(0.0, InverseIteration.TOLERANCE * laplacian.norm());
            assertThat(found.value()).isCloseTo(AlgebraicConnectivity.dense(laplacian).value(),
                    within(1e-9 * laplacian.norm()));
        });
    }

    @Test
    void findsAWeakBridgeBetweenTwoDenseHalves() {
        InfluenceGraph graph = new InfluenceGraph(200);
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < i; j++) {
                graph.add(i, j, 1);
                graph.add(100 + i, 100 + j, 1);
            }
        }
        graph.add(0, 100, 1e-6);
        assertThat(value(graph)).isCloseTo(2e-8, within(1e-11)); // w/k + w/k for halves of k nodes, to first order.
    }

    @Test
    void doesNotDependOnTheNamesOfTheNodes() {
        Trials.run(10, random -> {
            InfluenceGraph graph = Graphs.random(random, 135, 600);
            InfluenceGraph renamed = Graphs.renamed(graph, Graphs.permutation(random, 135));
            assertThat(value(renamed)).isCloseTo(value(graph), within(1e-9));
        });
    }

    @Test
    void neverFallsWhenAnEdgeIsAdded() {
        Trials.run(100, random -> {
            InfluenceGraph graph = Graphs.random(random, 10, 25);
            double before = value(graph);
            graph.add(0, 1 + random.nextInt(9), random.nextDouble());
            assertThat(value(graph)).isGreaterThanOrEqualTo(before - 1e-12);
        });
    }

    private static double value(InfluenceGraph graph) {
        return AlgebraicConnectivity.of(graph).value();
    }

    private static void assertDense(InfluenceGraph graph) {
        int n = graph.nodes();
        double[][] weights = Graphs.weights(graph);
        double[][] laplacian = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double both = weights[i][j] + weights[j][i];
                laplacian[i][j] -= both;
                laplacian[i][i] += both;
            }
        }
        double[] values = new EigenDecompositionSymmetric(new Array2DRowRealMatrix(laplacian)).getEigenvalues();
        Arrays.sort(values);
        assertThat(value(graph)).isCloseTo(values[1], within(1e-9));
    }
}
