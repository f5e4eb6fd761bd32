package dev.waggle.review.evaluation.rule;

import java.util.Arrays;
import java.util.BitSet;

import dev.waggle.math.inference.crowd.CrowdAnswers;
import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationSet;

/** Ballots of a whole set as labels, for rules that learn from all items at once. No truth is read. */
final class SetAnswers {

    /** At least two labels: one that no agent gave may be right. */
    private static final int MIN_LABELS = 2;

    private final int[] labelOf;
    private final CrowdAnswers answers;

    SetAnswers(EvaluationSet set) {
        int[] items = new int[set.ballots()];
        int[] agents = new int[set.ballots()];
        int[] given = new int[set.ballots()];
        BitSet voted = new BitSet();
        int size = 0;
        for (int i = 0; i < set.size(); i++) {
            EvaluationItem item = EvaluationItem.of(set, i);
            for (int ballot = 0; ballot < item.ballots(); ballot++) {
                items[size] = i;
                agents[size] = item.agent(ballot);
                given[size] = item.answerNumber(item.answer(ballot));
                voted.set(given[size++]);
            }
        }
        labelOf = new int[set.answers().size()];
        Arrays.fill(labelOf, EvaluationSet.UNKNOWN);
        int labels = 0;
        for (int answer = voted.nextSetBit(0); answer >= 0; answer = voted.nextSetBit(answer + 1)) {
            labelOf[answer] = labels++;
        }
        answers = CrowdAnswers.of(set.size(), set.agents().size(), Math.max(MIN_LABELS, labels), items, agents,
                Arrays.stream(given).map(answer -> labelOf[answer]).toArray());
    }

    /** The answers; a label for each answer with a ballot. */
    CrowdAnswers answers() {
        return answers;
    }

    /** The label of the answer of a place, or {@link EvaluationSet#UNKNOWN} if no ballot of the set names it. */
    int label(EvaluationItem item, int place) {
        return labelOf[item.answerNumber(place)];
    }

    /**
     * Probabilities of a rule from those of all labels.
     *
     * @param ofLabels probability of each label of the set
     */
    double[] probabilities(EvaluationItem item, double[] ofLabels) {
        double[] probabilities = new double[item.voiced() + 1];
        double named = 0;
        for (int place = 0; place < item.voiced(); place++) {
            int label = label(item, place);
            probabilities[place] = label < 0 ? 0 : ofLabels[label];
            named += probabilities[place];
        }
        probabilities[item.voiced()] = Math.max(0, 1 - named);
        return probabilities;
    }
}
