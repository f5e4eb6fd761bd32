package dev.waggle.swarm.lens.game;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.math.game.EvolutionaryStability;
import dev.waggle.math.game.RestPoint;
import dev.waggle.math.game.RestPointSolver;
import dev.waggle.math.information.Divergence;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.AgentStatement;
import dev.waggle.swarm.lens.data.LensContext;
import org.jspecify.annotations.Nullable;

/**
 * Replicator dynamics of the kinds of contribution. Kinds are strategies, and their fitness is the information of a
 * round divided among all its signals. One generation of the dynamics shows which kind should grow. Only rounds in
 * which votes changed count. The first of them is omitted, because leaving the prior is no merit of a kind.
 */
@SuppressWarnings("EnumOrdinal") // Places in arrays that live as long as a solve.
public final class ReplicatorLens implements Lens<ReplicatorLens.ReplicatorReading> {

    private static final LensCard CARD = new LensCard("replicator-dynamics", "replicatorDynamics",
            "Which kind of contribution should be made more often?",
            "what was said in the last rounds in which votes changed, and how far they moved the posterior",
            "distance of the shares from the stable mix", "bits", "0..infinity",
            "D(x* || x), x_i' = x_i f_i / phi, f in bits per signal",
            "Taylor and Jonker 1978; Maynard Smith and Price 1973", Set.of(Finding.Kind.GAP),
            "a kind of contribution is missing when rounds move by far the more, the more of it they have")
            .withNeeds("two proposals, two rounds with votes and two kinds of contributions that changed the result");

    /** Kind of contribution of an agent. */
    public enum ContributionKind implements WireConstant {
        PROPOSAL, DISCOVERY, CHALLENGE, DOUBT, VOTE,
        /** Everything else. */
        OTHER;

        /**
         * True if a specialist for the kind makes sense. A vote moves the posterior by itself and every agent votes;
         * the rest is no single skill.
         */
        boolean canBeSpecialist() {
            return this != VOTE && this != OTHER;
        }

        static ContributionKind of(Payload payload) {
            return switch (payload) {
                case Payload.Proposal _ -> PROPOSAL;
                case Payload.Discovery _ -> DISCOVERY;
                case Payload.Challenge _ -> CHALLENGE;
                case Payload.Doubt _ -> DOUBT;
                case Payload.Vote _ -> VOTE;
                case Payload.Task _, Payload.Conflict _, Payload.ConsensusReached _, Payload.Escalate _ -> OTHER;
                case Payload.SharedMemory _, Payload.ToolResult _, Payload.Open _ -> OTHER;
            };
        }
    }

    /** Direction of a change in a share. */
    public enum Direction implements WireConstant {
        INCREASE, DECREASE;
    }

    /**
     * A suggested change of a share.
     *
     * @param strategy the kind
     * @param direction up or down
     * @param magnitude the size of the change, above {@value #MIN_SHIFT}, to 1
     */
    public record Shift(ContributionKind strategy, Direction direction, double magnitude) {}

    /** Rounds behind shares and fitness; older ones belong to another debate. */
    private static final int WINDOW = 12;

    /** Minimum of rounds in the window for a finding. */
    private static final int MIN_ROUNDS = 4;

    /**
     * Minimum number of rounds with a kind and of rounds without it. A kind in every round cannot be separated from
     * the rest.
     */
    private static final int MIN_CONTRAST = 2;

    /** Mean information of a round, in bits, below which the debate has stopped and ratios are noise. */
    private static final double MIN_BITS = 0.005;

    /** Least shift that is reported. */
    private static final double MIN_SHIFT = 0.05;

    /**
     * Growth of a share in one generation above which a kind is missing. An iterated fixed fitness runs to a corner
     * and shifts by up to 1. One generation of a kind of share x grows by at most 1 - x. It grows by 0.3 only when
     * rounds with it move several times as much as the others.
     */
    private static final double MIN_GROWTH = 0.3;

    /** Relative difference below which two shares or payoffs are equal. */
    private static final double TIE = 1e-9;

    /** Consecutive measured rounds that must agree. */
    private static final int MIN_CONSECUTIVE = 2;

    /** Urgency of the missing role: lower than of others, because it concerns the form of the debate only. */
    private static final double URGENCY = 0.6;

