package dev.waggle.review.batch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Ballots of one item after its rows are merged. Row by row, oldest first:
 *
 * <ol>
 * <li>A row equal to an earlier one in every column that is read is a duplicate. It has no effect, even when its agent
 * has changed the answer in between.
 * <li>A row without an answer is an abstention. It neither votes nor withdraws a vote.
 * <li>Any other row is its agent's ballot, in place of an earlier one.
 * </ol>
 *
 * @param standing one ballot for each agent that answered, in the order of their last answers
 * @param spellings by meaning of each answer, the number of its first spelling
 * @param duplicates rows dropped as equal to an earlier row
 * @param replaced answers that their agent changed later
 * @param abstentions rows without an answer
 */
record ItemBallots(List<Ballot> standing, Map<Integer, Integer> spellings, int duplicates, int replaced,
        int abstentions) {

    /**
     * The answer that an agent supports.
     *
     * @param agent its number
     * @param spelling the number of the answer's spelling
     * @param confidence the stated confidence, 0..1; NaN when none was stated
     * @param further the further kinds of confidence, alike
     */
    record Ballot(int agent, int spelling, double confidence, List<Double> further) {

        Ballot {
            further = List.copyOf(further);
        }

        /** The stated confidence, 1 when none was stated. */
        double weight() {
            return Double.isNaN(confidence) ? 1 : confidence;
        }

        /** The stated confidences, each kind at its place; none when none was stated. */
        List<Double> stated() {
            if (Double.isNaN(confidence) && further.stream().allMatch(stated -> Double.isNaN(stated))) {
                return List.of();
            }
            List<Double> stated = new ArrayList<>(further);
            stated.addFirst(confidence);
            return stated;
        }
    }

    ItemBallots {
        standing = List.copyOf(standing);
        spellings = Map.copyOf(spellings);
    }

    /** The same with some of the standing ballots only. */
    ItemBallots with(List<Ballot> some) {
        return new ItemBallots(some, spellings, duplicates, replaced, abstentions);
    }

    static ItemBallots of(VoteStore votes, int[] rows) {
        Set<RowKey> distinctRows = HashSet.newHashSet(rows.length);
        Map<Integer, Ballot> standing = LinkedHashMap.newLinkedHashMap(rows.length);
        Map<Integer, Integer> spellings = new HashMap<>();
        int duplicates = 0;
        int replaced = 0;
        int abstentions = 0;
        for (int row : rows) {
            int agent = votes.agent(row);
            int answer = votes.answer(row);
            double confidence = votes.confidence(row);
            List<Double> further = votes.further(row);
            boolean abstains = answer == VoteStore.ABSTAINED;
            int meaning = abstains ? answer : votes.answers().meaning(answer);
            if (!distinctRows.add(new RowKey(agent, meaning, confidence, further))) {
                duplicates++;
            } else if (abstains) {
                abstentions++;
            } else {
                spellings.putIfAbsent(meaning, answer);
                replaced += standing.remove(agent) == null ? 0 : 1;
                standing.put(agent, new Ballot(agent, answer, confidence, further));
            }
        }
        return new ItemBallots(List.copyOf(standing.values()), spellings, duplicates, replaced, abstentions);
    }

    /** Content of a row, the item apart. */
    private record RowKey(int agent, int meaning, double confidence, List<Double> further) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof RowKey that && agent == that.agent && meaning == that.meaning
                    && Double.compare(confidence, that.confidence) == 0 && further.equals(that.further);
        }

        // Written out, because that of a record is built anew in every process.
        @Override
        public int hashCode() {
            return 31 * (31 * (31 * agent + meaning) + Double.hashCode(confidence)) + further.hashCode();
        }
    }
}
