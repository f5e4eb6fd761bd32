package dev.waggle.math.inference.causal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.waggle.math.Trials;
import dev.waggle.math.inference.causal.CausalGraph.Edge;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.stat.correlation.Covariance;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PcDiscoveryTest {

    /** Independence oracle that answers from the graph itself. */
    private static SkeletonSearch.IndependenceTest oracle(CausalGraph graph) {
        return new SkeletonSearch.IndependenceTest() {
            @Override
            public double pValue(int i, int j, int[] given) {
                return DSeparation.separated(graph, i, j, given) ? 1 : 0;
            }

            @Override
            public boolean possible(int given) {
                return true;
            }
        };
    }

    @Test
    void findsTheClassOfEachGraphOfFourWhenTheTestsAreRight() {
        for (CausalGraph graph : CausalTrials.all(4)) {
            PcDiscovery found = PcDiscovery.of(4, 0.5, 2, oracle(graph));
            assertThat(found.pattern()).isEqualTo(Cpdag.of(graph));
            assertThat(found.consistent()).isTrue();
            assertThat(found.limits()).isEmpty();
            assertThat(found.contested()).isEmpty();
        }
    }

    @Test
    void findsTheClassOfSparseGraphsWhenTheTestsAreRight() {
        Trials.run(200, random -> {
            CausalGraph graph = CausalTrials.random(random, random.nextInt(5, 10), 0.25);
            PcDiscovery found = PcDiscovery.of(graph.size(), 0.5, PcDiscovery.MAX_GIVEN, oracle(graph));
            if (found.limits().isEmpty()) {
                assertThat(found.pattern()).isEqualTo(Cpdag.of(graph));
            }
            assertThat(found.consistent()).isTrue();
        });
    }

    /** The covariances that the model implies, (I - W)^-1 (I - W)^-T, with any number of samples. */
    @Test
    void findsTheClassOfALinearModelFromItsCovariances() {
        Trials.run(100, random -> {
            CausalGraph graph = CausalTrials.random(random, 6, 0.35);
            RealMatrix paths = MatrixUtils.inverse(MatrixUtils.createRealIdentityMatrix(6)
                    .subtract(MatrixUtils.createRealMatrix(CausalTrials.weights(random, graph))));
            double[][] covariance = paths.multiplyTransposed(paths).getData();

            assertThat(PcDiscovery.of(covariance, 1_000_000_000L, 1e-6, 4).pattern()).isEqualTo(Cpdag.of(graph));
        });
    }

    @Test
    void findsAColliderAndWhatFollowsInSamples() {
        CausalGraph graph = CausalGraph.of(4, new int[] {0, 2}, new int[] {1, 2}, new int[] {2, 3});
        var random = Trials.chance(5);
        double[][] samples = CausalTrials.samples(random, graph, CausalTrials.weights(random, graph), 2_000);

        assertThat(PcDiscovery.ofSamples(samples, 0.001, 2).pattern().directed())
                .containsExactly(new Edge(0, 2), new Edge(1, 2), new Edge(2, 3));
    }

    @Test
    void directsNoEdgeByItsVariances() {
        double[][] loud = {{1, 0.8}, {0.8, 100}};
        double[][] quiet = {{100, 8}, {8, 1}};

        for (double[][] covariance : List.of(loud, quiet)) {
            Cpdag pattern = PcDiscovery.of(covariance, 100_000, 0.01, 2).pattern();
            assertThat(pattern.directed()).isEmpty();
            assertThat(pattern.undirected()).containsExactly(new Edge(0, 1));
        }
    }

    @Test
    void dependsNeitherOnTheOrderNorOnTheUnitsOfTheVariables() {
        Trials.run(100, random -> {
            int n = 7;
            CausalGraph graph = CausalTrials.random(random, n, 0.4);
            double[][] samples = CausalTrials.samples(random, graph, CausalTrials.weights(random, graph), 60);
            int[] order = CausalTrials.permutation(random, n);
            double[] units = Trials.numbers(random, n, 0.01, 100);
            double[][] moved = new double[samples.length][n];
            for (int row = 0; row < samples.length; row++) {
                for (int i = 0; i < n; i++) {
                    moved[row][order[i]] = samples[row][i] * units[i];
                }
            }
            PcDiscovery found = PcDiscovery.ofSamples(samples, 0.05, 3);
            PcDiscovery again = PcDiscovery.ofSamples(moved, 0.05, 3);

            assertThat(again.tests()).isEqualTo(found.tests());
            assertThat(again.consistent()).isEqualTo(found.consistent());
            assertThat(again.pattern().directed()).containsExactlyInAnyOrderElementsOf(found.pattern().directed()
                    .stream().map(edge -> new Edge(order[edge.from()], order[edge.to()])).toList());
            assertThat(again.pattern().undirected()).containsExactlyInAnyOrderElementsOf(unordered(found.pattern()
                    .undirected(), order));
            assertThat(again.contested()).containsExactlyInAnyOrderElementsOf(unordered(found.contested(), order));
        });
    }

    private static List<Edge> unordered(List<Edge> edges, int[] order) {
        return edges.stream().map(edge -> new Edge(Math.min(order[edge.from()], order[edge.to()]),
                Math.max(order[edge.from()], order[edge.to()]))).toList();
    }

    @Test
    void isTheClassOfSomeGraphWheneverItSaysSo() {
        Trials.run(300, random -> {
            CausalGraph graph = CausalTrials.random(random, 6, 0.5);
            PcDiscovery found = PcDiscovery.ofSamples(
                    CausalTrials.samples(random, graph, CausalTrials.weights(random, graph), 25), 0.2, 3);
            boolean some = Members.exist(found.pattern());
            assertThat(found.consistent()).isEqualTo(found.contested().isEmpty() && some);
        });
    }

    /** Looks for a member among all ways to direct the undirected edges. */
    private static final class Members {

        static boolean exist(Cpdag pattern) {
            List<Edge> open = pattern.undirected();
            for (int ways = 0; ways < 1 << open.size(); ways++) {
                List<Edge> arrows = new ArrayList<>(pattern.directed());
                for (int k = 0; k < open.size(); k++) {
                    Edge edge = open.get(k);
                    arrows.add(CausalTrials.in(ways, k) ? edge : new Edge(edge.to(), edge.from()));
                }
                try {
                    if (Cpdag.of(CausalGraph.of(pattern.variables(), arrows)).equals(pattern)) {
                        return true;
                    }
                } catch (IllegalArgumentException _) {
                    // A cycle: no member.
                }
            }
            return false;
        }
    }

    @Test
    void saysThatLargerSetsWereNotTried() {
        CausalGraph graph = CausalGraph.of(4, new int[] {0, 2}, new int[] {0, 3}, new int[] {2, 1}, new int[] {3, 1});

        PcDiscovery cut = PcDiscovery.of(4, 0.5, 1, oracle(graph));
        assertThat(cut.limits()).containsExactly(SearchLimit.GIVEN);
        PcDiscovery whole = PcDiscovery.of(4, 0.5, 2, oracle(graph));
        assertThat(whole.limits()).isEmpty();
        assertThat(edges(whole)).as("0 and 1 need two to be separated").isEqualTo(4);
        assertThat(edges(cut)).isEqualTo(5);
    }

    private static int edges(PcDiscovery found) {
        return found.pattern().directed().size() + found.pattern().undirected().size() + found.contested().size();
    }

    @Test
    void saysThatThereAreTooFewSamples() {
        double[][] covariance = {{1, 0.9, 0.9}, {0.9, 1, 0.9}, {0.9, 0.9, 1}};

        PcDiscovery none = PcDiscovery.of(covariance, 3, 0.05, 2);
        assertThat(none.limits()).containsExactly(SearchLimit.SAMPLES);
        assertThat(none.tests()).isZero();
        assertThat(none.pattern().undirected()).hasSize(3);
        assertThat(PcDiscovery.of(covariance, 4, 0.9, 2).limits()).containsExactly(SearchLimit.SAMPLES);
    }

    @Test
    void beginsNoLevelThatWouldTakeTooManyTests() {
        int n = PcDiscovery.MAX_VARIABLES;
        double[][] covariance = new double[n][n];
        for (int i = 0; i < n; i++) {
            Arrays.fill(covariance[i], 0.5);
            covariance[i][i] = 1;
        }
        PcDiscovery found = PcDiscovery.of(covariance, 1_000_000, 0.05, 3);

        assertThat(found.limits()).containsExactly(SearchLimit.TESTS);
        assertThat(found.tests()).isEqualTo(n * (n - 1) / 2);
    }

    @Test
    void saysThatAVariableIsDeterminedByOthers() {
        // 2 is 0 + 1.
        double[][] covariance = {{1, 0.3, 1.3}, {0.3, 1, 1.3}, {1.3, 1.3, 2.6}};

        assertThat(PcDiscovery.of(covariance, 1_000, 0.05, 3).limits()).doesNotContain(SearchLimit.DETERMINED);
        double[][] copied = {{1, 0.5, 1}, {0.5, 1, 0.5}, {1, 0.5, 1}};
        assertThat(PcDiscovery.of(copied, 1_000, 0.05, 3).limits()).contains(SearchLimit.DETERMINED);
    }

    @Test
    void ofOneVariableHasNothingToFind() {
        PcDiscovery found = PcDiscovery.of(new double[][] {{2}}, 10, 0.05, 3);

        assertThat(found.pattern()).isEqualTo(new Cpdag(1, List.of(), List.of()));
        assertThat(found.limits()).isEmpty();
        assertThat(found.consistent()).isTrue();
    }

    @Test
    void takesTheCovariancesOfTheSamples() {
        Trials.run(50, random -> {
            CausalGraph graph = CausalTrials.random(random, 5, 0.5);
            double[][] samples = CausalTrials.samples(random, graph, CausalTrials.weights(random, graph), 40);

            assertThat(PcDiscovery.ofSamples(samples, 0.05, 3)).isEqualTo(PcDiscovery
                    .of(new Covariance(samples).getCovarianceMatrix().getData(), samples.length, 0.05, 3));
        });
        assertThatThrownBy(() -> PcDiscovery.ofSamples(new double[][] {{0.1, 1}, {0.1, 2}, {0.1, 4}}, 0.05, 1))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("variable 0");
    }

    @Test
    void refusesWhatItCannotTest() {
        double[][] identity = {{1, 0}, {0, 1}};
        assertThatThrownBy(() -> PcDiscovery.of(identity, 10, 1.5, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PcDiscovery.of(identity, 10, 0.05, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PcDiscovery.of(identity, 10, 0.05, PcDiscovery.MAX_GIVEN + 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PcDiscovery.of(identity, -1, 0.05, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PcDiscovery.of(new double[][] {{0, 0}, {0, 1}}, 10, 0.05, 1))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("covariance[0][0]");
        int tooMany = PcDiscovery.MAX_VARIABLES + 1;
        assertThatThrownBy(() -> PcDiscovery.of(MatrixUtils.createRealIdentityMatrix(tooMany).getData(), 10, 0.05, 1))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Maybe");
        assertThatThrownBy(() -> PcDiscovery.ofSamples(new double[][] {{1, 2}}, 0.05, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PcDiscovery.ofSamples(new double[0][], 0.05, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PcDiscovery.ofSamples(new double[][] {{1, Double.NaN}, {1, 2}}, 0.05, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
