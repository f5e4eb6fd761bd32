package dev.waggle.math.network;

import java.util.Arrays;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class BetweennessTest {

    @Test
    void ignoresDirectionsAndCountsAPairOnce() {
        assertThat(Betweenness.scores(Graphs.of(3, 0, 1, 1, 0, 1, 2, 2, 1))).containsExactly(0, 1, 0);
        assertThat(Betweenness.scores(Graphs.of(3, 1, 0, 1, 2))).containsExactly(0, 1, 0);
    }

    @Test
    void equalsTheCountOfShortestPaths() {
        Trials.run(100, random -> {
            int n = random.nextInt(1, 12);
            InfluenceGraph graph = Graphs.random(random, n, random.nextInt(2 * n));
            assertThat(Betweenness.scores(graph)).containsExactly(counted(graph), within(1e-9));
        });
    }

    @Test
    void refusesGraphsThatTakeTooLong() {
        assertThatIllegalArgumentException().isThrownBy(() -> Betweenness.scores(Graphs.complete(400)))
                .withMessageContaining("Maybe");
    }

    @Test
    void refusesPathsThatCannotBeCounted() {
        InfluenceGraph diamonds = new InfluenceGraph(3 * 64 + 1);
        for (int i = 0; i < 64; i++) {
            diamonds.add(3 * i, 3 * i + 1, 1);
            diamonds.add(3 * i, 3 * i + 2, 1);
            diamonds.add(3 * i + 1, 3 * i + 3, 1);
            diamonds.add(3 * i + 2, 3 * i + 3, 1);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Betweenness.scores(diamonds));
    }

    @Test
    void renamingTheNodesRenamesTheScores() {
        Trials.run(100, random -> {
            int n = random.nextInt(2, 15);
            InfluenceGraph graph = Graphs.random(random, n, 3 * n);
            int[] names = Graphs.permutation(random, n);
            double[] scores = Betweenness.scores(graph);
            double[] renamed = Betweenness.scores(Graphs.renamed(graph, names));
            for (int i = 0; i < n; i++) {
                assertThat(renamed[names[i]]).isCloseTo(scores[i], within(1e-10));
            }
        });
    }

    /** Betweenness by definition: sigma(s,v) sigma(v,t) / sigma(s,t) for each v on a shortest path, counting walks. */
    private static double[] counted(InfluenceGraph graph) {
        int n = graph.nodes();
        double[][] weights = Graphs.weights(graph);
        int[][] distance = new int[n][n];
        double[][] paths = new double[n][n];
        for (int s = 0; s < n; s++) {
            double[] walks = new double[n];
            walks[s] = 1;
            Arrays.fill(distance[s], -1);
            for (int length = 0; length < n; length++) {
                double[] longer = new double[n];
                for (int i = 0; i < n; i++) {
                    if (walks[i] > 0 && distance[s][i] < 0) {
                        distance[s][i] = length;
                        paths[s][i] = walks[i];
                    }
                    for (int j = 0; j < n; j++) {
                        longer[j] += weights[i][j] + weights[j][i] > 0 ? walks[i] : 0;
                    }
                }
                walks = longer;
            }
        }
        double[] scores = new double[n];
        for (int s = 0; s < n; s++) {
            for (int t = s + 1; t < n; t++) {
                for (int v = 0; v < n; v++) {
                    if (v != s && v != t && distance[s][t] > 0 && distance[s][v] > 0 && distance[v][t] > 0
                            && distance[s][v] + distance[v][t] == distance[s][t]) {
                        scores[v] += paths[s][v] * paths[v][t] / paths[s][t];
                    }
                }
            }
        }
        return scores;
    }
}
