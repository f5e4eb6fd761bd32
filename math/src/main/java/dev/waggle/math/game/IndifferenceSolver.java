package dev.waggle.math.game;

import java.util.Arrays;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.lu.LUDecompositionAlt_DDRM;
import org.ejml.dense.row.linsol.lu.LinearSolverLu_DDRM;

/**
 * Solver for the mix of some strategies against which some answers earn the same. It solves sum over i of mix[i]
 * payoff[answer][i] = v for each answer, with the sum of mix = 1. Reuses its matrices from call to call; belongs to
 * the thread that made it.
 */
final class IndifferenceSolver {

    /** Pivots below this share of the largest make a system singular: payoffs are at most 1 here. */
    private static final double SINGULAR = 1e-11;

    private final LUDecompositionAlt_DDRM decomposition = new LUDecompositionAlt_DDRM();
    private final LinearSolverLu_DDRM solver = new LinearSolverLu_DDRM(decomposition);
    private final DMatrixRMaj system = new DMatrixRMaj(1, 1);
    private final DMatrixRMaj right = new DMatrixRMaj(1, 1);
    private final DMatrixRMaj solution = new DMatrixRMaj(1, 1);

    /** The places of the bits that are set, ascending. */
    static int[] members(int set) {
        int[] members = new int[Integer.bitCount(set)];
        int rest = set;
        for (int i = 0; i < members.length; i++) {
            members[i] = Integer.numberOfTrailingZeros(rest);
            rest &= rest - 1;
        }
        return members;
    }

    /**
     * Writes the mix into {@code mix}, zero outside of the support.
     *
     * @param payoffs payoff of each answer (row) against each strategy (column), about 0..1
     * @param answers the rows that must earn the same
     * @param support the columns that may be played, as many
     * @return whether there is exactly one solution; it may have negative parts
     */
    boolean solve(double[][] payoffs, int[] answers, int[] support, double[] mix) {
        int size = support.length;
        system.reshape(size + 1, size + 1);
        right.reshape(size + 1, 1);
        solution.reshape(size + 1, 1);
        right.zero();
        right.unsafe_set(size, 0, 1);
        for (int row = 0; row < size; row++) {
            double[] earned = payoffs[answers[row]];
            for (int column = 0; column < size; column++) {
                system.unsafe_set(row, column, earned[support[column]]);
            }
            system.unsafe_set(row, size, -1);
            system.unsafe_set(size, row, 1);
        }
        system.unsafe_set(size, size, 0);
        if (!solver.setA(system) || singular(size + 1)) {
            return false;
        }
        solver.solve(right, solution);
        Arrays.fill(mix, 0);
        for (int i = 0; i < size; i++) {
            mix[support[i]] = solution.unsafe_get(i, 0);
        }
        return true;
    }

    private boolean singular(int size) {
        DMatrixRMaj lu = decomposition.getLU();
        double largest = 0;
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < size; i++) {
            double pivot = Math.abs(lu.unsafe_get(i, i));
            largest = Math.max(largest, pivot);
            smallest = Math.min(smallest, pivot);
        }
        return !(smallest > SINGULAR * largest);
    }
}
