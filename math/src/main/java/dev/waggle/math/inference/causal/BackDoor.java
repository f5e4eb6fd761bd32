package dev.waggle.math.inference.causal;

/**
 * Back-door criterion (Pearl 1993; Pearl 2009, 3.3.1): selects the variables to hold fixed so that the remaining
 * dependence of y on x is the effect of x. A valid set holds no effect of x, and blocks every trail between x and y
 * that starts with an arrow into x.
 */
public final class BackDoor {

    private BackDoor() {}

    /** Answer to the question if the effect of x on y follows from measurable variables by holding some fixed. */
    public sealed interface Answer {

        /**
         * By holding these fixed.
         *
         * @param set valid, and no longer valid without any one of its variables; ascending, empty when there is
         *        nothing to hold fixed
         */
        @SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
        record Adjust(int[] set) implements Answer {}

        /** There is no effect to find, because y is no effect of x: setting x leaves the distribution of y as it is. */
        record NoEffect() implements Answer {}

        /**
         * No set of the variables that may be measured is valid. Another way may still exist, such as the front door;
         * it is not looked for.
         */
        record NoValidSet() implements Answer {}
    }

    /**
     * True if the set is valid for the effect of x on y. O(n + m).
     *
     * @param x another variable than y
     * @param set without x and y
     */
    public static boolean valid(CausalGraph graph, int x, int y, int... set) {
        boolean[] marks = VariableSelection.marks("set", graph.size(), set);
        VariableSelection.apart("x", x, "y", y, "set", marks);
        for (int effect : graph.descendants(x)) {
            if (marks[effect]) {
                return false;
            }
        }
        return !DSeparation.reached(graph.withoutEffectsOf(x), x, marks)[y];
    }

    /**
     * The answer when only these variables may be measured beside x and y. If any set of them is valid, so is the set
     * of those that are causes of x or y and no effects of x (van der Zander, Liskiewicz and Textor 2014). Unneeded
     * variables are then removed one by one. O(n (n + m)).
     *
     * @param measured without x and y
     */
    public static Answer answer(CausalGraph graph, int x, int y, int... measured) {
        boolean[] set = candidates(graph, x, y, measured);
        CausalGraph backDoors = graph.withoutEffectsOf(x);
        if (!graph.ancestral(VariableSelection.marks("y", graph.size(), y))[x]) {
            return new Answer.NoEffect();
        }
        if (DSeparation.reached(backDoors, x, set)[y]) {
            return new Answer.NoValidSet();
        }
        for (int variable = graph.size() - 1; variable >= 0; variable--) {
            if (set[variable]) {
                set[variable] = false;
                set[variable] = DSeparation.reached(backDoors, x, set)[y];
            }
        }
        return new Answer.Adjust(VariableSelection.of(set));
    }

    /** Measured causes of x or y that are no effects of x: no other variable is in a set without superfluous ones. */
    private static boolean[] candidates(CausalGraph graph, int x, int y, int... measured) {
        boolean[] marks = VariableSelection.marks("measured", graph.size(), measured);
        VariableSelection.apart("x", x, "y", y, "measured", marks);
        boolean[] causes = graph.withoutEffectsOf(x).ancestral(VariableSelection.marks("x and y", graph.size(), x, y));
        for (int i = 0; i < marks.length; i++) {
            marks[i] &= causes[i];
        }
        for (int effect : graph.descendants(x)) {
            marks[effect] = false;
        }
        return marks;
    }
}
