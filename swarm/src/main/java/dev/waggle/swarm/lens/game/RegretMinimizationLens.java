package dev.waggle.swarm.lens.game;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;

import dev.waggle.math.TieComparison;
import dev.waggle.math.game.BanditRegret;
import dev.waggle.math.game.BanditTally;
import dev.waggle.math.information.Divergence;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonObjectBuilder;
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

/**
 * Regret of the kinds of contribution as arms of a bandit. An arm is pulled when its kind is published in a round. Its
 * reward is the information of the next round, because agents answer what they received. So a challenge that makes
 * others vote anew pays, and an unused discovery does not.
 */
@SuppressWarnings("EnumOrdinal") // Places in arrays that live as long as a solve.
public final class RegretMinimizationLens implements Lens<RegretMinimizationLens.RegretReading> {

    private static final LensCard CARD = new LensCard("regret-minimization", "regret",
            "Which kind of contribution pays, and is it neglected?",
            "which kinds of new contributions a round had, and how much the next one changed the posterior",
            "regret per pull", "share of the largest reward", "0..1",
            "sum over pulls of (best mean - mean of the arm) / pulls, reward = 1 - 2^-D(after || before)",
            "Auer, Cesa-Bianchi and Fischer 2002", Set.of(Finding.Kind.GAP),
            "a specialist is missing when a kind of contribution that was tried twice or more paid clearly more than"
                    + " all others, is said less than half as often, and the debate has dried up without it")
            .withNeeds("contributions in two rounds");

    /** Minimum of pulls: before, the index reflects luck more than arms. */
    private static final int MIN_PULLS = 6;

    /** Minimum of tries of an arm: once is luck. */
    private static final int MIN_TRIES = 2;

    /** Least lead in mean reward over all other arms. */
    private static final double LEAD = 0.15;

    /** Share of its usual reward below which a kind was unproductive in the last round. */
    private static final double DRY = 0.5;

    private static final double URGENCY = 0.6;

    /** The kinds of contributions that are compared. */
    public enum ContributionKind implements WireConstant {
        PROPOSAL, DISCOVERY, CHALLENGE, DOUBT, VOTE;
    }

    /**
     * Record of a kind.
     *
     * @param pulls the number of rounds in which it was published, as far as the next is known
     * @param meanReward its mean reward, 0..1
     * @param index its UCB1 index: the mean, and more the less it was tried
     */
    public record Arm(long pulls, double meanReward, double index) {}

    /**
     * Reading of the lens.
     *
     * @param arms of the kinds that were tried
     * @param untried the kinds without data
     * @param bestStrategy the kind of the highest mean; absent when several are
     * @param neglectedStrategy the kind of the highest index, when it was tried less than half as often as another
     * @param pulls of all arms
     * @param pseudoRegret the reward lost by not emitting the best kind each time, by the means known now
     * @param bound the upper bound of the loss of UCB1 in so many pulls for any means; far above it at first
     * @param lastReward the reward of the last measured round, 0..1
     */
    public record RegretReading(Map<ContributionKind, Arm> arms, List<ContributionKind> untried,
            Optional<ContributionKind> bestStrategy,
            Optional<ContributionKind> neglectedStrategy, long pulls, double pseudoRegret, double bound,
            double lastReward)
            implements
            LensReading {

        public RegretReading {
            arms = Collections.unmodifiableMap(new LinkedHashMap<>(arms));
            untried = List.copyOf(untried);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(pseudoRegret / pulls);
        }

        @Override
        public Map<String, JsonValue> figures() {
            JsonObjectBuilder byName = new JsonObjectBuilder();
            arms.forEach((strategy, arm) -> byName.with(strategy.wireName(), new ReadingFields()
                    .with("pulls", arm.pulls()).with("meanReward", arm.meanReward()).with("index", arm.index())
                    .all()));
            return new ReadingFields().with("bestStrategy", bestStrategy.map(ContributionKind::wireName))
                    .with("neglectedStrategy", neglectedStrategy.map(ContributionKind::wireName))
                    .with("pseudoRegret", pseudoRegret).with("bound", bound).with("pulls", pulls)
                    .with("lastReward", lastReward).with("arms", byName.json())
                    .withTexts("untried", untried.stream().map(ContributionKind::wireName).toList()).all();
        }
    }

    public RegretMinimizationLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<RegretReading> open(LensContext context) {
        return new RegretMinimizationProbe();
    }

    private static final class RegretMinimizationProbe implements Probe<RegretReading> {

        private static final ContributionKind[] ARMS = ContributionKind.values();