    /**
     * Reading of the lens.
     *
     * @param dominantStrategy the kind that is most frequent a generation later; empty when several are
     * @param convergenceToESS D(x* || x) of the shares to the stable mix of the measured game, in bits; 0 when all
     *        kinds earn the same; empty when there is no such mix or no single one
     * @param suggestedShifts the changes of one generation, the largest first
     * @param shares the frequency of each kind that occurred
     * @param fitness the fitness of each of them, in bits per signal
     * @param rounds the number of rounds behind it
     */
    public record ReplicatorReading(Optional<ContributionKind> dominantStrategy, OptionalDouble convergenceToESS,
            List<Shift> suggestedShifts, Map<ContributionKind, Double> shares, Map<ContributionKind, Double> fitness,
            int rounds)
            implements
            LensReading {
        public ReplicatorReading {
            suggestedShifts = List.copyOf(suggestedShifts);
            shares = Map.copyOf(shares);
            fitness = Map.copyOf(fitness);
        }

        @Override
        public OptionalDouble headline() {
            return convergenceToESS;
        }

        @Override
        public Map<String, JsonValue> figures() {
            List<JsonValue> shifts = new ArrayList<>();
            for (Shift shift : suggestedShifts) {
                shifts.add(JsonValue.of(new ReadingFields().with("strategy", shift.strategy().wireName())
                        .with("direction", shift.direction().wireName()).with("magnitude", shift.magnitude()).all()));
            }
            return new ReadingFields().with("dominantStrategy", dominantStrategy.map(ContributionKind::wireName))
                    .with("convergenceToESS", convergenceToESS).with("suggestedShifts", JsonValue.of(shifts))
                    .withNumbers("shares", byWord(shares)).withNumbers("fitness", byWord(fitness))
                    .with("rounds", (long) rounds).all();
        }

        private static Map<String, Double> byWord(Map<ContributionKind, Double> values) {
            Map<String, Double> words = new LinkedHashMap<>();
            if (!values.isEmpty()) {
                new EnumMap<>(values).forEach((strategy, value) -> words.put(strategy.wireName(), value));
            }
            return words;
        }
    }

    public ReplicatorLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<ReplicatorReading> open(LensContext context) {
        return new ReplicatorProbe();
    }

    private static final class ReplicatorProbe implements Probe<ReplicatorReading> {

        private static final ContributionKind[] STRATEGIES = ContributionKind.values();

        private final Deque<ReplicatorStep.RoundSample> rounds = new ArrayDeque<>();
        private final int[] roundsWith = new int[STRATEGIES.length];
        private final int[] missing = new int[STRATEGIES.length];
        private boolean hasLeftPrior;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            if (deliberation.changes().isEmpty() || deliberation.proposalCount() < 2) {
                return List.of();
            }
            if (!hasLeftPrior) {
                hasLeftPrior = true;
                return List.of();
            }
            ReplicatorStep.RoundSample newest = measure(deliberation);
            rounds.add(newest);
            countRoundsWith(newest, 1);
            if (rounds.size() > WINDOW) {
                countRoundsWith(rounds.remove(), -1);
            }
            return missing();
        }

        private static ReplicatorStep.RoundSample measure(DeliberationData deliberation) {
            Integer[] counts = new Integer[STRATEGIES.length];
            int[] kindCounts = new int[STRATEGIES.length];
            for (AgentStatement statement : deliberation.statements()) {
                kindCounts[ContributionKind.of(statement.signal().payload()).ordinal()]++;
            }
            Arrays.setAll(counts, i -> kindCounts[i]);
            // Bounded and finite, even if a probability is too small for a double.
            double bits = Divergence.jensenShannon(deliberation.distribution(), deliberation.distributionBefore());
            return new ReplicatorStep.RoundSample(List.of(counts), deliberation.statements().size(), bits);
        }

        private List<Finding> missing() {
            boolean canTell = false;
            for (ContributionKind strategy : STRATEGIES) {
                canTell |= strategy.canBeSpecialist() && hasContrast(strategy.ordinal());
            }
            if (!canTell || rounds.size() < MIN_ROUNDS) {
                Arrays.fill(missing, 0);
                return List.of();
            }
            Optional<ReplicatorStep> generation = ReplicatorStep.of(rounds, STRATEGIES.length);
            List<Finding> found = new ArrayList<>();
            for (ContributionKind strategy : STRATEGIES) {
                int at = strategy.ordinal();
                boolean isMissing = generation.isPresent()
                        && generation.get().bits() >= MIN_BITS * rounds.size() && strategy.canBeSpecialist()
                        && hasContrast(at) && generation.get().growth(at) > MIN_GROWTH;
                missing[at] = isMissing ? missing[at] + 1 : 0;
                if (missing[at] >= MIN_CONSECUTIVE) {
                    found.add(new Finding.Gap(CARD.name(), strategy.wireName() + "-specialist", URGENCY,
                            String.format(PlainLocale.NONE,
                                    "%.0f %% of what is said is of the kind %s, but %.0f %% of the movement goes with"
                                            + " it",
                                    generation.get().shares()[at] * 100, strategy.wireName(),
                                    generation.get().next()[at] * 100)));
                }
            }
            return found;
        }

