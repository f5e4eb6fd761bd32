package dev.waggle.math.inference.causal;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.math.Trials;
import dev.waggle.math.inference.causal.CausalGraph.Edge;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CpdagTest {

    /** The numbers of graphs and of classes are those of Gillispie and Perlman 2001. */
    @Test
    void isWhatAllMembersOfTheClassHaveInCommon() {
        int[] graphs = {1, 1, 3, 25, 543, 29_281};
        int[] classes = {1, 1, 2, 11, 185, 8_782};
        for (int variables = 0; variables <= 5; variables++) {
            List<CausalGraph> all = CausalTrials.all(variables);
            Map<Set<List<Integer>>, List<CausalGraph>> byShape = new HashMap<>();
            all.forEach(graph -> byShape.computeIfAbsent(shape(graph), _ -> new ArrayList<>()).add(graph));
            assertThat(all).hasSize(graphs[variables]);
            assertThat(byShape).hasSize(classes[variables]);
            byShape.values().forEach(CpdagTest::assertInCommon);
        }
    }

    /** Returns the edges and the colliders whose causes are not joined (Verma and Pearl 1990). */
    private static Set<List<Integer>> shape(CausalGraph graph) {
        Set<List<Integer>> shape = new HashSet<>();
        for (Edge arrow : graph.arrows()) {
            shape.add(List.of(Math.min(arrow.from(), arrow.to()), Math.max(arrow.from(), arrow.to())));
            for (int other : graph.parents(arrow.to())) {
                if (other < arrow.from() && !graph.causes(other, arrow.from()) && !graph.causes(arrow.from(), other)) {
                    shape.add(List.of(other, arrow.to(), arrow.from()));
                }
            }
        }
        return shape;
    }

    private static void assertInCommon(List<CausalGraph> members) {
        List<Edge> directed = members.get(0).arrows().stream()
                .filter(arrow -> members.stream().allMatch(member -> member.causes(arrow.from(), arrow.to()))).toList();
        Cpdag cpdag = Cpdag.of(members.get(0));
        assertThat(cpdag.directed()).isEqualTo(directed);
        assertThat(cpdag.undirected()).hasSize(members.get(0).arrows().size() - directed.size());
        assertThat(cpdag.classSize()).contains(BigInteger.valueOf(members.size()));
        assertThat(Cpdag.of(members.get(members.size() - 1))).isEqualTo(cpdag);
    }

    @Test
    void countsTreesAndCompleteGroupsAtAnySize() {
        int[][] star = new int[99][];
        for (int i = 0; i < star.length; i++) {
            star[i] = new int[] {0, i + 1};
        }
        int[][] complete = new int[190][];
        int at = 0;
        for (int i = 0; i < 20; i++) {
            for (int j = 0; j < i; j++) {
                complete[at++] = new int[] {j, i};
            }
        }
        assertThat(Cpdag.of(CausalGraph.of(100, star)).classSize()).contains(BigInteger.valueOf(100));
        assertThat(Cpdag.of(CausalGraph.of(20, complete)).classSize())
                .contains(new BigInteger("2432902008176640000"));
    }

    @Test
    void countsStripsOfTriangles() {
        assertThat(Cpdag.of(strip(8)).classSize()).contains(BigInteger.valueOf(membersOneByOne(strip(8))));
        assertThat(Cpdag.of(strip(60)).classSize()).isPresent();
    }

    /** Graph in which each variable causes the next two. */
    private static CausalGraph strip(int variables) {
        List<Edge> arrows = new ArrayList<>();
        for (int i = 0; i < variables; i++) {
            for (int j = i + 1; j < Math.min(variables, i + 3); j++) {
                arrows.add(new Edge(i, j));
            }
        }
        return CausalGraph.of(variables, arrows);
    }

    private static int membersOneByOne(CausalGraph graph) {
        List<Edge> arrows = graph.arrows();
        int members = 0;
        for (int ways = 0; ways < 1 << arrows.size(); ways++) {
            List<Edge> directed = new ArrayList<>();
            for (int k = 0; k < arrows.size(); k++) {
                Edge arrow = arrows.get(k);
                directed.add(CausalTrials.in(ways, k) ? arrow : new Edge(arrow.to(), arrow.from()));
            }
            if (CausalTrials.acyclic(graph.size(), directed)
                    && shape(CausalGraph.of(graph.size(), directed)).equals(shape(graph))) {
                members++;
            }
        }
        return members;
    }

    @Test
    void givesUpCountingADenseGroupWithoutStructure() {
        List<Edge> arrows = new ArrayList<>();
        var random = Trials.chance(3);
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < i; j++) {
                if (i < 18 || (j < 18 && random.nextBoolean())) {
                    arrows.add(new Edge(j, i));
                }
            }
        }
        Cpdag cpdag = Cpdag.of(CausalGraph.of(100, arrows));
        assertThat(cpdag.directed()).isEmpty();
        assertThat(cpdag.classSize()).isEmpty();
    }

    @Test
    void refusesTooManyVariables() {
        assertThatThrownBy(() -> Cpdag.of(CausalGraph.of(Cpdag.MAX_VARIABLES + 1)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("200");
    }
}
