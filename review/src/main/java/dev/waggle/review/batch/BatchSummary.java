package dev.waggle.review.batch;

import java.util.OptionalDouble;

import dev.waggle.review.batch.CalibrationScore.Scores;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a decided file.
 *
 * @param rule rule of the decisions
 * @param counts counts of its rows
 * @param decided number of decided items
 * @param outcomes number of items with votes and a known truth, from which the calibration learned
 * @param quality quality of the decisions; {@code null} when no truth is known
 * @param panel the reliability of the agents; {@code null} unless it was learned
 * @param acceptance split into accepted items and items for people; {@code null} when no error to hold was given
 * @param effort the answers that were asked for; {@code null} if the items were decided together
 */
public record BatchSummary(Rule rule, Counts counts, int decided, int outcomes, @Nullable Quality quality,
        @Nullable LearnedPanel panel, @Nullable AcceptanceSummary acceptance, @Nullable EffortSummary effort) {

    /** Strategy or mode of learning, threshold and number of voters needed. */
    public record Rule(String strategy, double threshold, int minVoters) {}

    /**
     * Counts of the rows of a file: votes, duplicates, replaced, abstentions and rows of other agents are all rows.
     *
     * @param items items with a row of the panel
     * @param agents agents with a row, of the panel
     * @param votes ballots that count
     * @param duplicates rows equal to an earlier row
     * @param replaced answers that their agent changed later
     * @param abstentions rows without an answer
     * @param others rows of agents outside the panel
     */
    public record Counts(int items, int agents, long votes, long duplicates, long replaced, long abstentions,
            long others) {

        /** All rows. */
        public long rows() {
            return votes + duplicates + replaced + abstentions + others;
        }
    }

    /**
     * Quality of the decisions, on the items with a known truth.
     *
     * @param known number of these items
     * @param withoutVotes number of truths about items without votes
     * @param decided scores of the decided items
     * @param leaders scores of all items with a leader, decided or not
     * @param majorityCorrect number of items where the answer with most voters is right
     * @param majorityTies number of items where several answers had most voters; the first in alphabetical order
     *         was taken
     */
    public record Quality(int known, int withoutVotes, Scores decided, Scores leaders, int majorityCorrect,
            int majorityTies) {

        /** Right leaders over all items with a truth; no leader is not right. */
        public OptionalDouble leaderAccuracy() {
            return ofKnown(leaders.correct());
        }

        /** Right majorities over all items with a truth; no majority is not right. */
        public OptionalDouble majorityAccuracy() {
            return ofKnown(majorityCorrect);
        }

        private OptionalDouble ofKnown(int correct) {
            return known == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) correct / known);
        }
    }

    /** Decided items over all items. */
    public double coverage() {
        return counts.items() == 0 ? 0 : (double) decided / counts.items();
    }
}
