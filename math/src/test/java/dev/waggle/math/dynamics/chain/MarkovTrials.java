package dev.waggle.math.dynamics.chain;

import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;

/** Random Markov chains. */
final class MarkovTrials {

    private MarkovTrials() {}

    /** A chain of 1 to that many states; rows have many zeros, so that classes and periods of all kinds occur. */
    static MarkovChain sparse(RandomGenerator random, int mostStates) {
        int n = random.nextInt(1, mostStates + 1);
        double[][] matrix = new double[n][n];
        for (double[] row : matrix) {
            int steps = random.nextInt(1, 3);
            for (int k = 0; k < steps; k++) {
                row[random.nextInt(n)] += 1.0 / steps;
            }
        }
        return MarkovChain.of(matrix);
    }

    /** A chain of that many states that can go anywhere in one step. */
    static MarkovChain dense(RandomGenerator random, int states) {
        double[][] matrix = new double[states][];
        for (int i = 0; i < states; i++) {
            matrix[i] = Trials.distribution(random, states);
            for (int j = 0; j < states; j++) {
                matrix[i][j] = 0.9 * matrix[i][j] + 0.1 / states;
            }
        }
        return MarkovChain.of(matrix);
    }

    /** The random walk on 0 to n that goes up with probability p, down otherwise, and ends at both ends. */
    static MarkovChain gambler(int n, double p) {
        double[][] matrix = new double[n + 1][n + 1];
        matrix[0][0] = 1;
        matrix[n][n] = 1;
        for (int i = 1; i < n; i++) {
            matrix[i][i + 1] = p;
            matrix[i][i - 1] = 1 - p;
        }
        return MarkovChain.of(matrix);
    }

    /** True at (i, j) if state i leads to state j in any number of steps, zero included. */
    static boolean[][] leads(MarkovChain chain) {
        int n = chain.size();
        boolean[][] leads = new boolean[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                leads[i][j] = i == j || chain.probability(i, j) > 0;
            }
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    leads[i][j] |= leads[i][k] && leads[k][j];
                }
            }
        }
        return leads;
    }
}
