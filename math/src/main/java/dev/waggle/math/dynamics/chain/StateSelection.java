package dev.waggle.math.dynamics.chain;

import java.util.stream.IntStream;

/** Sets of states of a Markov chain, as one mark for each state. */
final class StateSelection {

    private StateSelection() {}

    /** The states with a mark, ascending. */
    static int[] marked(boolean[] marks) {
        return IntStream.range(0, marks.length).filter(i -> marks[i]).toArray();
    }

    /** The states without a mark, ascending. */
    static int[] unmarked(boolean[] marks) {
        return IntStream.range(0, marks.length).filter(i -> !marks[i]).toArray();
    }

    /**
     * The states from which some state of the goal can be reached by steps that start outside of the barrier; the goal
     * itself included. O(n^2).
     */
    static boolean[] leadingTo(MarkovChain chain, boolean[] goal, boolean[] barrier) {
        boolean[] leading = goal.clone();
        int[] queue = new int[goal.length];
        int known = 0;
        for (int i = 0; i < goal.length; i++) {
            if (goal[i]) {
                queue[known++] = i;
            }
        }
        for (int head = 0; head < known; head++) {
            for (int i = 0; i < goal.length; i++) {
                if (!leading[i] && !barrier[i] && chain.row(i)[queue[head]] > 0) {
                    leading[i] = true;
                    queue[known++] = i;
                }
            }
        }
        return leading;
    }
}
