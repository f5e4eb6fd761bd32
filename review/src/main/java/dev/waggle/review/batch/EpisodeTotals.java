package dev.waggle.review.batch;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

import dev.waggle.review.batch.CalibrationScore.Scores;
import dev.waggle.swarm.event.SolveEnding;

/**
 * Totals over many solved episodes.
 *
 * @param episodes number of episodes
 * @param endings number of episodes of each ending
 * @param decided number of decided episodes
 * @param quality quality on the episodes with a known right answer
 * @param effort sums over all episodes
 */
public record EpisodeTotals(int episodes, Map<SolveEnding, Integer> endings, int decided, Quality quality,
        Effort effort) {

    /** Copies the map and keeps its order. */
    public EpisodeTotals {
        endings = Collections.unmodifiableMap(new LinkedHashMap<>(endings));
    }

    /**
     * Quality of the decisions, on the episodes with a known right answer.
     *
     * @param known number of these episodes
     * @param decided scores of the decided ones
     * @param leaderCorrect number of right leaders, decided or not
     * @param majorityCorrect number of right majorities of the last answers
     * @param majorityTies number of episodes where several answers were most frequent; the one with the smallest id
     *         was taken
     */
    public record Quality(int known, Scores decided, int leaderCorrect, int majorityCorrect, int majorityTies) {

        /** Right leaders over all known episodes, 0..1; empty without one. */
        public OptionalDouble leaderAccuracy() {
            return share(leaderCorrect, known);
        }

        /** Right majorities over all known episodes, 0..1; empty without one. */
        public OptionalDouble majorityAccuracy() {
            return share(majorityCorrect, known);
        }
    }

    /** Sums over all episodes: rounds, published signals and failed turns. */
    public record Effort(long rounds, long signals, long failures) {}

    /** Decided episodes over all episodes, 0..1; empty without one. */
    public OptionalDouble coverage() {
        return share(decided, episodes);
    }

    private static OptionalDouble share(int part, int whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }
}
