package dev.waggle.review.outcome;

import java.util.OptionalInt;

/** Lesson of an outcome for the weights of the agents. */
public sealed interface RunLesson {

    /**
     * The right answer is known: {@link dev.waggle.swarm.reliability.ReliabilityState#learn} takes it.
     *
     * @param right the right option of the case; empty if no agent proposed the right answer
     */
    record Known(OptionalInt right) implements RunLesson {}

    /**
     * Nothing for the weights, because more than one answer may be right. The outcome counts for reputation alone.
     *
     * @param reason a sentence for people
     */
    record ForReputation(String reason) implements RunLesson {}
}
