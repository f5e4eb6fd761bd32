package dev.waggle.cli.replay;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

import dev.waggle.review.batch.CalibrationScore;
import dev.waggle.signal.JsonObjectBuilder;
import dev.waggle.signal.JsonValue;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.episode.RecordedEpisode;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.identity.CanonicalAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Totals over many solved episodes: endings, decisions and correct decisions. The baseline is a plain majority of the
 * last answers of all agents on the same episodes. The right answers enter here, after each solve.
 */
public final class EpisodeStudy {

    private final Map<SolveEnding,
            Integer> endings = new TreeMap<>(Comparator.comparingInt(SolveEnding.all()::indexOf));
    private final CalibrationScore decidedOnes = new CalibrationScore();
    private int episodes;
    private int keyed;
    private int decided;
    private int leaderCorrect;
    private int majorityCorrect;
    private int majorityTies;
    private long rounds;
    private long signals;
    private long failures;

    /** Adds a solved episode. */
    public void add(EpisodeFile.KeyedEpisode keyedEpisode, SwarmResult result) {
        episodes++;
        endings.merge(result.ending(), 1, Integer::sum);
        rounds += result.timing().roundsUsed();
        signals += result.signalLog().size();
        failures += result.failures().size();
        decided += result.consensus().decided() ? 1 : 0;
        keyedEpisode.gold().ifPresent(gold -> score(gold, keyedEpisode.episode(), result));
    }

    private void score(CanonicalAnswer gold, RecordedEpisode episode, SwarmResult result) {
        keyed++;
        boolean correct = result.consensus().leader().map(Proposal::id).filter(gold.proposalId()::equals).isPresent();
        leaderCorrect += correct ? 1 : 0;
        if (result.consensus().decided()) {
            decidedOnes.add(result.confidence(), correct);
        }
        majority(episode).filter(gold.proposalId()::equals).ifPresent(right -> majorityCorrect++);
    }

    /** The most frequent last answer; of several the one with the smallest id, counted as a tie. */
    private Optional<String> majority(RecordedEpisode episode) {
        Map<String, String> last = new LinkedHashMap<>();
        for (Event event : episode.events()) {
            if (event.kind() != Event.Kind.MESSAGE) {
                episode.answer(event.answer()).ifPresent(said -> last.put(event.agent(), said.proposalId()));
            }
        }
        Map<String, Integer> counts = new HashMap<>();
        last.values().forEach(id -> counts.merge(id, 1, Integer::sum));
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        if (counts.values().stream().filter(count -> count == most).count() > 1) {
            majorityTies++;
        }
        return counts.entrySet().stream().filter(count -> count.getValue() == most).map(Map.Entry::getKey)
                .min(Comparator.naturalOrder());
    }

    /** The totals; shares are 0..1 and absent if nothing could be scored. */
    public JsonValue totals() {
        JsonObjectBuilder byEnding = new JsonObjectBuilder();
        endings.forEach((ending, count) -> byEnding.with(ending.wireName(), JsonValue.of(count)));
        CalibrationScore.Scores scores = decidedOnes.scores();
        return new JsonObjectBuilder().with("episodes", episodes)
                .with("endings", byEnding.json())
                .with("decided", decided)
                .withPresent("coverage", share(decided, episodes))
                .withPresent("accuracyOfDecided", orNull(scores.accuracy()))
                .withPresent("accuracyOfLeaders", share(leaderCorrect, keyed))
                .withPresent("plainMajority", share(majorityCorrect, keyed))
                .with("majorityTies", majorityTies)
                .withPresent("brierOfDecided", orNull(scores.brier()))
                .withPresent("calibrationErrorOfDecided", orNull(scores.calibrationError()))
                .with("rounds", rounds)
                .with("signals", signals)
                .with("failures", failures).json();
    }

    /** The totals for people. */
    public Map<String, String> lines() {
        Map<String, String> lines = new LinkedHashMap<>();
        CalibrationScore.Scores scores = decidedOnes.scores();
        lines.put("episodes", String.valueOf(episodes));
        endings.forEach((ending, count) -> lines.put("ended by " + ending.wireName(), String.valueOf(count)));
        lines.put("decided", decided + " (" + percent(decided, episodes) + ")");
        if (keyed > 0) {
            lines.put("right among the decided", percent(scores.correct(), scores.cases()));
            lines.put("right among all leaders", percent(leaderCorrect, keyed));
            lines.put("plain majority of last answers",
                    percent(majorityCorrect, keyed) + ", " + majorityTies + " ties");
            scores.brier().ifPresent(score -> lines.put("Brier score of the decided", decimal(score)));
            scores.calibrationError().ifPresent(error -> lines.put("calibration error of the decided", decimal(error)));
        }
        lines.put("rounds, signals, failed turns", rounds + ", " + signals + ", " + failures);
        return lines;
    }

    private static String percent(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? Double.valueOf(value.getAsDouble()) : null;
    }

    private static @Nullable Double share(long part, long whole) {
        return whole > 0 ? Double.valueOf((double) part / whole) : null;
    }
}
