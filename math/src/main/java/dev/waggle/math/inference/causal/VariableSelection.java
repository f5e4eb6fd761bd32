package dev.waggle.math.inference.causal;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;

/** Sets of variables 0 to n - 1, as one mark for each variable. */
final class VariableSelection {

    private VariableSelection() {}

    /** Marks of these variables; duplicates are rejected. */
    static boolean[] marks(String name, int size, int... variables) {
        boolean[] marks = new boolean[size];
        for (int k = 0; k < variables.length; k++) {
            int variable = DomainCheck.index(name + "[" + k + "]", variables[k], size);
            if (marks[variable]) {
                throw new IllegalArgumentException(
                        name + " must not repeat a variable, got " + variable + " in " + Arrays.toString(variables));
            }
            marks[variable] = true;
        }
        return marks;
    }

    /** The marked variables, ascending. */
    static int[] of(boolean[] marks) {
        int count = 0;
        int[] variables = new int[marks.length];
        for (int i = 0; i < marks.length; i++) {
            if (marks[i]) {
                variables[count++] = i;
            }
        }
        return Arrays.copyOf(variables, count);
    }

    /** Rejects two equal variables, and a set that holds one of them. */
    static void apart(String name, int x, String otherName, int y, String setName, boolean[] set) {
        DomainCheck.index(name, x, set.length);
        DomainCheck.index(otherName, y, set.length);
        if (x == y) {
            throw new IllegalArgumentException(
                    name + " and " + otherName + " must be two variables, got " + x + " twice");
        }
        for (int variable : new int[] {x, y}) {
            if (set[variable]) {
                throw new IllegalArgumentException(setName + " must not contain " + (variable == x ? name : otherName)
                        + ", got " + variable + " in " + Arrays.toString(of(set)));
            }
        }
    }
}
