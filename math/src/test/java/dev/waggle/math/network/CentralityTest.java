package dev.waggle.math.network;

import java.util.Optional;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.Trials;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/** PageRank, eigenvector centrality, and the dominant node. */
class CentralityTest {

    @Test
    void callsTheOneWhomEverybodyFollowsDominantAlthoughTheGraphHasNoCycle() {
        assertThat(PageRankCentrality.dominant(Graphs.star(6))).hasValue(0);
    }

    @Test
    void givesTheCreditToTheInfluencerAndNotToTheInfluenced() {
        InfluenceGraph graph = Graphs.of(3, 0, 1, 0, 2, 1, 2);
        double[] scores = PageRankCentrality.scores(graph);
        assertThat(scores[0]).isGreaterThan(scores[1]);
        assertThat(scores[1]).isGreaterThan(scores[2]);
    }

    @Test
    void hasNoDominantNodeWithoutEdgesOrInATie() {
        assertThat(PageRankCentrality.dominant(new InfluenceGraph(1))).isEmpty();
        assertThat(PageRankCentrality.dominant(new InfluenceGraph(4))).isEmpty();
        assertThat(PageRankCentrality.dominant(Graphs.ring(7))).isEmpty();
        assertThat(PageRankCentrality.dominant(Graphs.of(4, 0, 1, 2, 3))).isEmpty();
        assertThat(DominantNode.of()).isEmpty();
        assertThat(DominantNode.of(0, 0)).isEmpty();
        assertThat(DominantNode.of(3)).hasValue(0);
        assertThat(DominantNode.of(0.1, 0.7, 0.2)).hasValue(1);
        assertThat(DominantNode.of(0.7, 0.2, 0.7)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> DominantNode.of(1, Double.NaN));
    }

    @Test
    void pageRankEqualsTheSolutionOfItsLinearEquations() {
        Trials.run(100, random -> {
            int n = random.nextInt(1, 25);
            InfluenceGraph graph = Graphs.random(random, n, random.nextInt(3 * n));
            double damping = random.nextDouble(0, PageRankCentrality.MAX_DAMPING);
            double[] scores = PageRankCentrality.scores(graph, damping);
            double[] expected = solved(graph, damping);
            for (int i = 0; i < n; i++) {
                assertThat(scores[i]).isCloseTo(expected[i], within(1e-9));
            }
            assertThat(CompensatedSum.of(scores)).isCloseTo(1, within(1e-9));
        });
    }

    @Test
    void pageRankSatisfiesItsEquationsAtTheStatedResidual() {
        Trials.run(5, random -> {
            InfluenceGraph graph = random.nextBoolean() ? Graphs.random(random, 500, 3_000) : Graphs.star(500);
            graph.add(1, 2 + random.nextInt(400), 1);
            double[] scores = PageRankCentrality.scores(graph);
            double[] right = image(graph, scores, PageRankCentrality.DAMPING);
            for (int i = 0; i < scores.length; i++) {
                assertThat(scores[i]).isCloseTo(right[i], within(PageRankCentrality.RESIDUAL));
            }
        });
    }

    @Test
    void pageRankIsUniformWithoutDamping() {
        assertThat(PageRankCentrality.scores(Graphs.star(4), 0)).containsExactly(new double[] {0.25, 0.25, 0.25, 0.25},
                within(1e-15));
    }

    @Test
    void pageRankCopesWithWeightsThatLieFarApart() {
        InfluenceGraph graph = new InfluenceGraph(4);
        graph.add(0, 1, 1e100);
        graph.add(2, 3, 1e-200);
        graph.add(3, 2, 1e-320);
        assertThat(CompensatedSum.of(PageRankCentrality.scores(graph))).isCloseTo(1, within(1e-9));
        assertThat(PageRankCentrality.dominant(graph)).hasValue(0);
    }