        private final BanditTally tally = new BanditTally(ARMS.length);
        private Set<ContributionKind> previousKinds = EnumSet.noneOf(ContributionKind.class);
        private double lastReward;
        private int proposals;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            Set<ContributionKind> kinds = kindsOfRound(deliberation);
            proposals = deliberation.proposalCount();
            if (kinds.isEmpty()) {
                return List.of();
            }
            boolean credited = !previousKinds.isEmpty();
            if (credited) {
                lastReward = reward(deliberation);
                previousKinds.forEach(strategy -> tally.record(strategy.ordinal(), lastReward));
            }
            previousKinds = kinds;
            return credited ? specialist() : List.of();
        }

        /** Kinds with new contributions in the round. */
        private Set<ContributionKind> kindsOfRound(DeliberationData deliberation) {
            Set<ContributionKind> kinds = EnumSet.noneOf(ContributionKind.class);
            if (deliberation.proposalCount() > proposals) {
                kinds.add(ContributionKind.PROPOSAL);
            }
            if (!deliberation.changes().isEmpty()) {
                kinds.add(ContributionKind.VOTE);
            }
            for (AgentStatement statement : deliberation.statements()) {
                if (statement.signal().payload() instanceof Payload.Discovery) {
                    kinds.add(ContributionKind.DISCOVERY);
                } else if (statement.signal().payload() instanceof Payload.Challenge) {
                    kinds.add(ContributionKind.CHALLENGE);
                } else if (statement.signal().payload() instanceof Payload.Doubt) {
                    kinds.add(ContributionKind.DOUBT);
                }
            }
            return kinds;
        }

        private static double reward(DeliberationData deliberation) {
            if (deliberation.changes().isEmpty()) {
                return 0;
            }
            double bits = Divergence.kullbackLeibler(deliberation.distribution(), deliberation.distributionBefore());
            return 1 - Math.pow(2, -bits);
        }

        private List<Finding> specialist() {
            RegretReading now = read();
            Optional<ContributionKind> best = now.bestStrategy();
            if (now.pulls() < MIN_PULLS || best.isEmpty() || !best.equals(now.neglectedStrategy())
                    || previousKinds.contains(best.get())) {
                return List.of();
            }
            Arm arm = arm(now, best.get());
            double others = now.arms().entrySet().stream().filter(entry -> entry.getKey() != best.get())
                    .mapToDouble(entry -> entry.getValue().meanReward()).max().orElse(0);
            if (arm.pulls() < MIN_TRIES || arm.meanReward() < others + LEAD
                    || lastReward >= DRY * arm.meanReward()) {
                return List.of();
            }
            String word = best.get().wireName();
            return List.of(new Finding.Gap(CARD.name(), word + "-specialist", URGENCY, String.format(PlainLocale.NONE,
                    "after a %s rounds bring %.2f on average, after anything else %.2f at most, the last one %.2f",
                    word, arm.meanReward(), others, lastReward)));
        }

        private static Arm arm(RegretReading reading, ContributionKind strategy) {
            return Objects.requireNonNull(reading.arms().get(strategy));
        }

        @Override
        public Optional<RegretReading> reading() {
            for (long pulls : tally.pulls()) {
                if (pulls > 0) {
                    return Optional.of(read());
                }
            }
            return Optional.empty();
        }

        private RegretReading read() {
            long[] pulls = tally.pulls();
            double[] totals = tally.totals();
            double[] indices = BanditTally.ucb1Indices(pulls, totals);
            double[] means = new double[ARMS.length];
            Map<ContributionKind, Arm> arms = new LinkedHashMap<>();
            List<ContributionKind> untried = new ArrayList<>();
            long all = 0;
            long max = 0;
            for (ContributionKind strategy : ARMS) {
                int arm = strategy.ordinal();
                if (pulls[arm] == 0) {
                    untried.add(strategy);
                } else {
                    means[arm] = totals[arm] / pulls[arm];
                    arms.put(strategy, new Arm(pulls[arm], means[arm], indices[arm]));
                }
                all += pulls[arm];
                max = Math.max(max, pulls[arm]);
            }
            long often = max;
            Optional<ContributionKind> promising = alone(arms, Arm::index)
                    .filter(strategy -> 2 * pulls[strategy.ordinal()] < often);
            return new RegretReading(arms, untried, alone(arms, Arm::meanReward), promising, all,
                    BanditRegret.pseudoRegret(means, pulls), BanditRegret.worstCaseBound(ARMS.length, all), lastReward);
        }

        /** The kind that is ahead of all others. */
        private static Optional<ContributionKind> alone(Map<ContributionKind, Arm> arms, ToDoubleFunction<Arm> by) {
            Optional<ContributionKind> best = Optional.empty();
            double max = 0;
            for (Map.Entry<ContributionKind, Arm> entry : arms.entrySet()) {
                double value = by.applyAsDouble(entry.getValue());
                if (TieComparison.exceeds(value, max)) {
                    best = Optional.of(entry.getKey());
                    max = value;
                } else if (TieComparison.equal(value, max)) {
                    best = Optional.empty();
                }
            }
            return best;
        }
    }
}
