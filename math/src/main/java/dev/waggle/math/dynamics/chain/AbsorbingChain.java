package dev.waggle.math.dynamics.chain;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.math.DomainCheck;

/**
 * Absorption of the transient states of a Markov chain (Kemeny and Snell 1960, III). Let Q be the steps among
 * transient states and R the steps out of them. Then N = (I - Q)^-1, B = N R, t = N 1.
 *
 * <p>A closed class of several states counts as one destination, so every finite chain has an answer. In an absorbing
 * chain in the strict sense each destination is one state. A chain without transient states has empty arrays.
 *
 * @param transientStates in ascending order; the index of the rows below
 * @param destinations the states of each closed class, in the order of their first states; the index of the columns of
 *        absorption
 * @param fundamental N: expected number of visits of a walk from the one to the other before it settles, the start
 *        included; 0 or more
 * @param absorption B: the probability of settling there, 0..1; each row sums to 1
 * @param expectedSteps t: the expected number of steps until it settles, 1 or more
 */
@SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
public record AbsorbingChain(int[] transientStates, List<int[]> destinations, double[][] fundamental,
        double[][] absorption, double[] expectedSteps) {

    public AbsorbingChain {
        destinations = List.copyOf(destinations);
    }

    /** The transient states of a chain and their destinations. One factorization, O(n^3). */
    public static AbsorbingChain of(MarkovChain chain) {
        List<int[]> destinations = new ArrayList<>();
        int[] destination = new int[chain.size()];
        boolean[] recurrent = new boolean[chain.size()];
        for (CommunicatingClass members : CommunicatingClass.of(chain)) {
            if (members.closed()) {
                for (int state : members.states()) {
                    destination[state] = destinations.size();
                    recurrent[state] = true;
                }
                destinations.add(members.states());
            }
        }
        int[] states = StateSelection.unmarked(recurrent);
        double[][] sides = new double[states.length][states.length + destinations.size() + 1];
        for (int i = 0; i < states.length; i++) {
            double[] row = chain.row(states[i]);
            sides[i][i] = 1;
            sides[i][states.length + destinations.size()] = 1;
            for (int j = 0; j < row.length; j++) {
                if (recurrent[j]) {
                    sides[i][states.length + destination[j]] += row[j];
                }
            }
        }
        return parts(states, destinations, MarkovEquations.rewards(chain, states, sides));
    }

    /**
     * The absorbing chain in its canonical form. State i of it is row i; absorbing state j is column j of R and state n
     * + j of the result.
     *
     * @param q square, the steps among n transient states, n at least 1
     * @param r n rows, the steps into the absorbing states; each row of both together sums to 1, and from each state
     *        some absorbing one can be reached
     */
    public static AbsorbingChain of(double[][] q, double[][] r) {
        int n = DomainCheck.square("Q", q).length;
        DomainCheck.matrix("R", r);
        if (r.length != n) {
            throw new IllegalArgumentException("Q and R must have one row for each transient state, got " + n + " and "
                    + r.length);
        }
        MarkovChain.atMostMaxStates("Q and R", n + r[0].length);
        double[][] matrix = new double[n + r[0].length][n + r[0].length];
        for (int i = 0; i < matrix.length; i++) {
            if (i < n) {
                System.arraycopy(q[i], 0, matrix[i], 0, n);
                System.arraycopy(r[i], 0, matrix[i], n, r[i].length);
            } else {
                matrix[i][i] = 1;
            }
        }
        AbsorbingChain chain = of(MarkovChain.of(matrix));
        for (int[] states : chain.destinations) {
            if (states[0] < n) {
                throw new IllegalArgumentException("Q and R must lead from each state to an absorbing one, got state "
                        + states[0] + " that is never absorbed"
                        + "\nMaybe it is an absorbing state itself and belongs to the columns of R");
            }
        }
        return chain;
    }

    private static AbsorbingChain parts(int[] states, List<int[]> destinations, double[][] solved) {
        int n = states.length;
        double[][] fundamental = new double[n][n];
        double[][] absorption = new double[n][destinations.size()];
        double[] expectedSteps = new double[n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(solved[i], 0, fundamental[i], 0, n);
            for (int k = 0; k < destinations.size(); k++) {
                absorption[i][k] = Math.min(1, solved[i][n + k]);
            }
            expectedSteps[i] = solved[i][n + destinations.size()];
        }
        return new AbsorbingChain(states, destinations, fundamental, absorption, expectedSteps);
    }
}
