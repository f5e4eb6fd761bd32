package dev.waggle.review.batch;

import java.util.Comparator;
import java.util.List;

import dev.waggle.review.batch.ItemDecision.Share;

/** Compares outcomes with the truth, and plain majority with it on the same items. */
final class BatchScoring {

    private final CalibrationScore decided = new CalibrationScore();
    private final CalibrationScore leaders = new CalibrationScore();
    private int known;
    private int majorityCorrect;
    private int majorityTies;

    /** Adds an outcome of all votes of its item; one without a truth changes nothing. */
    void add(ItemDecision outcome) {
        add(outcome, outcome.shares());
    }

    /**
     * Adds an outcome; one without a truth changes nothing.
     *
     * @param all the answers of the item with all votes, from which the majority is counted
     */
    void add(ItemDecision outcome, List<Share> all) {
        String truth = outcome.truth();
        if (truth == null) {
            return;
        }
        known++;
        Boolean correct = outcome.correct();
        if (correct != null) {
            leaders.add(outcome.confidence(), correct);
            if (outcome.decided()) {
                decided.add(outcome.confidence(), correct);
            }
        }
        addMajority(all, truth);
    }

    BatchSummary.Quality quality(int truthsWithoutVotes) {
        return new BatchSummary.Quality(known, truthsWithoutVotes, decided.scores(), leaders.scores(), majorityCorrect,
                majorityTies);
    }

    private void addMajority(List<Share> shares, String truth) {
        int max = shares.stream().mapToInt(Share::votes).max().orElse(0);
        List<String> first = shares.stream().filter(share -> share.votes() == max).map(Share::answer)
                .sorted(Comparator.comparing(AnswerIndex::fold)).toList();
        majorityTies += first.size() > 1 ? 1 : 0;
        majorityCorrect += !first.isEmpty() && AnswerIndex.same(first.getFirst(), truth) ? 1 : 0;
    }
}
