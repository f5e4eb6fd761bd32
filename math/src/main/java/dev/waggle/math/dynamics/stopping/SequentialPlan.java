package dev.waggle.math.dynamics.stopping;

import java.util.function.DoubleUnaryOperator;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;
import org.hipparchus.analysis.solvers.BracketingNthOrderBrentSolver;

/**
 * Hypotheses and error rates of a sequential probability ratio test on successes and failures.
 *
 * <p>After s successes and f failures the log-likelihood ratio, in nats, is s * ln(p1 / p0) + f * ln((1 - p1) / (1 -
 * p0)). The alternative is accepted at ln A = ln((1 - miss) / falseAlarm) or above. The null hypothesis is accepted
 * at ln B = ln(miss / (1 - falseAlarm)) or below. The true error rates then are at most falseAlarm / (1 - miss) and
 * miss / (1 - falseAlarm). Their sum is at most falseAlarm + miss. Among all tests with these error rates none needs
 * fewer observations on average under either hypothesis (Wald and Wolfowitz 1948).
 *
 * <p>Source: Wald 1947, Sequential Analysis, chapters 3 and 5.
 *
 * @param nullRate p0, the rate of success under the null hypothesis, above 0 and below 1
 * @param alternativeRate p1, the rate under the alternative, above 0 and below 1, other than p0
 * @param falseAlarm the wanted probability of accepting the alternative when the null hypothesis holds, above 0
 * @param miss the wanted probability of accepting the null hypothesis when the alternative holds, above 0; the two sum
 *        to less than 1
 */
public record SequentialPlan(double nullRate, double alternativeRate, double falseAlarm, double miss) {

    private static final int MAX_SOLVER_STEPS = 1_000;

    public SequentialPlan {
        inside("nullRate", nullRate);
        inside("alternativeRate", alternativeRate);
        inside("falseAlarm", falseAlarm);
        inside("miss", miss);
        if (TieComparison.equal(nullRate, alternativeRate)) {
            throw new IllegalArgumentException("nullRate and alternativeRate must differ, got " + nullRate + " and "
                    + alternativeRate);
        }
        if (TieComparison.atMost(1, falseAlarm + miss)) {
            throw new IllegalArgumentException("falseAlarm and miss must sum to less than 1, got " + falseAlarm
                    + " and " + miss + "\nMaybe one of them is meant as a confidence: give 1 - confidence.");
        }
    }

    private static void inside(String name, double value) {
        if (!(value > 0 && value < 1)) {
            throw new IllegalArgumentException(name + " must be above 0 and below 1, got " + value);
        }
    }

    /** Ln A, above 0, in nats. */
    public double upperBound() {
        return Math.log((1 - miss) / falseAlarm);
    }

    /** Ln B, below 0, in nats. */
    public double lowerBound() {
        return Math.log(miss / (1 - falseAlarm));
    }

    /** Log-likelihood ratio of a success, in nats. */
    public double weightOfSuccess() {
        return Math.log(alternativeRate / nullRate);
    }

    /** Log-likelihood ratio of a failure, in nats. */
    public double weightOfFailure() {
        return Math.log((1 - alternativeRate) / (1 - nullRate));
    }

    /**
     * Operating characteristic: the probability that the test accepts the null hypothesis, 0..1. It is L = (A^h - 1)
     * / (A^h - B^h), where h is the root other than 0 of p * (p1 / p0)^h + (1 - p) * ((1 - p1) / (1 - p0))^h = 1.
     * Wald's approximation assumes that the bounds are met exactly, without the overshoot of the last step.
     *
     * @param rate the true rate of success p, 0..1
     */
    public double acceptance(double rate) {
        DomainCheck.share("rate", rate);
        double drift = drift(rate);
        if (rate == 0 || rate == 1) {
            return drift < 0 ? 1 : 0;
        }
        double h = root(rate, drift);
        double up = upperBound();
        double down = lowerBound();
        if (Math.abs(h) * (up - down) < 1e-9) {
            return up / (up - down);
        }
        // Divided by the larger power, so that nothing overflows.
        return h > 0
                ? Math.expm1(-h * up) / Math.expm1(h * (down - up))
                : (Math.exp(h * (up - down)) - Math.exp(-h * down)) / Math.expm1(h * (up - down));
    }

    /**
     * Expected number of observations until a decision, by Wald's approximation as for {@link #acceptance}.
     *
     * @param rate the true rate of success p, 0..1
     * @return above 0
     */
    public double expectedObservations(double rate) {
        double acceptance = acceptance(rate);
        double up = upperBound();
        double down = lowerBound();
        double drift = drift(rate);
        double success = weightOfSuccess();
        double failure = weightOfFailure();
        double square = rate * success * success + (1 - rate) * failure * failure;
        if (Math.abs(drift) * (up - down) < 1e-6 * square) {
            return -up * down / square;
        }
        return (acceptance * down + (1 - acceptance) * up) / drift;
    }

    /** Mean contribution of one observation. */
    private double drift(double rate) {
        return rate * weightOfSuccess() + (1 - rate) * weightOfFailure();
    }

    /**
     * The h other than 0 with ln E[exp(h * z)] = 0. That over h rises with h and is the drift at 0: it crosses 0 once.
     */
    private double root(double rate, double drift) {
        double success = weightOfSuccess();
        double failure = weightOfFailure();
        DoubleUnaryOperator slope = h -> {
            if (h == 0) {
                return drift;
            }
            double larger = Math.max(h * success, h * failure);
            double mean = rate * Math.exp(h * success - larger) + (1 - rate) * Math.exp(h * failure - larger);
            return (Math.log(mean) + larger) / h;
        };
        double small = 1e-9 * Math.max(Math.abs(success), Math.abs(failure));
        if (Math.abs(drift) < small) {
            return 0;
        }
        double far = drift < 0 ? 1 : -1;
        for (int i = 0; i < MAX_SOLVER_STEPS && slope.applyAsDouble(far) * drift > 0; i++) {
            far *= 2;
        }
        double near = 0;
        return new BracketingNthOrderBrentSolver(1e-12, 5).solve(MAX_SOLVER_STEPS, slope::applyAsDouble,
                Math.min(near, far), Math.max(near, far));
    }
}
