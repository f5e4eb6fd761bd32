package dev.waggle.review.batch;

import java.util.OptionalDouble;

/**
 * Splits the items of a file into accepted ones and those for people. An item with a truth is split by the truths before it
 * (prequential, Dawid 1984), all others by all truths.
 */
final class AcceptanceSplit {

    /** A threshold of earlier truths is computed again after one more in so many. */
    private static final int REFRESH = 100;

    private final double error;
    private final int minVoters;
    private final AcceptanceThreshold all;
    private final AcceptanceThreshold before;
    private OptionalDouble finalThreshold = OptionalDouble.empty();
    private OptionalDouble earlierThreshold = OptionalDouble.empty();
    private int refreshAt = 1;
    private int accepted;
    private int people;
    private int known;
    private int knownAccepted;
    private int knownWrong;

    AcceptanceSplit(double error, int minVoters) {
        this.error = error;
        this.minVoters = minVoters;
        all = new AcceptanceThreshold(error);
        before = new AcceptanceThreshold(error);
    }

    /** Learns from an item with a truth before the split. */
    void learn(ItemDecision outcome) {
        learn(all, outcome);
    }

    /** Ends the learning. */
    void seal() {
        finalThreshold = all.smallest();
    }

    /** The item with its side of the split. */
    ItemDecision split(ItemDecision outcome) {
        if (outcome.truth() == null) {
            ItemAcceptance side = side(outcome, finalThreshold);
            accepted += side == ItemAcceptance.ACCEPTED ? 1 : 0;
            people += side == ItemAcceptance.PERSON ? 1 : 0;
            return outcome.withAcceptance(side);
        }
        ItemAcceptance side = side(outcome, earlierThreshold);
        known++;
        if (side == ItemAcceptance.ACCEPTED) {
            knownAccepted++;
            knownWrong += isRight(outcome) ? 0 : 1;
        }
        learn(before, outcome);
        if (before.size() >= refreshAt) {
            earlierThreshold = before.smallest();
            refreshAt = before.size() + 1 + before.size() / REFRESH;
        }
        return outcome.withAcceptance(side);
    }

    AcceptanceSummary summary() {
        return new AcceptanceSummary(error, all.size(), finalThreshold, accepted, people,
                new AcceptanceSummary.Known(known, knownAccepted, knownWrong));
    }

    /** Items that no threshold can accept teach nothing about it. */
    private void learn(AcceptanceThreshold threshold, ItemDecision outcome) {
        if (isCandidate(outcome)) {
            threshold.add(outcome.confidence(), isRight(outcome));
        }
    }

    private ItemAcceptance side(ItemDecision outcome, OptionalDouble threshold) {
        return isCandidate(outcome) && threshold.isPresent() && outcome.confidence() >= threshold.getAsDouble()
                ? ItemAcceptance.ACCEPTED
                : ItemAcceptance.PERSON;
    }

    private boolean isCandidate(ItemDecision outcome) {
        return outcome.leader() != null && outcome.votes() >= minVoters;
    }

    private static boolean isRight(ItemDecision outcome) {
        Boolean correct = outcome.correct();
        return correct != null && correct;
    }
}
