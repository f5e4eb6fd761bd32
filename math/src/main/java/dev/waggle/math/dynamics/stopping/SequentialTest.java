package dev.waggle.math.dynamics.stopping;

import dev.waggle.math.TieComparison;

/**
 * State of a sequential probability ratio test: a decision, or a request for one observation more.
 *
 * <p>It suits a stream of yes and no in which each observation has a cost. Its error rates hold for the first time
 * that a bound is met, so the caller stops there. A ratio that ties with a bound meets it. The ratio is computed from
 * the counts, so rounding does not accumulate.
 *
 * <p>Source: Wald 1947, Sequential Analysis, chapter 3.
 *
 * @param plan the hypotheses and error rates
 * @param successes seen so far
 * @param failures seen so far
 * @param decision at these counts
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

    /** The log-likelihood ratio of the alternative to the null hypothesis, in nats. */
    public double logLikelihoodRatio() {
        return ratio(plan, successes, failures);
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
