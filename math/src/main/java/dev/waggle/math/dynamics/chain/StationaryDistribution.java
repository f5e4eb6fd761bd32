package dev.waggle.math.dynamics.chain;

import java.util.ArrayList;
import java.util.List;

/**
 * Stationary distribution of a Markov chain, unchanged by a step: p(j) = sum over i of p(i) p(i, j). It is unique
 * exactly when the chain has one closed class, of any period (Norris 1997, 1.7). Transient states have probability 0.
 */
public sealed interface StationaryDistribution {

    /**
     * The only one.
     *
     * @param probabilities one for each state, 0..1, sum 1; for a recurrent state the share of time spent in it, and
     *        the reciprocal of the expected number of steps until it returns
     */
    @SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
    record Unique(double[] probabilities) implements StationaryDistribution {}

    /**
     * Infinitely many: the long run depends on the start. Each stationary distribution is a mixture of these.
     *
     * @param extremes the stationary distribution of each closed class, two or more, in the order of their first states
     */
    record NotUnique(List<double[]> extremes) implements StationaryDistribution {
        public NotUnique {
            extremes = List.copyOf(extremes);
        }
    }

    /** The stationary distribution of a chain, by a linear solve for each closed class. O(n^3). */
    static StationaryDistribution of(MarkovChain chain) {
        List<double[]> extremes = new ArrayList<>();
        for (CommunicatingClass members : CommunicatingClass.of(chain)) {
            if (members.closed()) {
                int[] states = members.states();
                double[] balance = MarkovEquations.balance(chain, states);
                double[] probabilities = new double[chain.size()];
                for (int i = 0; i < states.length; i++) {
                    probabilities[states[i]] = balance[i];
                }
                extremes.add(probabilities);
            }
        }
        return extremes.size() == 1 ? new Unique(extremes.get(0)) : new NotUnique(extremes);
    }
}
