package dev.waggle.math.dynamics.chain;

import java.util.Arrays;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Finite Markov chain in discrete time. p(i, j) is the probability that the next state is j when the present state is
 * i (Kemeny and Snell 1960, Finite Markov Chains; Norris 1997, Markov Chains). Immutable.
 *
 * <p>A move is possible when p(i, j) is above 0, without a tolerance, so a rare move is still a move.
 */
public final class MarkovChain {

    /** Maximum number of states: then a linear solve takes about 0.1 s and a graph of all steps some 60 MB. */
    public static final int MAX_STATES = 500;

    /** Tolerance of the sum of a row around 1: rounded decimals pass, a row that lacks a state does not. */
    public static final double ROW_TOLERANCE = 1e-9;

    private final double[][] rows;

    private MarkovChain(double[][] rows) {
        this.rows = rows;
    }

    /**
     * The chain with this transition matrix. A row is divided by its sum, which is 1 but for rounding. O(n^2).
     *
     * @param matrix square, 1 to {@value #MAX_STATES} states; entries 0..1, rows that sum to 1 within
     *        {@value #ROW_TOLERANCE}
     */
    public static MarkovChain of(double[][] matrix) {
        DomainCheck.square("matrix", matrix);
        atMostMaxStates("matrix", matrix.length);
        double[][] rows = new double[matrix.length][];
        for (int i = 0; i < rows.length; i++) {
            DomainCheck.nonNegative("matrix[" + i + "]", matrix[i]);
            double sum = CompensatedSum.of(matrix[i]);
            if (!(Math.abs(sum - 1) <= ROW_TOLERANCE)) {
                throw new IllegalArgumentException("matrix[" + i + "] must sum to 1, got " + sum + " from "
                        + Arrays.toString(matrix[i])
                        + "\nMaybe these are counts, or the row of a state that was never left: see TransitionCounts");
            }
            rows[i] = divided(matrix[i], sum);
        }
        return new MarkovChain(rows);
    }

    /** Number of states, 1 or more. */
    public int size() {
        return rows.length;
    }

    /** The probability of going from one state to the other in one step, 0..1. */
    public double probability(int from, int to) {
        return rows[DomainCheck.index("from", from, size())][DomainCheck.index("to", to, size())];
    }

    /** A copy of the transition matrix; each row sums to 1. */
    public double[][] matrix() {
        double[][] copy = new double[rows.length][];
        Arrays.setAll(copy, i -> rows[i].clone());
        return copy;
    }

    /** The row itself, for reading only. */
    double[] row(int from) {
        return rows[from];
    }

    static void atMostMaxStates(String name, int states) {
        if (states > MAX_STATES) {
            throw new IllegalArgumentException(name + " must have at most " + MAX_STATES + " states, got " + states);
        }
    }

    private static double[] divided(double[] row, double sum) {
        double[] divided = new double[row.length];
        for (int j = 0; j < row.length; j++) {
            divided[j] = sum == 1 ? row[j] : Math.min(1, row[j] / sum);
        }
        return divided;
    }
}
