package dev.waggle.swarm.lens.information;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import org.jspecify.annotations.Nullable;

/**
 * Redundancy of agents: similarity of their words, 1 - JS of their histograms. JS is the mutual information between a
 * word and its speaker among two agents. If words do not identify the speaker, one of the two agents is enough. The
 * mutual information of the stances of two agents is reported beside it.
 */
public final class MutualInformationLens implements Lens<MutualInformationLens.RedundancyReading> {

    private static final LensCard CARD = new LensCard("mutual-information", "redundancy",
            "Who says again what others say?",
            "the words of four letters and more in discoveries, proposals, challenges, doubts and reasons of votes;"
                    + " beside it the stances of two agents on the same proposals",
            "mean likeness of pairs of agents", "share", "0..1",
            "1 - JS(words of a, words of b) = 1 - I(word; speaker); stances: adjusted mutual information",
            "Lin 1991; Shannon 1948; Vinh, Epps & Bailey 2010", Set.of(Finding.Kind.PRUNE, Finding.Kind.REWIRE),
            "agents whose words are as those of one who spoke before add next to nothing; three and more in one such"
                    + " group are an echo and should hear each other less")
            .withNeeds("two agents with 16 words of four letters and more each");

    /** Agents of a group that make an echo: two may have had one idea, three repeat it. */
    private static final int ECHO = 3;

    /**
     * Reading of the lens.
     *
     * @param averageNMI the mean likeness of the words of two agents, 0..1: 1 - the mutual information of word and
     *        speaker, which is normalised as two speakers are worth one bit at most
     * @param redundantAgents the ids of the agents with the same words as an earlier speaker
     * @param mostUniqueAgent the id of the agent with the words least like the others'; empty when several tie
     * @param speakers agents with enough words to be compared
     * @param landmarks number of speakers with which each was compared
     * @param exact whether every pair of speakers was compared
     * @param stanceInformation the mean adjusted mutual information of the stances of two agents; empty as long as no
     *        two took sides on enough proposals. About 0 when unrelated
     * @param stancePairs the pairs behind it
     * @param stancesExact whether every such pair is in it
     */
    public record RedundancyReading(double averageNMI, List<String> redundantAgents, Optional<String> mostUniqueAgent,
            int speakers, int landmarks, boolean exact, OptionalDouble stanceInformation, int stancePairs,
            boolean stancesExact) implements LensReading {
        public RedundancyReading {
            redundantAgents = List.copyOf(redundantAgents);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(averageNMI);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("averageNMI", averageNMI).withTexts("redundantAgents", redundantAgents)
                    .with("mostUniqueAgent", mostUniqueAgent).with("speakers", speakers).with("landmarks", landmarks)
                    .with("exact", exact).with("stanceInformation", stanceInformation)
                    .with("stancePairs", stancePairs).with("stancesExact", stancesExact).all();
        }
    }

    public MutualInformationLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<RedundancyReading> open(LensContext context) {
        return new MutualInformationProbe(context);
    }

    private static final class MutualInformationProbe implements Probe<RedundancyReading> {

        private final double threshold;
        private final TextSimilarity likeness;
        private final StanceInformation stances;
        private List<List<Integer>> groups = List.of();
        private @Nullable DeliberationData names;

        MutualInformationProbe(LensContext context) {
            threshold = context.thresholds().redundancy();
            likeness = new TextSimilarity(context.chance().apply(CARD.name()));
            stances = new StanceInformation(context.chance().apply(CARD.name() + " stances"));
        }

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            names = deliberation;
            stances.observe(deliberation);
            if (!likeness.observe(deliberation)) {
                return List.of();
            }
            groups = likeness.groups(threshold);
            List<Finding> found = new ArrayList<>();
            List<String> redundant = redundant(deliberation);
            if (!redundant.isEmpty()) {
                found.add(new Finding.Prune(CARD.name(), redundant, KlTrackerLens.named(redundant)
                        + (redundant.size() == 1 ? " says" : " say")
                        + " again what others said before: likeness of words above " + EntropyLens.percent(threshold)));
            }
            for (List<Integer> group : groups) {
                if (group.size() >= ECHO) {
                    List<String> echo = group.stream().map(deliberation::agentId).toList();
                    found.add(new Finding.Rewire(CARD.name(), Finding.Rewire.Change.SEPARATE, echo,
                            KlTrackerLens.named(echo) + " use the same words: likeness above "
                                    + EntropyLens.percent(threshold)));
                }
            }
            return found;
        }

        @Override
        public Optional<RedundancyReading> reading() {
            OptionalDouble mean = likeness.mean();
            if (mean.isEmpty() || names == null) {
                return Optional.empty();
            }
            OptionalInt unique = likeness.mostUnique();
            Optional<String> name = unique.isEmpty() ? Optional.empty() : Optional.of(names.agentId(unique.getAsInt()));
            StanceInformation.PairwiseInformation pairing = stances.pairing();
            return Optional.of(new RedundancyReading(mean.getAsDouble(), redundant(names), name, likeness.speakers(),
                    likeness.landmarks(), likeness.isExact(), pairing.mean(), pairing.pairs(), pairing.exact()));
        }

        /** All agents of each group but its first, in the order of their numbers. */
        private List<String> redundant(DeliberationData deliberation) {
            return groups.stream().flatMap(group -> group.stream().skip(1)).sorted().map(deliberation::agentId)
                    .toList();
        }
    }
}
