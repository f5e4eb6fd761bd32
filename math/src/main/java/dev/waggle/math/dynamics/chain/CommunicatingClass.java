package dev.waggle.math.dynamics.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

import org.hipparchus.util.ArithmeticUtils;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DirectedMultigraph;

/**
 * States of a Markov chain that all lead to one another, and to which no other state belongs (Norris 1997, 1.2 and
 * 1.8).
 *
 * @param states in ascending order, at least one
 * @param closed whether no step leads out: then its states are recurrent, otherwise transient
 * @param period the greatest common divisor of the lengths of all ways from a state back to itself, 1 for an aperiodic
 *        class; nothing for a single state that is never followed by itself, because there is no way back
 */
@SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
record CommunicatingClass(int[] states, boolean closed, OptionalInt period) {

    /**
     * The classes of a chain, in the order of their first states; each state is in exactly one. They are the strongly
     * connected components of the graph of possible steps. O(n^2).
     */
    public static List<CommunicatingClass> of(MarkovChain chain) {
        List<int[]> components = components(chain, 0);
        int[] component = new int[chain.size()];
        for (int c = 0; c < components.size(); c++) {
            for (int state : components.get(c)) {
                component[state] = c;
            }
        }
        List<CommunicatingClass> classes = new ArrayList<>(components.size());
        for (int[] states : components) {
            classes.add(
                    new CommunicatingClass(states, closed(chain, states, component), period(chain, states, component)));
        }
        return classes;
    }

    /** The strongly connected components of the steps with a probability above the threshold, each ascending. */
    static List<int[]> components(MarkovChain chain, double threshold) {
        Graph<Integer, DefaultEdge> steps = new DirectedMultigraph<>(DefaultEdge.class);
        for (int i = 0; i < chain.size(); i++) {
            steps.addVertex(i);
        }
        for (int i = 0; i < chain.size(); i++) {
            double[] row = chain.row(i);
            for (int j = 0; j < row.length; j++) {
                if (i != j && row[j] > threshold) {
                    steps.addEdge(i, j);
                }
            }
        }
        List<int[]> components = new ArrayList<>();
        for (Set<Integer> set : new KosarajuStrongConnectivityInspector<>(steps).stronglyConnectedSets()) {
            int[] states = set.stream().mapToInt(Integer::intValue).toArray();
            Arrays.sort(states);
            components.add(states);
        }
        components.sort(Comparator.comparingInt(states -> states[0]));
        return components;
    }

    private static boolean closed(MarkovChain chain, int[] states, int[] component) {
        for (int i : states) {
            double[] row = chain.row(i);
            for (int j = 0; j < row.length; j++) {
                if (row[j] > 0 && component[j] != component[i]) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * From any search tree: the greatest common divisor of depth(i) + 1 - depth(j) over the steps i to j in the class.
     */
    private static OptionalInt period(MarkovChain chain, int[] states, int[] component) {
        int[] depth = new int[chain.size()];
        Arrays.fill(depth, -1);
        int[] queue = new int[states.length];
        queue[0] = states[0];
        depth[states[0]] = 0;
        int divisor = 0;
        int known = 1;
        for (int head = 0; head < known; head++) {
            int i = queue[head];
            double[] row = chain.row(i);
            for (int j = 0; j < row.length; j++) {
                if (row[j] > 0 && component[j] == component[i]) {
                    if (depth[j] < 0) {
                        depth[j] = depth[i] + 1;
                        queue[known++] = j;
                    } else {
                        divisor = ArithmeticUtils.gcd(divisor, depth[i] + 1 - depth[j]);
                    }
                }
            }
        }
        return divisor == 0 ? OptionalInt.empty() : OptionalInt.of(divisor);
    }
}
