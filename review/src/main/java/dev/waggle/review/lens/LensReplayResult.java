package dev.waggle.review.lens;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import org.jspecify.annotations.Nullable;

/**
 * A run of a journal, seen again through lenses.
 *
 * @param run its id
 * @param mathematics the permitted acts of mathematics in the run; empty when the journal does not state them, or no
 *        lens ran
 * @param lenses the lenses of the replay, in their order
 * @param rounds all of them, in order
 * @param analysis their analysis after the last
 * @param notes remarks for the reader, each a sentence
 */
public record LensReplayResult(String run, Optional<String> mathematics, List<Lens<?>> lenses, List<Round> rounds,
        MathAnalysis analysis, List<String> notes) {

    public LensReplayResult {
        lenses = List.copyOf(lenses);
        rounds = List.copyOf(rounds);
        notes = List.copyOf(notes);
    }

    /**
     * Replayed round.
     *
     * @param analysis analysis by mathematics at its end
     * @param headlines the headline of each lens by its name; lenses without a reading are not in it
     * @param found findings of the replay
     * @param differences differences to the recorded findings
     * @param attention factor of votes in it, by agent; a missing agent has 1
     */
    public record Round(RoundAnalysis analysis, Map<String, Double> headlines, List<ReplayedFinding> found,
            List<Difference> differences, Map<String, Double> attention) {
        public Round {
            headlines = Map.copyOf(headlines);
            found = List.copyOf(found);
            differences = List.copyOf(differences);
            attention = Map.copyOf(attention);
        }

        /** The headline of a lens; empty if it has no reading. */
        public OptionalDouble headline(Lens<?> lens) {
            Double value = headlines.get(lens.name());
            return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
        }
    }

    /**
     * A finding of a lens in the replay.
     *
     * @param finding the finding
     * @param recorded whether the journal recorded the same in that round
     */
    public record ReplayedFinding(Finding finding, boolean recorded) {}

    /**
     * A difference between the replay and the journal.
     *
     * @param lens the name of the lens
     * @param recorded its finding in the journal; {@code null} for none
     * @param here its finding in the replay; {@code null} for none
     */
    public record Difference(String lens, @Nullable LoggedFinding recorded, @Nullable LoggedFinding here) {}

    /** The headlines of a lens, round by round. */
    public List<OptionalDouble> headlines(Lens<?> lens) {
        return rounds.stream().map(round -> round.headline(lens)).toList();
    }
}
