package dev.waggle.math.game;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Pulls and rewards of each arm of a bandit, with the next arm by UCB1 (Auer, Cesa-Bianchi and Fischer 2002).
 *
 * <p>The index of an arm is its mean reward plus sqrt(2 ln t / n), with n its pulls and t the pulls of all. The
 * second term favours arms with few pulls. Rewards are 0..1. The tally belongs to the thread that made it. The static
 * methods do the same for counts stored elsewhere.
 */
public final class BanditTally {

    private final long[] pulls;
    private final double[] totals;

    /**
     * Creates a tally of arms without pulls.
     *
     * @param arms at least 1
     */
    public BanditTally(int arms) {
        pulls = new long[DomainCheck.atLeast("arms", arms, 1)];
        totals = new double[arms];
    }

    /**
     * Counts a pull. O(1).
     *
     * @param reward 0..1
     */
    public void record(int arm, double reward) {
        DomainCheck.index("arm", arm, pulls.length);
        totals[arm] += DomainCheck.share("reward", reward);
        pulls[arm]++;
    }

    /** Pulls of each arm. */
    public long[] pulls() {
        return pulls.clone();
    }

    /** The sum of the rewards of each arm, 0..pulls. */
    public double[] totals() {
        return totals.clone();
    }

    /** The arm to pull next by UCB1. O(arms). */
    public int ucb1Choice() {
        return ucb1Choice(pulls, totals);
    }

    /**
     * The UCB1 index of each arm, in units of reward; Infinity for an arm that was never pulled.
     *
     * @param pulls number of pulls of each arm, at least 0
     * @param totals the sum of the rewards of each arm, 0..pulls
     */
    public static double[] ucb1Indices(long[] pulls, double[] totals) {
        long all = requireArm(pulls, totals);
        double[] indices = new double[pulls.length];
        for (int arm = 0; arm < pulls.length; arm++) {
            indices[arm] = pulls[arm] == 0
                    ? Double.POSITIVE_INFINITY
                    : totals[arm] / pulls[arm] + Math.sqrt(2 * Math.log((double) all) / pulls[arm]);
        }
        return indices;
    }

    /**
     * The next arm to pull by UCB1: the first without a pull, else the first with the highest index. Indices that
     * differ by rounding only are equal.
     *
     * @param pulls of at least one arm
     */
    public static int ucb1Choice(long[] pulls, double[] totals) {
        double[] indices = ucb1Indices(pulls, totals);
        DomainCheck.atLeast("number of arms", indices.length, 1);
        int best = 0;
        for (int arm = 0; arm < indices.length; arm++) {
            if (pulls[arm] == 0) {
                return arm;
            }
            best = TieComparison.exceeds(indices[arm], indices[best]) ? arm : best;
        }
        return best;
    }

    private static long requireArm(long[] pulls, double[] totals) {
        if (pulls.length != totals.length) {
            throw new IllegalArgumentException("pulls and totals must have one length, got " + pulls.length + " and "
                    + totals.length);
        }
        long all = 0;
        for (int arm = 0; arm < pulls.length; arm++) {
            if (pulls[arm] < 0 || pulls[arm] > Long.MAX_VALUE - all) {
                throw new IllegalArgumentException(
                        "pulls[" + arm + "] must be at least 0 and sum to a long, got " + pulls[arm]);
            }
            if (!(totals[arm] >= 0 && TieComparison.atMost(totals[arm], (double) pulls[arm]))) {
                throw new IllegalArgumentException("totals[" + arm + "] must be from 0 to its pulls " + pulls[arm]
                        + ", got " + totals[arm] + "\nMaybe the rewards are not scaled to 0..1.");
            }
            all += pulls[arm];
        }
        return all;
    }
}
