package dev.waggle.math.game;

import java.util.Arrays;

import dev.waggle.math.Domain;
import org.hipparchus.ode.ODEState;
import org.hipparchus.ode.OrdinaryDifferentialEquation;
import org.hipparchus.ode.nonstiff.DormandPrince853Integrator;

/**
 * Strategies that spread in proportion to what they earn, in continuous time: dx_i/dt = x_i ((A x)_i - x A x) (Taylor
 * and Jonker 1978).
 *
 * <p>Solved for the logarithms u_i = ln(x_i(t) / x_i(0)), whose rate is (A x)_i - x A x: so shares cannot become
 * negative, strategies that are absent stay so, and those nearly extinct keep their digits. By Dormand and Prince's
 * method of order 8 with an error of about 1e-10 in each logarithm at each step.
 */
public final class ReplicatorFlow {

    /** The longest flow, in time times the range of the payoffs: thousands of turns of rock-paper-scissors. */
    public static final double MAX_TIME = 10_000;

    private static final double ABSOLUTE_ERROR = 1e-11;
    private static final double RELATIVE_ERROR = 1e-13;
    private static final double LEAST_STEP = 1e-9;
    private static final double MOST_STEP = 10;

    private ReplicatorFlow() {}

    /**
     * The shares after some time.
     * Cost: about 15 products of the matrix with a vector for each unit of time in which payoffs differ by 1.
     *
     * @param payoffs what a row earns against a column, any finite numbers; square
     * @param shares of each strategy at the start: at least 0, some above 0; scaled to sum to 1
     * @param time at least 0, in the inverse unit of the payoffs; times the range of the payoffs at most 10,000
     */
    public static double[] after(double[][] payoffs, double[] shares, double time) {
        double[] start = Replicator.checkedShares(payoffs, shares);
        Domain.nonNegative("time", time);
        double range = PayoffMatrix.range(payoffs);
        double turns = Domain.between("time x range of payoffs", time * range, 0, MAX_TIME);
        if (turns <= LEAST_STEP) {
            return shares(start, drift(payoffs, start, time));
        }
        double[][] unit = PayoffMatrix.unit(payoffs);
        DormandPrince853Integrator integrator =
                new DormandPrince853Integrator(LEAST_STEP, MOST_STEP, ABSOLUTE_ERROR, RELATIVE_ERROR);
        OrdinaryDifferentialEquation flow = new OrdinaryDifferentialEquation() {
            @Override
            public int getDimension() {
                return start.length;
            }

            @Override
            public double[] computeDerivatives(double at, double[] logarithms) {
                return advantages(unit, shares(start, logarithms));
            }
        };
        double[] end = integrator.integrate(flow, new ODEState(0, new double[start.length]), turns).getPrimaryState();
        return shares(start, end);
    }

    /** The first step of the series: exact enough for a time in which nothing happens. */
    private static double[] drift(double[][] payoffs, double[] start, double time) {
        double[] drift = advantages(PayoffMatrix.unit(payoffs), start);
        double range = PayoffMatrix.range(payoffs);
        Arrays.setAll(drift, i -> drift[i] * (time * range));
        return drift;
    }

    /** What each strategy earns above the mean. */
    private static double[] advantages(double[][] payoffs, double[] shares) {
        double[] earned = PayoffMatrix.against(payoffs, shares);
        double mean = PayoffMatrix.mean(shares, earned);
        Arrays.setAll(earned, i -> earned[i] - mean);
        return earned;
    }

    private static double[] shares(double[] start, double[] logarithms) {
        double highest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < start.length; i++) {
            highest = start[i] > 0 ? Math.max(highest, logarithms[i]) : highest;
        }
        double[] shares = new double[start.length];
        double sum = 0;
        for (int i = 0; i < start.length; i++) {
            shares[i] = start[i] > 0 ? start[i] * Math.exp(logarithms[i] - highest) : 0;
            sum += shares[i];
        }
        for (int i = 0; i < start.length; i++) {
            shares[i] /= sum;
        }
        return shares;
    }
}
