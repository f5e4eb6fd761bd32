package dev.waggle.math.system;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Detector of the system archetypes that a history of rounds matches, by rules on its last rounds:
 *
 * <ul>
 * <li>limits to growth: the gain trend is below 0 in each of the last {@value #WINDOW} rounds (or in all, when there
 * are fewer) and the volume grew in the last one. The confidence is min(1, (10 |trend| + volume/previous volume -
 * 1)/2), or 1 when the volume grew from nothing.
 * <li>shifting the burden: at least {@value #MIN_SPAWNED} agents were made and the gap persists. The confidence is
 * min(1, 0.4 + 0.4 dissolved/spawned + (0.2 when more than {@value #MANY_SPAWNED} were made)).
 * <li>tragedy of the commons: redundancy above {@value #MAX_REDUNDANCY} gives 0.4, concentration above {@value
 * #MAX_CONCENTRATION} gives 0.4, both together 0.2 more.
 * </ul>
 *
 * <p>A match with a confidence of {@value #MIN_CONFIDENCE} or more is reported, from {@value #MIN_ROUNDS} rounds on.
 * The rules are conventions after Senge (1990) and Meadows (2008). A threshold on two numbers is a symptom and does
 * not prove the feedback loop.
 *
 * <p>Immutable; it stores the last {@value #WINDOW} rounds, so a round costs O(1).
 */
public final class ArchetypeDetector {

    /** Number of rounds that a rule uses. */
    public static final int WINDOW = 3;

    /** One round has no trend. */
    public static final int MIN_ROUNDS = 2;

    public static final int MIN_SPAWNED = 2;
    public static final int MANY_SPAWNED = 3;
    public static final double MAX_REDUNDANCY = 0.6;
    public static final double MAX_CONCENTRATION = 2;
    public static final double MIN_CONFIDENCE = 0.3;

    private static final ArchetypeDetector NONE = new ArchetypeDetector(List.of());

    /**
     * An archetype that the history matches.
     *
     * @param archetype the archetype
     * @param confidence the quality of the match, 0.3..1; a convention and not a probability
     */
    public record Match(SystemArchetype archetype, double confidence) {}

    /** The last rounds, oldest first. */
    private final List<RoundMetrics> rounds;

    private ArchetypeDetector(List<RoundMetrics> rounds) {
        this.rounds = rounds;
    }

    /** Before the first round. */
    public static ArchetypeDetector none() {
        return NONE;
    }

    /** After these rounds, oldest first. Only the last {@value #WINDOW} matter. */
    public static ArchetypeDetector of(List<RoundMetrics> rounds) {
        return new ArchetypeDetector(List.copyOf(rounds.subList(Math.max(0, rounds.size() - WINDOW), rounds.size())));
    }

    /** After one more round. */
    public ArchetypeDetector after(RoundMetrics round) {
        List<RoundMetrics> longer = new ArrayList<>(rounds);
        longer.add(round);
        return of(longer);
    }

    /**
     * Gain trend for a history: the last gain minus the one before, below 0 when less is learned. The size of a gain
     * is unsuitable, as it never falls below 0. Absent with fewer than two gains. O(1).
     *
     * @param gains the information gained in each round, in bits, oldest first; finite, may be below 0
     */
    public static OptionalDouble gainTrend(double... gains) {
        DomainCheck.finite("gains", gains);
        int n = gains.length;
        return n < 2 ? OptionalDouble.empty()
                : OptionalDouble.of(DomainCheck.finite("gains[" + (n - 1) + "] - gains[" + (n - 2) + "]",
                        gains[n - 1] - gains[n - 2]));
    }

    /**
     * Archetypes that the history matches, the most certain first; ties put the later one in {@link SystemArchetype}
     * first.
     */
    public List<Match> matches() {
        if (rounds.size() < MIN_ROUNDS) {
            return List.of();
        }
        List<Match> matches = new ArrayList<>();
        for (SystemArchetype archetype : SystemArchetype.values()) {
            double confidence = Math.min(1, confidence(archetype));
            if (TieComparison.atMost(MIN_CONFIDENCE, confidence)) {
                matches.addFirst(new Match(archetype, confidence));
            }
        }
        matches.sort((left, right) -> TieComparison.equal(left.confidence(), right.confidence()) ? 0
                : Double.compare(right.confidence(), left.confidence()));
        return List.copyOf(matches);
    }

    /** The most certain match; the later one in {@link SystemArchetype} when several tie. */
    public Optional<Match> primary() {
        return matches().stream().findFirst();
    }

    /** The archetypes that tie as the most certain, in their order; empty unless there are at least two. */
    public List<SystemArchetype> tied() {
        List<Match> matches = matches();
        List<SystemArchetype> tied = matches.stream()
                .filter(match -> TieComparison.equal(match.confidence(), matches.getFirst().confidence()))
                .map(Match::archetype).sorted().toList();
        return tied.size() < 2 ? List.of() : tied;
    }

    private double confidence(SystemArchetype archetype) {
        RoundMetrics last = rounds.getLast();
        return switch (archetype) {
            case LIMITS_TO_GROWTH -> limits(last.growth());
            case SHIFTING_THE_BURDEN -> shifting(last.repair());
            case TRAGEDY_OF_THE_COMMONS -> tragedy(last.commons());
        };
    }

    private double limits(RoundMetrics.Growth last) {
        boolean falling = rounds.stream().allMatch(round -> TieComparison.exceeds(0, round.growth().gainTrend()));
        if (!falling || !TieComparison.exceeds(last.volume(), last.previousVolume())) {
            return 0;
        }
        double growth = last.volume() / last.previousVolume();
        return (10 * Math.abs(last.gainTrend()) + growth - 1) / 2;
    }

    private static double shifting(RoundMetrics.Repair last) {
        if (last.spawned() < MIN_SPAWNED || !last.gapPersists()) {
            return 0;
        }
        return 0.4 + 0.4 * last.dissolved() / last.spawned() + (last.spawned() > MANY_SPAWNED ? 0.2 : 0);
    }

    private static double tragedy(RoundMetrics.Commons last) {
        boolean redundant = TieComparison.exceeds(last.redundancy(), MAX_REDUNDANCY);
        boolean concentrated = TieComparison.exceeds(last.concentration(), MAX_CONCENTRATION);
        return redundant && concentrated ? 1 : redundant || concentrated ? 0.4 : 0;
    }
}
