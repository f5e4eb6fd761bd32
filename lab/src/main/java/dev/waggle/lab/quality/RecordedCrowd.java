package dev.waggle.lab.quality;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.waggle.math.inference.crowd.CrowdAnswers;
import dev.waggle.math.inference.crowd.CrowdTruths;

/**
 * Answers of agents to many items, with the truths.
 *
 * @param answers the answers
 * @param truths the right label of each item that has one
 */
record RecordedCrowd(CrowdAnswers answers, CrowdTruths truths) {

    /** Share of the answers for each label of an item; equal shares without answers. */
    double[] shares(int item) {
        double[] shares = new double[answers.labels()];
        answers.labelsOf(item).forEach(label -> shares[label]++);
        for (int label = 0; label < shares.length; label++) {
            shares[label] = answers.size(item) == 0 ? 1.0 / shares.length : shares[label] / answers.size(item);
        }
        return shares;
    }

    /** Items with a known truth. */
    IntStream scored() {
        return IntStream.range(0, answers.items()).filter(truths::isKnown);
    }

    /** Truths of every item whose number is a multiple of that; none for 0. */
    CrowdTruths part(int every) {
        return CrowdTruths.of(IntStream.range(0, answers.items())
                .map(item -> every > 0 && item % every == 0 ? truths.label(item) : CrowdTruths.UNKNOWN).toArray());
    }

    /** Rows of a recording, by name. */
    static final class Builder {

        private final Map<String, Integer> items = new LinkedHashMap<>();
        private final Map<String, Integer> agents = new LinkedHashMap<>();
        private final Map<String, Integer> labels = new LinkedHashMap<>();
        private final Map<Integer, Integer> truths = new LinkedHashMap<>();
        private final List<int[]> rows = new ArrayList<>();

        private static int number(Map<String, Integer> names, String name) {
            int next = names.size();
            return names.computeIfAbsent(name, _ -> next);
        }

        void answer(String item, String agent, String label) {
            rows.add(new int[] {number(items, item), number(agents, agent), number(labels, label)});
        }

        void truth(String item, String label) {
            truths.put(number(items, item), number(labels, label));
        }

        RecordedCrowd build() {
            int[] known = IntStream.range(0, items.size())
                    .map(item -> truths.getOrDefault(item, CrowdTruths.UNKNOWN)).toArray();
            return new RecordedCrowd(CrowdAnswers.of(items.size(), agents.size(), labels.size(), column(0), column(1),
                    column(2)), CrowdTruths.of(known));
        }

        private int[] column(int place) {
            return rows.stream().mapToInt(row -> row[place]).toArray();
        }
    }
}
