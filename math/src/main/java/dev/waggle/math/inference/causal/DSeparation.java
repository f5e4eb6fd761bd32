package dev.waggle.math.inference.causal;

/**
 * Test for d-separation: the independence of two variables of a causal graph, given others, by its shape alone (Pearl
 * 1988; Pearl 2009, 1.2.3).
 *
 * <p>A trail of arrows of any direction is blocked by a set in two cases. It has a chain {@code a -> b -> c} or a fork
 * {@code a <- b -> c} with b in the set. Or it has a collider {@code a -> b <- c} with neither b nor an effect of b in
 * the set. Two variables are d-separated by a set when it blocks every trail between them.
 *
 * <p>Found by one search over pairs of a variable and the direction in which it was entered (Shachter 1998, Bayes-ball;
 * Koller and Friedman 2009, algorithm 3.1). O(n + m).
 */
public final class DSeparation {

    private DSeparation() {}

    /**
     * True if the set blocks every trail between the two. Variables without a trail between them are separated.
     *
     * @param x another variable than y
     * @param given without x and y
     */
    public static boolean separated(CausalGraph graph, int x, int y, int... given) {
        boolean[] set = VariableSelection.marks("given", graph.size(), given);
        VariableSelection.apart("x", x, "y", y, "given", set);
        return !reached(graph, x, set)[y];
    }

    static boolean[] reached(CausalGraph graph, int x, boolean[] given) {
        boolean[] opens = graph.ancestral(given);
        boolean[] reached = new boolean[graph.size()];
        Trails trails = new Trails(graph.size());
        trails.towardsCause(x);
        while (trails.open()) {
            int visit = trails.next();
            int at = visit / 2;
            boolean fromEffect = visit % 2 == 0;
            reached[at] |= !given[at];
            if (!given[at]) {
                for (int child : graph.childrenOf(at)) {
                    trails.towardsEffect(child);
                }
            }
            if (fromEffect ? !given[at] : opens[at]) {
                for (int parent : graph.parentsOf(at)) {
                    trails.towardsCause(parent);
                }
            }
        }
        return reached;
    }

    /**
     * The visits to come; a variable is visited at most once from an effect of it (2v) and once from a cause (2v + 1).
     */
    private static final class Trails {

        private final boolean[] visited;
        private final int[] stack;
        private int top;

        Trails(int variables) {
            this.visited = new boolean[2 * variables];
            this.stack = new int[2 * variables];
        }

        void towardsCause(int variable) {
            push(2 * variable);
        }

        void towardsEffect(int variable) {
            push(2 * variable + 1);
        }

        boolean open() {
            return top > 0;
        }

        int next() {
            return stack[--top];
        }

        private void push(int visit) {
            if (!visited[visit]) {
                visited[visit] = true;
                stack[top++] = visit;
            }
        }
    }
}
