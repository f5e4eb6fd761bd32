package dev.waggle.swarm.lens.system;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

import dev.waggle.math.information.Entropy;
import dev.waggle.math.system.ArchetypeDetector;
import dev.waggle.math.system.RoundMetrics;
import dev.waggle.math.system.SystemArchetype;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.JoinedAgents;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.LensThresholds;

/** Match of the last rounds with three typical system archetypes of failure. */
public final class SystemArchetypesLens implements Lens<SystemArchetypesLens.ArchetypesReading> {

    private static final LensCard CARD = new LensCard("system-archetypes", "archetypes",
            "Does the debate fail in one of the typical ways?",
            "rounds with votes: by how much they lowered the uncertainty, how much was said in each, gaps found again,"
                    + " and, up to 64 agents, how redundant the agents are and how much the largest contribution"
                    + " exceeds the mean",
            "confidence of the best match", "share", "0..1",
            "limits to growth: (10 |change of gain| + volume/previous volume - 1)/2, cut to 1",
            "Senge 1990, Meadows 2008", Set.of(Finding.Kind.GAP, Finding.Kind.PROVOKE),
            "misses a synthesizer when more and more is said, less and less is learned, and the question is still open;"
                    + " provokes when agents repeat each other while one dominates; misses a root-cause-analyst when"
                    + " several agents were made for a gap that is still there")
            .withNeeds("two proposals and three rounds with votes");

    /** Confidence up to which a match is shown and not acted on. */
    static final double SURE = 0.5;

    /** Largest swarm in which the commons is judged: in larger ones the readings of other lenses cost too much. */
    static final int MAX_AGENTS = 64;

    /** Minimum number of agents; with two the pattern is the same as any debate of two. */
    static final int MIN_AGENTS = 3;

    private final Function<RoundResults, OptionalDouble> redundancy;
    private final Function<RoundResults, OptionalDouble> concentration;

    /**
     * Lens with its sources of redundancy and concentration.
     *
     * @param redundancy the mean normalised mutual information of two agents, if a lens earlier on the list has it
     * @param concentration the largest contribution over the mean, if a lens earlier on the list has it
     */
    public SystemArchetypesLens(Function<RoundResults, OptionalDouble> redundancy,
            Function<RoundResults, OptionalDouble> concentration) {
        this.redundancy = redundancy;
        this.concentration = concentration;
    }

    /**
     * An archetype that the rounds match.
     *
     * @param name for example {@code limits-to-growth}
     * @param confidence the quality of the match, 0.3..1; a convention, no probability
     * @param description the course of the archetype
     * @param leveragePoint the effective place of an intervention
     * @param leverageLevel of that place, 1..12, the lower the stronger
     */
    public record DetectedArchetype(String name, double confidence, String description, String leveragePoint,
            int leverageLevel) {

        private JsonValue toJson() {
            return JsonValue.of(new ReadingFields().with("name", name).with("confidence", confidence)
                    .with("description", description).with("leveragePoint", leveragePoint)
                    .with("leverageLevel", leverageLevel).all());
        }
    }

    /**
     * Reading of the lens.
     *
     * @param detected the matching archetypes, the best match first
     * @param gainTrend the change of the gain from the last round with votes but one to the last, in bits
     * @param redundancy as it was judged; empty when it was not measured
     * @param concentration as it was judged; empty when it was not measured, or not needed because redundancy is low
     */
    public record ArchetypesReading(List<DetectedArchetype> detected, double gainTrend, OptionalDouble redundancy,
            OptionalDouble concentration) implements LensReading {
        public ArchetypesReading {
            detected = List.copyOf(detected);
        }

        /** The best match. */
        public Optional<DetectedArchetype> primary() {
            return detected.stream().findFirst();
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(primary().map(DetectedArchetype::confidence).orElse(0.0));
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields()
                    .with("detected", JsonValue.of(detected.stream().map(DetectedArchetype::toJson).toList()))
                    .with("hasArchetypes", !detected.isEmpty())
                    .with("primaryName", primary().map(DetectedArchetype::name))
                    .with("primaryConfidence", headline().orElse(0)).with("gainTrend", gainTrend)
                    .with("redundancy", redundancy).with("concentration", concentration).all();
        }
    }

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<ArchetypesReading> open(LensContext context) {
        return new SystemArchetypesProbe(context.thresholds(), redundancy, concentration);
    }

    private static final class SystemArchetypesProbe implements Probe<ArchetypesReading> {

        private final LensThresholds thresholds;
        private final Function<RoundResults, OptionalDouble> redundancy;
        private final Function<RoundResults, OptionalDouble> concentration;
        private ArchetypeDetector history = ArchetypeDetector.none();
        private OptionalDouble gain = OptionalDouble.empty();
        private double trend;
        private int volume;
        private int measured;
        private OptionalDouble redundant = OptionalDouble.empty();
        private OptionalDouble concentrated = OptionalDouble.empty();

