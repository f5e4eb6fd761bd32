package dev.waggle.math.information;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Drift of a consensus from round to round: D(now || before) in bits, at least 0. It is +Infinity when the consensus
 * now allows a place that it excluded before (a new proposal). Immutable. A new round costs O(N); only the last
 * consensus and the last {@value #WINDOW} drifts are stored.
 *
 * <p>Source: Kullback and Leibler (1951). All drifts at once: {@link Divergence#successive}.
 */
public final class ConsensusDrift {

    /** Drifts in the trend: two differences, the fewest that separate a trend from one jump. */
    public static final int WINDOW = 3;

    private final double[] consensus;
    private final double[] latest;
    private final int rounds;

    private ConsensusDrift(double[] consensus, double[] latest, int rounds) {
        this.consensus = consensus;
        this.latest = latest;
        this.rounds = rounds;
    }

    /** The first round. Its consensus may be without mass or places, as before the first proposal. */
    public static ConsensusDrift start(double[] consensus) {
        LogShares.ofAny("consensus", consensus);
        return new ConsensusDrift(consensus.clone(), new double[0], 1);
    }

    /**
     * One more round.
     *
     * @param next has some mass; it may be longer than the one before, with no mass there in the added places
     */
    public ConsensusDrift next(double[] next) {
        if (next.length < consensus.length) {
            throw new IllegalArgumentException("next must be at least as long as the consensus before it, got "
                    + next.length + " and " + consensus.length
                    + "\nMaybe a proposal was withdrawn: keep its place with a mass of 0.");
        }
        double drift = Divergence.kullbackLeibler(next, Arrays.copyOf(consensus, next.length));
        int kept = Math.min(latest.length, WINDOW - 1);
        double[] drifts = Arrays.copyOfRange(latest, latest.length - kept, latest.length + 1);
        drifts[kept] = drift;
        return new ConsensusDrift(next.clone(), drifts, rounds + 1);
    }

    /** The drift of the last round in bits; empty in the first round. */
    public OptionalDouble latest() {
        return latest.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(latest[latest.length - 1]);
    }

    /**
     * The mean of the differences between successive drifts among the last {@value #WINDOW}, in bits per round: below 0
     * when the consensus settles. Empty with fewer than two drifts, and while one of them is infinite.
     */
    public OptionalDouble trend() {
        if (latest.length < 2) {
            return OptionalDouble.empty();
        }
        for (double drift : latest) {
            if (Double.isInfinite(drift)) {
                return OptionalDouble.empty();
            }
        }
        return OptionalDouble.of((latest[latest.length - 1] - latest[0]) / (latest.length - 1));
    }
}
