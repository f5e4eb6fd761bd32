package dev.waggle.math.inference;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.FixedPointSums;

/**
 * The Dirichlet posterior over the shares of options from a stream of votes: prior pseudo counts plus the weights of
 * the votes. Sums are exact in fixed point, so a vote that is withdrawn or replaced leaves no trace.
 *
 * <p>A vote and a joining option are O(1), reading is O(K). Owned by one thread.
 */
public final class VoteCounts {

    /** Each option starts with half a vote: the least informative prior of the shares (Jeffreys 1946). */
    public static final double JEFFREYS = 0.5;

    private final double prior;
    private final FixedPointSums weights;
    private long[] votes;

    /**
     * Options without votes.
     *
     * @param options at least 1, at most {@value Posterior#MAX_HYPOTHESES}
     * @param prior   pseudo count of each option, finite, above 0
     */
    public VoteCounts(int options, double prior) {
        DomainCheck.between("options", options, 1, Posterior.MAX_HYPOTHESES);
        this.prior = DomainCheck.between("prior", prior, DirichletInformation.MIN_COUNT,
                DirichletInformation.MAX_COUNT);
        weights = new FixedPointSums(options);
        votes = new long[options];
    }

    /** Lets one more option join with the same prior as the others. Answers its place. */
    public int join() {
        DomainCheck.between("options", weights.size() + 1, 1, Posterior.MAX_HYPOTHESES);
        int place = weights.grow();
        if (place == votes.length) {
            votes = Arrays.copyOf(votes, 2 * place);
        }
        return place;
    }

    /**
     * Counts a vote.
     *
     * @param weight its weight, 0..2^31; 1 is a full vote
     */
    public void add(int option, double weight) {
        check(option, weight);
        votes[option]++;
        weights.add(option, weight);
    }

    /** Takes back a vote of that weight, which must have been added and not yet withdrawn. */
    public void withdraw(int option, double weight) {
        check(option, weight);
        weights.add(option, -weight);
        if (votes[option] == 0 || weights.get(option) < 0) {
            weights.add(option, weight); // As it was: the sums are exact.
            throw new IllegalArgumentException("vote must have been added before it is withdrawn, got option " + option
                    + " and weight " + weight + "\nMaybe it was withdrawn already.");
        }
        votes[option]--;
    }

    /** The number of options. */
    public int size() {
        return weights.size();
    }

    /** The number of votes that count now. */
    public long votes() {
        long sum = 0;
        for (int i = 0; i < size(); i++) {
            sum += votes[i];
        }
        return sum;
    }

    /**
     * The pseudo counts when the voters are dependent: the weights times the exponent, which raises the likelihood to
     * that power.
     *
     * @param exponent 0..1, see {@link DesignEffect#exponent}
     */
    public double[] pseudoCounts(double exponent) {
        DomainCheck.share("exponent", exponent);
        double[] counts = new double[size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = prior + exponent * weights.get(i);
        }
        return counts;
    }

    private void check(int option, double weight) {
        DomainCheck.index("option", option, size());
        DomainCheck.between("weight", weight, 0, FixedPointSums.MAX_TERM);
    }
}