        SystemArchetypesProbe(LensThresholds thresholds, Function<RoundResults, OptionalDouble> redundancy,
                Function<RoundResults, OptionalDouble> concentration) {
            this.thresholds = thresholds;
            this.redundancy = redundancy;
            this.concentration = concentration;
        }

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            if (deliberation.changes().isEmpty() || deliberation.proposalCount() < 2) {
                return List.of();
            }
            double[] distribution = deliberation.distribution();
            double now = Entropy.bits(deliberation.distributionBefore()) - Entropy.bits(distribution);
            JoinedAgents joined = deliberation.newcomers();
            boolean persists = isStillMissing(joined.roles(), results);
            int count = deliberation.statements().size();
            if (gain.isPresent()) {
                trend = ArchetypeDetector.gainTrend(gain.getAsDouble(), now).orElse(0);
                lookAtCommons(deliberation, results);
                history = history.after(new RoundMetrics(new RoundMetrics.Growth(trend, count, volume),
                        new RoundMetrics.Repair(joined.joined(), joined.left(), persists),
                        new RoundMetrics.Commons(redundant.orElse(0), concentrated.orElse(1))));
                measured++;
            }
            gain = OptionalDouble.of(now);
            volume = count;
            boolean isOpen = Entropy.normalized(distribution).orElse(0) > thresholds.entropy();
            return deliberation.agentCount() < MIN_AGENTS ? List.of() : found(isOpen);
        }

        private void lookAtCommons(DeliberationData deliberation, RoundResults results) {
            boolean asks = deliberation.agentCount() <= MAX_AGENTS;
            redundant = asks ? bounded(redundancy.apply(results), 1) : OptionalDouble.empty();
            concentrated = redundant.orElse(0) > ArchetypeDetector.MAX_REDUNDANCY
                    ? bounded(concentration.apply(results), Double.MAX_VALUE)
                    : OptionalDouble.empty();
        }

        private static boolean isStillMissing(Set<String> filled, RoundResults results) {
            return results.findings().stream()
                    .anyMatch(finding -> finding instanceof Finding.Gap gap && filled.contains(gap.role()));
        }

        /** Findings. A debate that learns less because little is left has no limits to its growth: it is done. */
        private List<Finding> found(boolean isOpen) {
            List<Finding> found = new ArrayList<>();
            for (ArchetypeDetector.Match match : history.matches()) {
                if (match.confidence() <= SURE) {
                    continue;
                }
                String because = word(match.archetype()) + String.format(PlainLocale.NONE, " at confidence %.2f: ",
                        match.confidence());
                switch (match.archetype()) {
                    case LIMITS_TO_GROWTH -> {
                        if (isOpen && measured >= ArchetypeDetector.WINDOW) {
                            found.add(new Finding.Gap(CARD.name(), "synthesizer", match.confidence(),
                                    because + String.format(PlainLocale.NONE, "more is said (%d signals), and a round"
                                            + " teaches %.2f bits less than the one before", volume, -trend)));
                        }
                    }
                    case SHIFTING_THE_BURDEN -> found.add(new Finding.Gap(CARD.name(), "root-cause-analyst",
                            match.confidence(), because + "agents were made for a gap that is still there"));
                    case TRAGEDY_OF_THE_COMMONS -> found.add(new Finding.Provoke(CARD.name(), null,
                            because + String.format(PlainLocale.NONE,
                                    "agents repeat each other (redundancy %.2f) and the"
                                            + " largest contribution is %.1f times the mean",
                                    redundant.orElse(0),
                                    concentrated.orElse(1))));
                }
            }
            return found;
        }

        @Override
        public Optional<ArchetypesReading> reading() {
            if (measured < ArchetypeDetector.MIN_ROUNDS) {
                return Optional.empty();
            }
            return Optional.of(new ArchetypesReading(
                    history.matches().stream().map(match -> detected(match.archetype(), match.confidence())).toList(),
                    trend, redundant, concentrated));
        }

        private static DetectedArchetype detected(SystemArchetype archetype, double confidence) {
            String description = switch (archetype) {
                case LIMITS_TO_GROWTH -> "more is said and less is learned";
                case SHIFTING_THE_BURDEN -> "a quick repair is repeated and the cause stays";
                case TRAGEDY_OF_THE_COMMONS -> "attention is used up by repeating and by dominating";
            };
            return new DetectedArchetype(word(archetype), confidence, description, archetype.leverage().category(),
                    archetype.leverage().level());
        }

        private static String word(SystemArchetype archetype) {
            return archetype.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        private static OptionalDouble bounded(OptionalDouble value, double max) {
            return value.isPresent() && value.getAsDouble() >= 0
                    ? OptionalDouble.of(Math.min(value.getAsDouble(), max))
                    : OptionalDouble.empty();
        }
    }
}
