package dev.waggle.review.batch;

import java.util.OptionalDouble;

/**
 * Split of a file into accepted items and items for people.
 *
 * @param error the promised bound of the share of wrong leaders among the accepted
 * @param outcomes number of known truths that calibrate the threshold
 * @param threshold the smallest accepted probability for items without a truth; empty if nothing can be promised
 * @param accepted number of accepted items without a truth
 * @param people number of items without a truth for people
 * @param known items with a truth, each split by the truths before it
 */
public record AcceptanceSummary(double error, int outcomes, OptionalDouble threshold, int accepted, int people,
        Known known) {

    /**
     * Split of items with a truth.
     *
     * @param items number of them
     * @param accepted number of the accepted
     * @param wrong number of wrong leaders among the accepted
     */
    public record Known(int items, int accepted, int wrong) {

        /** Share of wrong leaders among the accepted, 0..1; empty without one. */
        public OptionalDouble error() {
            return accepted == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) wrong / accepted);
        }
    }

    /** Smallest number of known truths with which any leader can be accepted. */
    public long outcomesNeeded() {
        return AcceptanceThreshold.outcomesNeeded(error);
    }
}
