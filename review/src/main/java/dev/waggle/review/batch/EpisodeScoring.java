package dev.waggle.review.batch;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.episode.RecordedEpisode;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.identity.CanonicalAnswer;

/**
 * Scores of solved episodes, added up one by one. The baseline is a plain majority of the last answers of all agents
 * on the same episodes. The right answers enter here, after each solve. Owned by one thread.
 */
public final class EpisodeScoring {

    private final Map<SolveEnding,
            Integer> endings = new TreeMap<>(Comparator.comparingInt(SolveEnding.all()::indexOf));
    private final CalibrationScore decidedOnes = new CalibrationScore();
    private int episodes;
    private int known;
    private int decided;
    private int leaderCorrect;
    private int majorityCorrect;
    private int majorityTies;
    private long rounds;
    private long signals;
    private long failures;

    /**
     * Adds a solved episode.
     *
     * @param truth the right answer, if it is known
     */
    public void add(RecordedEpisode episode, Optional<CanonicalAnswer> truth, SwarmResult result) {
        episodes++;
        endings.merge(result.ending(), 1, Integer::sum);
        rounds += result.timing().roundsUsed();
        signals += result.signalLog().size();
        failures += result.failures().size();
        decided += result.consensus().decided() ? 1 : 0;
        truth.ifPresent(right -> score(right, episode, result));
    }

    /** Totals of the episodes so far. */
    public EpisodeTotals totals() {
        return new EpisodeTotals(episodes, endings, decided,
                new EpisodeTotals.Quality(known, decidedOnes.scores(), leaderCorrect, majorityCorrect, majorityTies),
                new EpisodeTotals.Effort(rounds, signals, failures));
    }

    private void score(CanonicalAnswer truth, RecordedEpisode episode, SwarmResult result) {
        known++;
        boolean correct = result.consensus().leader().map(Proposal::id).filter(truth.proposalId()::equals).isPresent();
        leaderCorrect += correct ? 1 : 0;
        if (result.consensus().decided()) {
            decidedOnes.add(result.confidence(), correct);
        }
        majority(episode).filter(truth.proposalId()::equals).ifPresent(right -> majorityCorrect++);
    }

    /** The most frequent last answer; of several the one with the smallest id, counted as a tie. */
    private Optional<String> majority(RecordedEpisode episode) {
        Map<String, String> last = new LinkedHashMap<>();
        for (Event event : episode.events()) {
            if (event.kind() != Event.Kind.MESSAGE) {
                episode.answer(event.answer()).ifPresent(answer -> last.put(event.agent(), answer.proposalId()));
            }
        }
        Map<String, Integer> counts = new HashMap<>();
        last.values().forEach(id -> counts.merge(id, 1, Integer::sum));
        int max = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        if (counts.values().stream().filter(count -> count == max).count() > 1) {
            majorityTies++;
        }
        return counts.entrySet().stream().filter(count -> count.getValue() == max).map(Map.Entry::getKey)
                .min(Comparator.naturalOrder());
    }
}
