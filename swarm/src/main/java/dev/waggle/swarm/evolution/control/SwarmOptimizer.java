package dev.waggle.swarm.evolution.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;

import dev.waggle.swarm.reaction.Personality;

/**
 * Advice on the agents of a swarm from their records: merges, tuning of personalities, and size. Nothing is changed
 * here; the owner of the profiles decides. Only computes.
 *
 * <ul>
 * <li>Two agents of a similarity of at least 0.8 could be one: the most similar first, and each in one merge at most.
 * The traits of both are weighted by their contributions.
 * <li>With at least 5 contributions an agent is tuned that is cautious (above 0.7) and mostly wrong (accuracy below
 * 0.5), by 0.2. The same holds for one that is contrary (conformity below 0.3) and wrong (below 0.4).
 * <li>The size is the number of agents, from the largest contribution on, that stay below a mean similarity of 0.8.
 * </ul>
 */
final class SwarmOptimizer {

    private static final double ALIKE = 0.8;
    private static final int JUDGED = 5;
    private static final double CAUTIOUS = 0.7;
    private static final double MOSTLY_WRONG = 0.5;
    private static final double CONTRARY = 0.3;
    private static final double WRONG = 0.4;
    private static final double STEP = 0.2;

    private SwarmOptimizer() {}

    /**
     * An agent and its record.
     *
     * @param accuracy the share of its votes that turned out right, 0..1
     * @param contributions the number of its signals, at least 0
     */
    public record Member(String id, String role, Personality personality, double accuracy, int contributions) {
        public Member {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(role, "role");
            Objects.requireNonNull(personality, "personality");
            if (!(accuracy >= 0 && accuracy <= 1)) {
                throw new IllegalArgumentException(
                        "accuracy of agent " + id + " must be between 0 and 1, got " + accuracy);
            }
            if (contributions < 0) {
                throw new IllegalArgumentException(
                        "contributions of agent " + id + " must be at least 0, got " + contributions);
            }
        }
    }

    /**
     * Two agents that could be one.
     *
     * @param similarity of the two, 0..1
     */
    public record Merge(String agentA, String agentB, double similarity, Personality mergedPersonality,
            String mergedRole) {}

    /** A personality that could suit an agent better. */
    public record Tuning(String agentId, Personality current, Personality suggested, String reason) {}

    /**
     * Suggested improvements.
     *
     * @param merges the most similar first
     * @param tunings in the order of the agents
     * @param size the number of agents that is enough
     */
    public record Advice(List<Merge> merges, List<Tuning> tunings, int size) {
        public Advice {
            merges = List.copyOf(merges);
            tunings = List.copyOf(tunings);
        }
    }

    /**
     * Compares every pair of agents once or twice, and returns the advice.
     *
     * @param likeness the similarity of two agents by their ids, 0..1; symmetric
     * @throws IllegalArgumentException when two members have one id, or a likeness is out of range
     */
    public static Advice advise(List<Member> members, ToDoubleBiFunction<String, String> likeness) {
        Set<String> ids = new HashSet<>();
        for (Member member : members) {
            if (!ids.add(member.id)) {
                throw new IllegalArgumentException("two members have the id \"" + member.id + "\"");
            }
        }
        List<Tuning> tunings = members.stream().map(SwarmOptimizer::tuning).flatMap(Optional::stream).toList();
        return new Advice(merges(members, likeness), tunings, size(members, likeness));
    }

    private static List<Merge> merges(List<Member> members, ToDoubleBiFunction<String, String> likeness) {
        record Pair(Member a, Member b, double similarity) {}
        List<Pair> pairs = new ArrayList<>();
        for (int a = 0; a < members.size(); a++) {
            for (int b = a + 1; b < members.size(); b++) {
                double similarity = checked(members.get(a), members.get(b), likeness);
                if (similarity >= ALIKE) {
                    pairs.add(new Pair(members.get(a), members.get(b), similarity));
                }
            }
        }
        pairs.sort(Comparator.comparingDouble(Pair::similarity).reversed()); // Stable: ties in the order of members.
        Set<String> merged = new HashSet<>();
        List<Merge> merges = new ArrayList<>();
        for (Pair pair : pairs) {
            if (!merged.contains(pair.a.id) && !merged.contains(pair.b.id)) {
                merged.add(pair.a.id);
                merged.add(pair.b.id);
                merges.add(new Merge(pair.a.id, pair.b.id, pair.similarity, mixed(pair.a, pair.b),
                        pair.a.role + " + " + pair.b.role));
            }
        }
        return merges;
    }

    private static Personality mixed(Member a, Member b) {
        double all = (double) a.contributions + b.contributions;
        double share = all == 0 ? 0.5 : a.contributions / all;
        Personality of = a.personality;
        Personality and = b.personality;
        return new Personality(mixed(of.curiosity(), and.curiosity(), share), mixed(of.caution(), and.caution(), share),
                mixed(of.conformity(), and.conformity(), share), mixed(of.verbosity(), and.verbosity(), share));
    }

    private static double mixed(double a, double b, double share) {
        return Math.clamp(a * share + b * (1 - share), 0, 1);
    }

    private static Optional<Tuning> tuning(Member member) {
        Personality now = member.personality;
        boolean tooCautious = now.caution() > CAUTIOUS && member.accuracy < MOSTLY_WRONG;
        boolean tooContrary = now.conformity() < CONTRARY && member.accuracy < WRONG;
        if (member.contributions < JUDGED || !(tooCautious || tooContrary)) {
            return Optional.empty();
        }
        List<String> reasons = new ArrayList<>();
        if (tooCautious) {
            reasons.add("High caution with low accuracy - agent is too careful");
        }
        if (tooContrary) {
            reasons.add("Low conformity with low accuracy - agent is too contrarian");
        }
        Personality suggested = new Personality(
                tooCautious ? Math.min(1, now.curiosity() + STEP) : now.curiosity(),
                tooCautious ? Math.max(0, now.caution() - STEP) : now.caution(),
                tooContrary ? Math.min(1, now.conformity() + STEP) : now.conformity(), now.verbosity());
        return Optional.of(new Tuning(member.id, now, suggested, String.join("; ", reasons)));
    }

    private static int size(List<Member> members, ToDoubleBiFunction<String, String> likeness) {
        List<Member> ranked = new ArrayList<>(members);
        ranked.sort(Comparator.comparingInt(Member::contributions).reversed());
        double sum = 0;
        for (int count = 1; count < ranked.size(); count++) {
            for (int earlier = 0; earlier < count; earlier++) {
                sum += checked(ranked.get(earlier), ranked.get(count), likeness);
            }
            double pairs = count * (count + 1) / 2.0;
            if (sum / pairs > ALIKE) {
                return count;
            }
        }
        return ranked.size();
    }

    private static double checked(Member a, Member b, ToDoubleBiFunction<String, String> likeness) {
        double value = likeness.applyAsDouble(a.id, b.id);
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(
                    "likeness of " + a.id + " and " + b.id + " must be between 0 and 1, got " + value);
        }
        return value;
    }
}
