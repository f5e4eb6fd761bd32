package dev.waggle.math.game;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Regret of a bandit with known means, and its theoretical bounds.
 *
 * <p>The pseudo-regret is the sum over pulls of the gap between the best mean and the mean of the arm pulled (Lai and
 * Robbins 1985). Rewards do not enter, so luck does not either. The object is an immutable running regret: each pull
 * makes another, in O(1). Unit: reward.
 */
public final class BanditRegret {

    private final double[] gaps;
    private final double regret;

    private BanditRegret(double[] gaps, double regret) {
        this.gaps = gaps;
        this.regret = regret;
    }

    /**
     * The regret before any pull: 0.
     *
     * @param means the expected reward of each arm, finite, at least one
     */
    public static BanditRegret of(double[] means) {
        return new BanditRegret(gaps(DomainCheck.finite("means", means)), 0);
    }

    /** The regret after one pull more. */
    public BanditRegret after(int arm) {
        return new BanditRegret(gaps, regret + gaps[DomainCheck.index("arm", arm, gaps.length)]);
    }

    /** The pseudo-regret so far, at least 0. */
    public double regret() {
        return regret;
    }

    /**
     * The pseudo-regret of so many pulls: the sum of pulls times gap, at least 0. O(arms).
     *
     * @param means the expected reward of each arm, finite, at least one
     * @param pulls number of pulls of each, at least 0
     */
    public static double pseudoRegret(double[] means, long[] pulls) {
        if (means.length != pulls.length) {
            throw new IllegalArgumentException("means and pulls must have one length, got " + means.length + " and "
                    + pulls.length);
        }
        double[] gaps = gaps(DomainCheck.finite("means", means));
        CompensatedSum regret = new CompensatedSum();
        for (int arm = 0; arm < gaps.length; arm++) {
            if (pulls[arm] < 0) {
                throw new IllegalArgumentException("pulls[" + arm + "] must be at least 0, got " + pulls[arm]);
            }
            regret.add(gaps[arm] * pulls[arm]);
        }
        return DomainCheck.finite("regret", regret.get());
    }

    /**
     * Upper bound of the expected regret of UCB1 in so many pulls of arms with these means. It is 8 times the sum of
     * ln T / gap plus (1 + pi^2 / 3) times the sum of the gaps, over the arms that are not best (Auer, Cesa-Bianchi
     * and Fischer 2002, Theorem 1). 0 when all are equally good. Large when a gap is small: {@link #worstCaseBound}
     * holds as well. O(arms).
     *
     * @param means 0..1, at least one
     * @param horizon the number of pulls T, at least 1
     */
    public static double ucb1Bound(double[] means, long horizon) {
        double[] gaps = gaps(DomainCheck.shares("means", means));
        double logarithm = Math.log((double) horizon(horizon));
        CompensatedSum bound = new CompensatedSum();
        for (double gap : gaps) {
            if (gap > 0) {
                bound.add(8 * logarithm / gap);
                bound.add((1 + Math.PI * Math.PI / 3) * gap);
            }
        }
        return bound.get();
    }

    /**
     * Upper bound of the expected regret of UCB in so many pulls for any means in 0..1: 8 sqrt(T k ln T) + 3 (k - 1)
     * (Lattimore and Szepesvari 2020, Theorem 7.2, with gaps of at most 1). Proved there for a confidence that grows
     * with T. For UCB1 it follows from the bound of Auer et al., whose constants are smaller when gaps below sqrt(8 k
     * ln T / T) are counted as T times the gap. It does not apply to Thompson sampling. O(1).
     *
     * @param arms k, at least 1
     * @param horizon the number of pulls T, at least 1
     */
    public static double worstCaseBound(int arms, long horizon) {
        DomainCheck.atLeast("arms", arms, 1);
        return 8 * Math.sqrt((double) horizon(horizon) * arms * Math.log((double) horizon)) + 3 * (arms - 1.0);
    }

    /** Gap of each mean to the best; 0 when only rounding is between them. */
    private static double[] gaps(double[] means) {
        DomainCheck.atLeast("number of arms", means.length, 1);
        double best = means[0];
        for (double mean : means) {
            best = Math.max(best, mean);
        }
        double[] gaps = new double[means.length];
        for (int arm = 0; arm < means.length; arm++) {
            gaps[arm] = TieComparison.equal(best, means[arm]) ? 0 : best - means[arm];
        }
        return DomainCheck.finite("best mean - means", gaps);
    }

    private static long horizon(long horizon) {
        if (horizon < 1) {
            throw new IllegalArgumentException("horizon must be at least 1, got " + horizon);
        }
        return horizon;
    }
}
