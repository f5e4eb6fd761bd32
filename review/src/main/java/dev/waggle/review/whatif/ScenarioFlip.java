package dev.waggle.review.whatif;

import java.util.Optional;

/**
 * Scenario that flips a decision, with its size.
 *
 * @param kind the kind of the change
 * @param size number of things that it changes: votes, else 1
 * @param distance how far it moves them, 0..1: the difference of thresholds, the part of a weight or a quorum that
 *        comes or goes, a half for votes that are absent, and 1 for all others
 * @param scenario the change itself
 * @param outcome the outcome in the scenario
 */
public record ScenarioFlip(FlipKind kind, int size, double distance, VoteScenario scenario, VoteOutcome outcome) {

    public ScenarioFlip {
        if (size < 1 || !(distance >= 0 && distance <= 1)) {
            throw new IllegalArgumentException("a flip has a size of at least 1 and a distance of 0 to 1, got " + size
                    + " and " + distance);
        }
    }

    /** The flip of a scenario; empty if the decision stays. */
    static Optional<ScenarioFlip> find(VoteRecount recount, FlipKind kind, int size, double distance,
            VoteScenario scenario) {
        VoteOutcome outcome = VoteOutcome.of(scenario.decide(recount));
        return outcome.decidesLike(recount.outcome())
                ? Optional.empty()
                : Optional.of(new ScenarioFlip(kind, size, distance, scenario, outcome));
    }

    /** Part of the larger of two positive values by which they differ, 0..1. */
    static double relativeDistance(double one, double other) {
        return Math.abs(one - other) / Math.max(one, other);
    }
}
