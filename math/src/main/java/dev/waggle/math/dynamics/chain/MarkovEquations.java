package dev.waggle.math.dynamics.chain;

import java.util.Arrays;

import dev.waggle.math.CompensatedSum;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Solver of the two linear systems of a Markov chain. It is accurate nearly to the accuracy of the chain's entries,
 * even if the chain moves between parts of itself very rarely.
 *
 * <p>The matrix I - P of such a chain is nearly singular: 1 - p(i, i) loses the rare steps to rounding. As in the
 * algorithm of Grassmann, Taksar and Heyman (1985) only the steps between different states count, because the
 * diagonal follows from them. An LU factorization gives a first solution. Each refinement solves for the residual,
 * computed from those steps in doubled precision (Higham 2002, Accuracy and Stability of Numerical Algorithms, 12).
 * O(n^3 + n^2 m) for n states and m right sides.
 */
final class MarkovEquations {

    private static final int MAX_REFINEMENTS = 6;

    /** Maximum last refinement of a converged solution, as a share of it. */
    private static final double MAX_LAST_CHANGE = 1e-9;

    /** A refinement smaller than this share of the solution has no successor: only rounding is left. */
    private static final double ROUNDING = 1e-15;

    /**
     * Relative size of the first refinement of the steps until the chain leaves, below which other rewards need none.
     */
    private static final double NO_REFINEMENT = 1e-13;

    private final MarkovChain chain;
    private final int[] states;

    private MarkovEquations(MarkovChain chain, int[] states) {
        this.chain = chain;
        this.states = states;
    }

    /**
     * The stationary distribution of a closed class: p(j) = sum over i of p(i) p(i, j), and all p sum to 1.
     *
     * @return one probability for each state of the class
     */
    static double[] balance(MarkovChain chain, int[] closedClass) {
        return new MarkovEquations(chain, closedClass).balance();
    }

    /**
     * The expected sum of rewards until the chain leaves these states, one solution for each reward: x = r + P x among
     * them.
     *
     * @param states from each of which the chain leaves them for certain
     * @param rewards one row for each state, one column for each kind
     */
    static double[][] rewards(MarkovChain chain, int[] states, double[][] rewards) {
        if (states.length == 0 || rewards[0].length == 0) {
            return rewards;
        }
        return new MarkovEquations(chain, states).rewards(rewards);
    }

