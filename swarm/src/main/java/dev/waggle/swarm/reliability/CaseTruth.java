package dev.waggle.swarm.reliability;

import java.util.OptionalInt;

/** Known truth of a decision: the right option, that nobody named the right one, or an option that is wrong. */
public sealed interface CaseTruth {

    /** An option is right. */
    record Right(int option) implements CaseTruth {}

    /** The right answer is none of the options. */
    record Unnamed() implements CaseTruth {}

    /** An option is wrong, and the right answer is not known. */
    record Wrong(int option) implements CaseTruth {}

    /** The right option; empty if nobody named the right answer. */
    static CaseTruth of(OptionalInt right) {
        return right.isPresent() ? new Right(right.getAsInt()) : new Unnamed();
    }

    /**
     * The most that this says about a decision: if all answers but one are wrong, that one is right.
     *
     * @throws IllegalArgumentException when the decision has no such option
     */
    default CaseTruth about(DecisionCase decision) {
        return switch (this) {
            case Unnamed _ -> this;
            case Right(int option) -> {
                requireOption("right", option, decision);
                yield this;
            }
            case Wrong(int option) -> {
                requireOption("wrong", option, decision);
                if (decision.options() == 1) {
                    yield new Unnamed();
                }
                yield decision.options() == 2 && decision.others() == 0 ? new Right(1 - option) : this;
            }
        };
    }

    private static void requireOption(String what, int option, DecisionCase decision) {
        if (!(option >= 0 && option < decision.options())) {
            throw new IllegalArgumentException(
                    "the " + what + " option must be below " + decision.options() + ", got " + option);
        }
    }
}
