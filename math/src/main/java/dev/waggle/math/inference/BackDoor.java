package dev.waggle.math.inference;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.math.DomainCheck;

/**
 * Back-door criterion (Pearl 1993; Pearl 2009, 3.3.1): selects the variables to hold fixed so that the remaining
 * dependence of y on x is the effect of x. A valid set holds no effect of x, and blocks every trail between x and y
 * that starts with an arrow into x.
 */
public final class BackDoor {

    /** Most sets that a search for all of them tries. */
    public static final int MAX_TRIED_SETS = 20_000;

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
     * The valid sets without a superfluous variable.
     *
     * @param sets by their size, then in the order of their variables; none is part of another
     * @param complete whether these are all; otherwise more than {@value #MAX_TRIED_SETS} sets were to be tried, or
     *        larger ones than asked for
     */
    public record Sets(List<int[]> sets, boolean complete) {
        public Sets {
            sets = List.copyOf(sets);
        }
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

    /** The answer when every variable may be measured. */
    public static Answer answer(CausalGraph graph, int x, int y) {
        return answer(graph, x, y, others(graph, x, y));
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

    /**
     * All valid sets without a superfluous variable, of at most that size, from variables that may be measured. Sets
     * are tried by size, O(n + m) each, at most {@value #MAX_TRIED_SETS}.
     *
     * @param measured without x and y
     * @param mostVariables 0 or more
     */
    public static Sets sets(CausalGraph graph, int x, int y, int[] measured, int mostVariables) {
        int[] candidates = VariableSelection.of(candidates(graph, x, y, measured));
        int most = Math.min(DomainCheck.atLeast("mostVariables", mostVariables, 0), candidates.length);
        CausalGraph backDoors = graph.withoutEffectsOf(x);
        List<boolean[]> found = new ArrayList<>();
        List<int[]> sets = new ArrayList<>();
        int tried = 0;
        for (int size = 0; size <= most; size++) {
            SubsetIterator subsets = new SubsetIterator(candidates.length, size);
            while (subsets.next()) {
                if (++tried > MAX_TRIED_SETS) {
                    return new Sets(sets, false);
                }
                boolean[] set = new boolean[graph.size()];
                for (int k = 0; k < size; k++) {
                    set[candidates[subsets.at(k)]] = true;
                }
                if (found.stream().noneMatch(smaller -> contains(set, smaller))
                        && !DSeparation.reached(backDoors, x, set)[y]) {
                    found.add(set);
                    sets.add(VariableSelection.of(set));
                }
            }
        }
        return new Sets(sets, most == candidates.length);
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

    private static int[] others(CausalGraph graph, int x, int y) {
        boolean[] both = new boolean[graph.size()];
        VariableSelection.apart("x", x, "y", y, "measured", both);
        for (int i = 0; i < both.length; i++) {
            both[i] = i != x && i != y;
        }
        return VariableSelection.of(both);
    }

    private static boolean contains(boolean[] set, boolean[] part) {
        for (int i = 0; i < set.length; i++) {
            if (part[i] && !set[i]) {
                return false;
            }
        }
        return true;
    }
}