    @Test
    void refusesADampingOutsideItsDomain() {
        InfluenceGraph graph = Graphs.star(4);
        assertThatIllegalArgumentException().isThrownBy(() -> PageRankCentrality.scores(graph, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> PageRankCentrality.scores(graph, -0.1));
        assertThatIllegalArgumentException().isThrownBy(() -> PageRankCentrality.scores(graph, Double.NaN));
    }

    @Test
    void eigenvectorCentralityIsAbsentUnlessEveryoneReachesEveryone() {
        assertThat(EigenvectorCentrality.of(Graphs.star(5))).isEmpty();
        assertThat(EigenvectorCentrality.of(new InfluenceGraph(3))).isEmpty();
        assertThat(EigenvectorCentrality.of(Graphs.of(4, 0, 1, 1, 0, 2, 3, 3, 2))).isEmpty();
    }

    @Test
    void eigenvectorCentralityOfOneNodeIsOne() {
        EigenvectorCentrality centrality = EigenvectorCentrality.of(new InfluenceGraph(1)).orElseThrow();
        assertThat(centrality.scores()).containsExactly(1);
        assertThat(centrality.spectralRadius()).isZero();
    }

    @Test
    void eigenvectorCentralityRanksTheInfluencerFirst() {
        InfluenceGraph graph = new InfluenceGraph(3);
        graph.add(0, 1, 0.9);
        graph.add(0, 2, 0.6);
        graph.add(1, 2, 0.4);
        graph.add(2, 0, 0.3);
        EigenvectorCentrality centrality = EigenvectorCentrality.of(graph).orElseThrow();
        assertThat(centrality.spectralRadius()).isCloseTo(0.6, within(1e-12));
        assertThat(centrality.scores()).containsExactly(new double[] {1, 1.0 / 3, 0.5}, within(1e-12));
        assertThat(centrality.dominant()).hasValue(0);
    }

    @Test
    void eigenvectorCentralityConvergesOnPeriodicGraphs() {
        EigenvectorCentrality ring = EigenvectorCentrality.of(Graphs.ring(8)).orElseThrow();
        assertThat(ring.spectralRadius()).isCloseTo(1, within(1e-12));
        assertThat(ring.dominant()).isEmpty();

        InfluenceGraph star = Graphs.star(17);
        for (int leaf = 1; leaf < 17; leaf++) {
            star.add(leaf, 0, 1);
        }
        EigenvectorCentrality centrality = EigenvectorCentrality.of(star).orElseThrow();
        assertThat(centrality.spectralRadius()).isCloseTo(4, within(1e-11));
        assertThat(centrality.scores()[5]).isCloseTo(0.25, within(1e-12));
        assertThat(centrality.dominant()).hasValue(0);
    }

    @Test
    void eigenvectorCentralityEqualsTheDenseDecomposition() {
        Trials.run(100, random -> {
            int n = random.nextInt(2, 20);
            InfluenceGraph graph = Graphs.random(random, n, 4 * n);
            Optional<EigenvectorCentrality> found = EigenvectorCentrality.of(graph);
            if (found.isEmpty()) {
                return;
            }
            DMatrixRMaj weights = new DMatrixRMaj(Graphs.weights(graph));
            EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, false, false);
            assertThat(eigen.decompose(weights.copy())).isTrue();
            double radius = 0;
            for (int i = 0; i < n; i++) {
                radius = Math.max(radius, eigen.getEigenvalue(i).getMagnitude());
            }
            assertThat(found.get().spectralRadius()).isCloseTo(radius, within(1e-9 * radius));
            DMatrixRMaj vector = new DMatrixRMaj(n, 1, true, found.get().scores());
            DMatrixRMaj image = new DMatrixRMaj(n, 1);
            CommonOps_DDRM.mult(weights, vector, image);
            for (int i = 0; i < n; i++) {
                assertThat(image.get(i)).isCloseTo(radius * vector.get(i), within(1e-9 * radius));
                assertThat(vector.get(i)).isPositive();
            }
        });
    }

