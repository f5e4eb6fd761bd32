package dev.waggle.math.dynamics.stopping;

import dev.waggle.math.TieComparison;

/**
 * State of a sequential probability ratio test: a decision, or a request for one observation more.
 *
 * <p>It suits a stream of binary observations with a cost each. Its decision is final and later observations are not
 * counted, because its error rates hold for the first time that a bound is met. A ratio that ties with a bound meets
 * it. The ratio is computed from the counts, so rounding does not accumulate.
 *
 * <p>Each observation costs O(1). Source: Wald 1947, Sequential Analysis, chapter 3.
 *
 * @param plan the hypotheses and error rates
 * @param successes seen until the decision
 * @param failures seen until the decision
 * @param decision made so far
 */
public record SequentialTest(SequentialPlan plan, long successes, long failures, Decision decision) {

    /** Decision of the test. */
    public sealed interface Decision {

        /** Neither bound is met: observe more. */
        record Undecided() implements Decision {}

        /** The upper bound is met: the rate of the alternative is accepted. */
        record AlternativeAccepted() implements Decision {}

        /** The lower bound is met: the rate of the null hypothesis is accepted. */
        record NullAccepted() implements Decision {}
    }

    public SequentialTest {
        if (successes < 0 || failures < 0) {
            throw new IllegalArgumentException(
                    "successes and failures must be at least 0, got " + successes + " and " + failures);
        }
    }

    /** A test that has seen nothing. */
    public static SequentialTest of(SequentialPlan plan) {
        return new SequentialTest(plan, 0, 0, new Decision.Undecided());
    }

    /** The test on a whole stream; observations after the decision are not counted. Costs O(observations). */
    public static SequentialTest run(SequentialPlan plan, boolean[] observations) {
        SequentialTest test = of(plan);
        for (boolean success : observations) {
            test = test.next(success);
        }
        return test;
    }

    /**
     * The test when it is evaluated after groups of observations, with the counts of all of them. The bounds on the
     * error rates hold for the first evaluation that decides, at any time, because the likelihood ratio is a
     * martingale (Ville 1939). Costs O(1).
     *
     * @param successes at least 0
     * @param failures at least 0
     */
    public static SequentialTest look(SequentialPlan plan, long successes, long failures) {
        return new SequentialTest(plan, successes, failures, decide(plan, ratio(plan, successes, failures)));
    }

    /** The test after one more observation; itself when it is decided. */
    public SequentialTest next(boolean success) {
        if (decided()) {
            return this;
        }
        long s = successes + (success ? 1 : 0);
        long f = failures + (success ? 0 : 1);
        return new SequentialTest(plan, s, f, decide(plan, ratio(plan, s, f)));
    }

    /** True if a bound is met. */
    public boolean decided() {
        return switch (decision) {
            case Decision.Undecided _ -> false;
            case Decision.AlternativeAccepted _, Decision.NullAccepted _ -> true;
        };
    }

    /** The log-likelihood ratio of the alternative to the null hypothesis, in nats. */
    public double logLikelihoodRatio() {
        return ratio(plan, successes, failures);
    }

    /** Number of counted observations. */
    public long observations() {
        return successes + failures;
    }

    private static double ratio(SequentialPlan plan, long successes, long failures) {
        return successes * plan.weightOfSuccess() + failures * plan.weightOfFailure();
    }

    private static Decision decide(SequentialPlan plan, double ratio) {
        if (TieComparison.atMost(plan.upperBound(), ratio)) {
            return new Decision.AlternativeAccepted();
        }
        return TieComparison.atMost(ratio, plan.lowerBound()) ? new Decision.NullAccepted() : new Decision.Undecided();
    }
}
