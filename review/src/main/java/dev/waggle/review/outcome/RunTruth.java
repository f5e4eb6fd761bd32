package dev.waggle.review.outcome;

import java.util.OptionalInt;

/** Truth about the decision of a run, as far as an outcome states it. */
public sealed interface RunTruth {

    /**
     * The right answer is known: {@link dev.waggle.swarm.reliability.ReliabilityState#learn} takes it.
     *
     * @param right the right option of the case; empty if no agent proposed the right answer
     */
    record Known(OptionalInt right) implements RunTruth {}

    /**
     * Nothing for the weights, because more than one answer may be right. The outcome counts for reputation alone.
     *
     * @param reason a sentence for people
     */
    record ForReputation(String reason) implements RunTruth {}
}