    @Test
    void eigenvectorCentralityConvergesWhereAChainIsFarFromTheCore() {
        InfluenceGraph graph = new InfluenceGraph(300);
        graph.add(0, 1, 1);
        graph.add(1, 0, 1);
        for (int i = 2; i < 300; i++) {
            graph.add(i - 1, i, 1e-4);
            graph.add(i, i - 1, 1e-4);
        }
        EigenvectorCentrality centrality = EigenvectorCentrality.of(graph).orElseThrow();
        assertThat(centrality.spectralRadius()).isCloseTo(1, within(1e-6));
        assertThat(centrality.scores()[2]).isCloseTo(1e-4, within(1e-7));
        assertThat(centrality.scores()[299]).isBetween(0.0, 1e-11);
    }

    @Test
    void eigenvectorCentralityOfARingIsTheGeometricMeanOfItsWeights() {
        Trials.run(50, random -> {
            int n = random.nextInt(2, 40);
            InfluenceGraph ring = new InfluenceGraph(n);
            double logarithms = 0;
            for (int i = 0; i < n; i++) {
                double weight = Math.pow(10, random.nextDouble(-8, 0));
                logarithms += Math.log(weight);
                ring.add(i, (i + 1) % n, weight);
            }
            double mean = Math.exp(logarithms / n);
            assertThat(EigenvectorCentrality.of(ring).orElseThrow().spectralRadius())
                    .isCloseTo(mean, within(1e-9 * mean));
        });
    }

    @Test
    void renamingTheNodesRenamesTheScores() {
        Trials.run(100, random -> {
            int n = random.nextInt(2, 15);
            InfluenceGraph graph = Graphs.random(random, n, 3 * n);
            int[] names = Graphs.permutation(random, n);
            InfluenceGraph renamed = Graphs.renamed(graph, names);
            double[] rank = PageRankCentrality.scores(graph);
            double[] renamedRank = PageRankCentrality.scores(renamed);
            for (int i = 0; i < n; i++) {
                assertThat(renamedRank[names[i]]).isCloseTo(rank[i], within(1e-10));
            }
            assertThat(EigenvectorCentrality.of(renamed).isPresent())
                    .isEqualTo(EigenvectorCentrality.of(graph).isPresent());
            EigenvectorCentrality.of(graph).ifPresent(centrality -> {
                double[] other = EigenvectorCentrality.of(renamed).orElseThrow().scores();
                for (int i = 0; i < n; i++) {
                    assertThat(other[names[i]]).isCloseTo(centrality.scores()[i], within(1e-9));
                }
            });
        });
    }

    private static double[] image(InfluenceGraph graph, double[] scores, double damping) {
        int n = scores.length;
        double[][] weights = Graphs.weights(graph);
        double[] right = new double[n];
        double spread = 0;
        for (int to = 0; to < n; to++) {
            double total = 0;
            for (int from = 0; from < n; from++) {
                total += weights[from][to];
            }
            for (int from = 0; from < n && total > 0; from++) {
                right[from] += damping * scores[to] * weights[from][to] / total;
            }
            spread += total > 0 ? 0 : damping * scores[to] / n;
        }
        for (int i = 0; i < n; i++) {
            right[i] += (1 - damping) / n + spread;
        }
        return right;
    }

    private static double[] solved(InfluenceGraph graph, double damping) {
        int n = graph.nodes();
        DMatrixRMaj system = CommonOps_DDRM.identity(n);
        for (int to = 0; to < n; to++) {
            double[] unit = new double[n];
            unit[to] = 1;
            double[] column = image(graph, unit, damping);
            for (int i = 0; i < n; i++) {
                system.set(i, to, system.get(i, to) - (column[i] - (1 - damping) / n));
            }
        }
        DMatrixRMaj right = new DMatrixRMaj(n, 1);
        right.fill((1 - damping) / n);
        DMatrixRMaj solution = new DMatrixRMaj(n, 1);
        assertThat(CommonOps_DDRM.solve(system, right, solution)).isTrue();
        return solution.data;
    }
}
