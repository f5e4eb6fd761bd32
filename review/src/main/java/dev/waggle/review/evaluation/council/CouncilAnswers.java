package dev.waggle.review.evaluation.council;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationSet;

/**
 * Answers of members to the items of a set whose truth is known, as numbers of the set. Immutable.
 */
final class CouncilAnswers {

    private final int[][] answers;
    private final int[] truths;

    private CouncilAnswers(int[][] answers, int[] truths) {
        this.answers = answers;
        this.truths = truths;
    }

    /** The answers of a set, one for each known item and agent. */
    static CouncilAnswers of(EvaluationSet set) {
        int[] known = set.known();
        int[][] answers = new int[known.length][set.agents().size()];
        int[] truths = new int[known.length];
        for (int i = 0; i < known.length; i++) {
            Arrays.fill(answers[i], EvaluationSet.UNKNOWN);
            EvaluationItem item = EvaluationItem.of(set, known[i]);
            for (int ballot = 0; ballot < item.ballots(); ballot++) {
                answers[i][item.agent(ballot)] = item.answerNumber(item.answer(ballot));
            }
            truths[i] = set.truth(known[i]);
        }
        return new CouncilAnswers(answers, truths);
    }

    int items() {
        return truths.length;
    }

    /** Credits of one member: 1 where it is right, 0 elsewhere and without an answer. */
    double[] credits(int member) {
        BitSet alone = new BitSet();
        alone.set(member);
        return credits(alone);
    }

    /** Credits of the plurality of these members: 1/m for one of m leaders in a tie, 0 without an answer. */
    double[] credits(BitSet members) {
        double[] credits = new double[truths.length];
        for (int item = 0; item < truths.length; item++) {
            credits[item] = credit(item, members);
        }
        return credits;
    }

    private double credit(int item, BitSet members) {
        Map<Integer, Integer> votes = new HashMap<>();
        int most = 0;
        for (int member = members.nextSetBit(0); member >= 0; member = members.nextSetBit(member + 1)) {
            if (answers[item][member] != EvaluationSet.UNKNOWN) {
                most = Math.max(most, votes.merge(answers[item][member], 1, Integer::sum));
            }
        }
        if (most == 0 || votes.getOrDefault(truths[item], 0) < most) {
            return 0;
        }
        int leaders = 0;
        for (int count : votes.values()) {
            leaders += count == most ? 1 : 0;
        }
        return 1.0 / leaders;
    }

    /**
     * Correlation of two members being right, -1..1: the phi coefficient (Yule 1912),
     *
     * <pre>
     *   phi = (n11 n00 - n10 n01) / sqrt(n1. n0. n.1 n.0)
     * </pre>
     *
     * 0 if a member is always right or never.
     */
    double correlation(int one, int other) {
        long[][] count = new long[2][2];
        for (int item = 0; item < truths.length; item++) {
            count[isRight(item, one) ? 1 : 0][isRight(item, other) ? 1 : 0]++;
        }
        double margins = (double) (count[1][1] + count[1][0]) * (count[0][1] + count[0][0])
                * (count[1][1] + count[0][1]) * (count[1][0] + count[0][0]);
        return margins > 0 ? (count[1][1] * count[0][0] - count[1][0] * count[0][1]) / Math.sqrt(margins) : 0;
    }

    private boolean isRight(int item, int member) {
        return answers[item][member] == truths[item];
    }
}
