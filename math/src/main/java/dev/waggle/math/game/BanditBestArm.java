package dev.waggle.math.game;

import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

import dev.waggle.math.DomainCheck;
import org.hipparchus.analysis.integration.gauss.GaussIntegrator;
import org.hipparchus.analysis.integration.gauss.GaussIntegratorFactory;
import org.hipparchus.special.Beta;

/**
 * Probability of each arm to be the best, given the posterior of each arm. It is the integral over x of the density
 * of this arm at x times the chance that every other is below x. Thompson sampling pulls the arm with the same
 * probability.
 *
 * <p>By Gauss-Legendre quadrature on pieces that become finer towards the centre of each belief, so that a belief
 * however narrow is not stepped over. Absolute error below 1e-9 up to 10,000 trials an arm, more beyond.
 */
public final class BanditBestArm {

    /** Maximum number of arms: about a second. */
    public static final int MAX_ARMS = 50;

    /** Maximum number of trials of an arm: beyond it the densities lose their digits. */
    public static final long MAX_TRIALS = 10_000_000;

    /** Ends of the pieces, in standard deviations from the mean; beta tails fall no slower than e^-64 there. */
    private static final double[] ENDS = {0, 0.5, 1, 2, 4, 8, 16, 32, 64};

    private static final int NODES = 16;

    private BanditBestArm() {}

    /**
     * The probability of each arm to be the best; they sum to 1. One arm is the best for sure.
     * Cost: about 300 k^2 values of the incomplete beta function for k arms.
     *
     * @param arms 1..{@value #MAX_ARMS}, each of at most {@value #MAX_TRIALS} trials
     */
    public static double[] probabilities(List<BanditPosterior> arms) {
        DomainCheck.between("number of arms", arms.size(), 1, MAX_ARMS);
        for (int i = 0; i < arms.size(); i++) {
            DomainCheck.between("trials of arm " + i, (double) arms.get(i).successes() + arms.get(i).failures(), 0,
                    MAX_TRIALS);
        }
        if (arms.size() == 1) {
            return new double[] {1};
        }
        GaussIntegrator unit = new GaussIntegratorFactory().legendre(NODES); // Over -1..1.
        double[] probabilities = new double[arms.size()];
        double[] logBetas = new double[arms.size()];
        Arrays.setAll(logBetas, i -> Beta.logBeta(arms.get(i).alpha(), arms.get(i).beta()));
        double from = -1;
        for (double to : ends(arms)) {
            if (from >= 0) {
                double half = (to - from) / 2;
                for (int node = 0; node < NODES; node++) {
                    double x = from + half * (1 + unit.getPoint(node));
                    add(arms, logBetas, x, half * unit.getWeight(node), probabilities);
                }
            }
            from = to;
        }
        return DomainCheck.distribution("probabilities", probabilities);
    }

    /** The ends of all pieces, ascending, from where one arm is surely above to 1. */
    private static SortedSet<Double> ends(List<BanditPosterior> arms) {
        TreeSet<Double> ends = new TreeSet<>();
        double lowest = 0;
        for (BanditPosterior arm : arms) {
            double deviation = Math.sqrt(arm.variance());
            for (double end : ENDS) {
                ends.add(Math.max(0, arm.mean() - end * deviation));
                ends.add(Math.min(1, arm.mean() + end * deviation));
            }
            lowest = Math.max(lowest, arm.mean() - ENDS[ENDS.length - 1] * deviation);
        }
        ends.add(1.0);
        return ends.tailSet(lowest);
    }

    /** Adds weight times the density of each arm at x times the chance that the others are below. */
    private static void add(List<BanditPosterior> arms, double[] logBetas, double x, double weight,
            double[] probabilities) {
        if (!(x > 0 && x < 1)) {
            return; // Rounded to an end of a piece as narrow as the precision of a double.
        }
        int count = arms.size();
        double[] above = new double[count + 1]; // The chance that this arm and all after it are below x.
        double[] below = new double[count];
        above[count] = 1;
        for (int i = count - 1; i >= 0; i--) {
            below[i] = Beta.regularizedBeta(x, arms.get(i).alpha(), arms.get(i).beta());
            above[i] = above[i + 1] * below[i];
        }
        double before = weight;
        for (int i = 0; i < count; i++) {
            double logDensity = arms.get(i).successes() * Math.log(x) + arms.get(i).failures() * Math.log1p(-x)
                    - logBetas[i];
            probabilities[i] += before * Math.exp(logDensity) * above[i + 1];
            before *= below[i];
        }
    }
}