    private double[] balance() {
        int n = states.length;
        DMatrixRMaj matrix = new DMatrixRMaj(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                matrix.set(j, i, entry(i, j));
            }
        }
        for (int i = 0; i < n; i++) {
            matrix.set(n - 1, i, 1); // One balance follows from the others; the sum takes its place.
        }
        DMatrixRMaj solution = new DMatrixRMaj(n, 1);
        refine(solver(matrix), solution, this::balanceLeft);
        double[] masses = new double[n];
        for (int i = 0; i < n; i++) {
            masses[i] = Math.max(0, solution.get(i, 0));
        }
        double total = CompensatedSum.of(masses);
        for (int i = 0; i < n; i++) {
            masses[i] /= total;
        }
        return masses;
    }

    private double[][] rewards(double[][] rewards) {
        int n = states.length;
        DMatrixRMaj matrix = new DMatrixRMaj(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                matrix.set(i, j, entry(i, j));
            }
        }
        boolean[] inside = new boolean[chain.size()];
        for (int state : states) {
            inside[state] = true;
        }
        LinearSolverDense<DMatrixRMaj> solver = solver(matrix);
        double[][] one = new double[n][1];
        for (double[] step : one) {
            step[0] = 1;
        }
        double error = refine(solver, new DMatrixRMaj(n, 1), (x, left) -> rewardsLeft(one, inside, x, left));
        DMatrixRMaj solution = new DMatrixRMaj(n, rewards[0].length);
        if (error > NO_REFINEMENT) {
            refine(solver, solution, (x, left) -> rewardsLeft(rewards, inside, x, left));
        } else {
            solver.solve(new DMatrixRMaj(rewards), solution);
        }
        double[][] expected = new double[n][rewards[0].length];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < expected[i].length; k++) {
                expected[i][k] = Math.max(0, solution.get(i, k));
            }
        }
        return expected;
    }

    /** The entry of I - P, its diagonal as the sum of the steps to other states. */
    private double entry(int i, int j) {
        double[] row = chain.row(states[i]);
        if (i != j) {
            return -row[states[j]];
        }
        CompensatedSum leaving = new CompensatedSum();
        for (int k = 0; k < row.length; k++) {
            leaving.add(k == states[i] ? 0 : row[k]);
        }
        return leaving.get();
    }

    private void balanceLeft(DMatrixRMaj x, DMatrixRMaj left) {
        int n = states.length;
        for (int j = 0; j < n - 1; j++) {
            CompensatedSum sums = new CompensatedSum();
            double[] out = chain.row(states[j]);
            for (int i = 0; i < n; i++) {
                if (i != j) {
                    addProduct(sums, x.get(i, 0), chain.row(states[i])[states[j]]);
                    addProduct(sums, -x.get(j, 0), out[states[i]]);
                }
            }
            left.set(j, 0, sums.get());
        }
        CompensatedSum sums = new CompensatedSum();
        sums.add(1);
        for (int i = 0; i < n; i++) {
            sums.add(-x.get(i, 0));
        }
        left.set(n - 1, 0, sums.get());
    }

    private void rewardsLeft(double[][] rewards, boolean[] inside, DMatrixRMaj x, DMatrixRMaj left) {
        for (int i = 0; i < states.length; i++) {
            double[] row = chain.row(states[i]);
            for (int k = 0; k < rewards[i].length; k++) {
                CompensatedSum sums = new CompensatedSum();
                sums.add(rewards[i][k]);
                for (int to = 0; to < row.length; to++) {
                    if (to != states[i] && !inside[to]) {
                        addProduct(sums, -x.get(i, k), row[to]);
                    }
                }
                for (int j = 0; j < states.length; j++) {
                    if (i != j) {
                        addProduct(sums, x.get(j, k), row[states[j]]);
                        addProduct(sums, -x.get(i, k), row[states[j]]);
                    }
                }
                left.set(i, k, sums.get());
            }
        }
    }

    private static void addProduct(CompensatedSum sums, double left, double right) {
        if (left != 0 && right != 0) {
            double product = left * right;
            sums.add(product);
            sums.add(Math.fma(left, right, -product));
        }
    }

    /** Residual of a solution: the right side minus the left one. */
    private interface Residual {
        void into(DMatrixRMaj x, DMatrixRMaj left);
    }

    private LinearSolverDense<DMatrixRMaj> solver(DMatrixRMaj matrix) {
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.lu(states.length);
        if (!solver.setA(matrix)) {
            throw tooRare();
        }
        return solver;
    }

    /** Solves, starting at 0, and answers the share by which the first refinement changed the first solution. */
    private double refine(LinearSolverDense<DMatrixRMaj> solver, DMatrixRMaj x, Residual residual) {
        DMatrixRMaj left = x.createLike();
        DMatrixRMaj step = x.createLike();
        double first = 0;
        double change = Double.POSITIVE_INFINITY;
        for (int round = 0; round <= MAX_REFINEMENTS && change > ROUNDING; round++) {
            residual.into(x, left);
            solver.solve(left, step);
            change = change(x, step);
            first = round == 1 ? change : first;
        }
        if (!(change <= MAX_LAST_CHANGE)) {
            throw tooRare();
        }
        return first;
    }

    private IllegalArgumentException tooRare() {
        return new IllegalArgumentException("matrix must lead out of the parts of the states " + Arrays.toString(states)
                + " with probabilities that a double can tell from none, the solution does not converge"
                + "\nMaybe take steps that are rarer than 1e-14 for impossible");
    }

    /** Adds the step to the solution and answers the largest share by which it changes a column. */
    private static double change(DMatrixRMaj x, DMatrixRMaj step) {
        double change = 0;
        for (int k = 0; k < x.getNumCols(); k++) {
            double largest = 0;
            double largestStep = 0;
            for (int i = 0; i < x.getNumRows(); i++) {
                double value = x.get(i, k) + step.get(i, k);
                if (!Double.isFinite(value)) {
                    return Double.POSITIVE_INFINITY;
                }
                x.set(i, k, value);
                largest = Math.max(largest, Math.abs(value));
                largestStep = Math.max(largestStep, Math.abs(step.get(i, k)));
            }
            if (largestStep > 0) {
                change = Math.max(change, largestStep / largest);
            }
        }
        return change;
    }
}