        private boolean hasContrast(int strategy) {
            return roundsWith[strategy] >= MIN_CONTRAST && rounds.size() - roundsWith[strategy] >= MIN_CONTRAST;
        }

        private void countRoundsWith(ReplicatorStep.RoundSample round, int step) {
            for (int i = 0; i < roundsWith.length; i++) {
                roundsWith[i] += round.counts().get(i) > 0 ? step : 0;
            }
        }

        @Override
        public Optional<ReplicatorReading> reading() {
            return ReplicatorStep.of(rounds, STRATEGIES.length).map(generation -> {
                Map<ContributionKind, Double> shares = new EnumMap<>(ContributionKind.class);
                Map<ContributionKind, Double> fitness = new EnumMap<>(ContributionKind.class);
                for (int i = 0; i < STRATEGIES.length; i++) {
                    if (generation.shares()[i] > 0) {
                        shares.put(STRATEGIES[i], generation.shares()[i]);
                        fitness.put(STRATEGIES[i], generation.fitness()[i]);
                    }
                }
                return new ReplicatorReading(dominant(generation.next()), convergence(generation), shifts(generation),
                        shares, fitness, rounds.size());
            });
        }

        private static Optional<ContributionKind> dominant(double[] next) {
            double max = Arrays.stream(next).max().orElse(0);
            int[] best = IntStream.range(0, next.length).filter(i -> next[i] >= max - TIE).toArray();
            return best.length == 1 ? Optional.of(STRATEGIES[best[0]]) : Optional.empty();
        }

        private static List<Shift> shifts(ReplicatorStep generation) {
            List<Shift> shifts = new ArrayList<>();
            for (int i = 0; i < STRATEGIES.length; i++) {
                double growth = generation.growth(i);
                if (Math.abs(growth) > MIN_SHIFT) {
                    shifts.add(new Shift(STRATEGIES[i], growth > 0 ? Direction.INCREASE : Direction.DECREASE,
                            Math.min(1, Math.abs(growth))));
                }
            }
            shifts.sort(Comparator.comparingDouble(Shift::magnitude).reversed());
            return shifts;
        }

        /**
         * Distance to the stable mix in the game of the kinds that occurred. The payoff of a signal of kind i is its
         * mean over the signals of kind j in the same round. Kinds that never met leave it undefined.
         */
        private OptionalDouble convergence(ReplicatorStep generation) {
            int[] present = IntStream.range(0, STRATEGIES.length).filter(i -> generation.shares()[i] > 0).toArray();
            double[] shares = Arrays.stream(present).mapToDouble(i -> generation.shares()[i]).toArray();
            double[][] payoffs = new double[present.length][];
            double min = Double.POSITIVE_INFINITY;
            double max = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < present.length; i++) {
                double[] row = payoffs(present[i], present);
                if (row == null) {
                    return OptionalDouble.empty();
                }
                payoffs[i] = row;
                min = Math.min(min, Arrays.stream(row).min().orElse(0));
                max = Math.max(max, Arrays.stream(row).max().orElse(0));
            }
            if (max - min <= TIE * max) {
                return OptionalDouble.of(0); // Any mix stays as it is.
            }
            List<double[]> stable = new ArrayList<>();
            Optional<RestPoint.Unique> rest = RestPointSolver.unique(payoffs);
            if (rest.isPresent() && EvolutionaryStability.isStable(payoffs, rest.get().shares())) {
                stable.add(rest.get().shares());
            } else {
                boolean[] pure = EvolutionaryStability.stablePure(payoffs);
                for (int i = 0; i < pure.length; i++) {
                    if (pure[i]) {
                        double[] corner = new double[pure.length];
                        corner[i] = 1;
                        stable.add(corner);
                    }
                }
            }
            return stable.size() == 1 ? OptionalDouble.of(Divergence.kullbackLeibler(stable.getFirst(), shares))
                    : OptionalDouble.empty();
        }

        private double @Nullable [] payoffs(int strategy, int[] present) {
            double[] row = new double[present.length];
            for (int j = 0; j < row.length; j++) {
                double earned = 0;
                double met = 0;
                for (ReplicatorStep.RoundSample round : rounds) {
                    double pairs = (double) round.counts().get(strategy) * round.counts().get(present[j])
                            / Math.max(1, round.total());
                    earned += pairs * round.bits() / Math.max(1, round.total());
                    met += pairs;
                }
                if (!(met > 0)) {
                    return null;
                }
                row[j] = earned / met;
            }
            return row;
        }
    }
}
