package dev.waggle.review.batch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Counts answers, the calls that they cost, and the calls that a plurality needs in the order of the agents. */
final class EffortCount {

    private final OptionalDouble budget;
    private long answers;
    private long asked;
    private long untilFixed;

    EffortCount(OptionalDouble budget) {
        this.budget = budget;
    }

    /**
     * Counts an item.
     *
     * @param meanings its answers in the order of the agents, equal numbers for equal answers
     * @param calls number of answers that were asked for
     */
    void add(List<Integer> meanings, int calls) {
        answers += meanings.size();
        asked += calls;
        untilFixed += untilFixed(meanings);
    }

    EffortSummary summary() {
        return new EffortSummary(budget, answers, asked, untilFixed);
    }

    /** Number of first answers after which the rest cannot change the leader of a plurality; all if it stays open. */
    static int untilFixed(List<Integer> meanings) {
        Map<Integer, Integer> votes = new HashMap<>();
        int leader = -1;
        int first = 0;
        int second = 0;
        for (int i = 0; i < meanings.size(); i++) {
            int answer = meanings.get(i);
            int count = votes.merge(answer, 1, Integer::sum);
            if (answer != leader && count > first) {
                second = first;
                leader = answer;
            } else if (answer != leader) {
                second = Math.max(second, count);
            }
            first = Math.max(first, count);
            if (first > second + meanings.size() - i - 1) {
                return i + 1;
            }
        }
        return meanings.size();
    }
}
