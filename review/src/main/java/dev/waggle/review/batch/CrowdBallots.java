package dev.waggle.review.batch;

import java.util.Arrays;

import dev.waggle.math.inference.crowd.CrowdAnswers;
import dev.waggle.math.inference.crowd.CrowdTruths;
import dev.waggle.review.batch.ItemBallots.Ballot;
import dev.waggle.review.batch.VoteStore.ByItem;

/** Standing ballots of all items as numbers, for the learning from all of them at once. */
final class CrowdBallots {

    /** At least two labels: one that no agent gave may be right. */
    private static final int MIN_LABELS = 2;

    private final VoteStore votes;
    private final int[] labelOf;
    private final int[] meaningOf;
    private final CrowdAnswers answers;
    private final CrowdTruths truths;
    private int labels;

    CrowdBallots(VoteStore votes, ByItem byItem) {
        this.votes = votes;
        labelOf = new int[votes.answers().meanings()];
        meaningOf = new int[votes.votedAnswers()];
        Arrays.fill(labelOf, CrowdTruths.NO_LABEL);
        for (int meaning = 0; meaning < labelOf.length; meaning++) {
            if (votes.isVoted(meaning)) {
                labelOf[meaning] = labels;
                meaningOf[labels++] = meaning;
            }
        }
        answers = answers(byItem);
        truths = knownTruths();
    }

    private CrowdAnswers answers(ByItem byItem) {
        int[] items = new int[votes.size()];
        int[] agents = new int[votes.size()];
        int[] given = new int[votes.size()];
        int size = 0;
        for (int item = 0; item < votes.items().size(); item++) {
            for (Ballot ballot : ItemBallots.of(votes, byItem.rows(item)).standing()) {
                items[size] = item;
                agents[size] = ballot.agent();
                given[size++] = labelOf[votes.answers().meaning(ballot.spelling())];
            }
        }
        return CrowdAnswers.of(votes.items().size(), votes.agents().size(), Math.max(MIN_LABELS, labels),
                Arrays.copyOf(items, size), Arrays.copyOf(agents, size), Arrays.copyOf(given, size));
    }

    private CrowdTruths knownTruths() {
        int[] known = new int[votes.items().size()];
        for (int item = 0; item < known.length; item++) {
            known[item] = votes.truths().isKnown(item)
                    ? labelOf[votes.answers().meaning(votes.truths().spelling(item))]
                    : CrowdTruths.UNKNOWN;
        }
        return CrowdTruths.of(known);
    }

    /** The answers of all items; a label for each answer of the file. */
    CrowdAnswers answers() {
        return answers;
    }

    CrowdTruths truths() {
        return truths;
    }

    /** The meaning of a label. */
    int meaning(int label) {
        return meaningOf[label];
    }
}
