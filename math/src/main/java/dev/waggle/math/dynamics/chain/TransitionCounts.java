package dev.waggle.math.dynamics.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.math.DomainCheck;

/**
 * Transition counts, the sufficient statistic of a Markov chain. Mutable; it belongs to the one thread that counts.
 *
 * <p>A transition joins two successive states of one and the same walker. Several walkers are counted one after the
 * other into the same counts. The last state of one and the first state of another make no transition.
 *
 * <p>The maximum-likelihood estimate is n(i, j) / n(i), which has no value for a state that was never left (Anderson
 * and Goodman 1957). The Bayesian estimate, the mean of the posterior under a Dirichlet prior on each row, is (n(i, j)
 * + a) / (n(i) + k a). It always has a value.
 */
public final class TransitionCounts {

    private final long[][] counts;
    private final long[] departures;

    /**
     * No transition yet.
     *
     * @param states number of states, 0 to {@value MarkovChain#MAX_STATES}
     */
    public TransitionCounts(int states) {
        DomainCheck.atLeast("states", states, 0);
        MarkovChain.atMostMaxStates("counts", states);
        this.counts = new long[states][states];
        this.departures = new long[states];
    }

    /** The counts of one walk: of each pair of neighbours in it. A walk of less than two states has none. */
    public static TransitionCounts of(int states, int... walk) {
        TransitionCounts counts = new TransitionCounts(states);
        for (int t = 0; t < walk.length; t++) {
            DomainCheck.index("walk[" + t + "]", walk[t], states);
            if (t > 0) {
                counts.add(walk[t - 1], walk[t]);
            }
        }
        return counts;
    }

    /** The same counts with more states, as yet without transitions. O(k^2) for k states. */
    public TransitionCounts withCapacity(int states) {
        TransitionCounts larger = new TransitionCounts(DomainCheck.atLeast("states", states, states()));
        for (int i = 0; i < states(); i++) {
            System.arraycopy(counts[i], 0, larger.counts[i], 0, states());
            larger.departures[i] = departures[i];
        }
        return larger;
    }

    /** Counts one transition. O(1). */
    public void add(int from, int to) {
        counts[DomainCheck.index("from", from, states())][DomainCheck.index("to", to, states())]++;
        departures[from]++;
    }

    public int states() {
        return departures.length;
    }

    /** Number of transitions from one state to the other. */
    public long count(int from, int to) {
        return counts[DomainCheck.index("from", from, states())][DomainCheck.index("to", to, states())];
    }

    /** Number of transitions from the state, including to itself. */
    public long departures(int from) {
        return departures[DomainCheck.index("from", from, states())];
    }

    /** The rows of maximum likelihood; a state that was never left has none. O(k^2) for k states. */
    public TransitionEstimate estimate() {
        List<Optional<double[]>> rows = new ArrayList<>(states());
        for (int i = 0; i < states(); i++) {
            rows.add(departures[i] == 0 ? Optional.empty() : Optional.of(row(i, 0)));
        }
        return new TransitionEstimate(rows);
    }

    /**
     * The chain of the mean of the posterior, when each row has a symmetric Dirichlet prior. A state that was never
     * left goes anywhere with probability 1/k. O(k^2) for k states, at least one.
     *
     * @param concentration the prior weight of each entry, above 0 and at most 1e12; 0.5 is the prior of Jeffreys, 1
     *        the uniform one
     */
    public MarkovChain posteriorMean(double concentration) {
        DomainCheck.positive("concentration", concentration);
        DomainCheck.between("concentration", concentration, 0, 1e12);
        double[][] rows = new double[DomainCheck.atLeast("states", states(), 1)][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row(i, concentration);
        }
        return MarkovChain.of(rows);
    }

    private double[] row(int from, double concentration) {
        double[] row = new double[states()];
        double total = departures[from] + concentration * states();
        for (int j = 0; j < row.length; j++) {
            row[j] = (counts[from][j] + concentration) / total;
        }
        return row;
    }
}
