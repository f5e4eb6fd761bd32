package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import dev.waggle.math.dynamics.stability.RosensteinExponent;
import dev.waggle.math.dynamics.stability.SymbolicPeriod;
import dev.waggle.math.dynamics.stability.SymbolicPeriodMonitor;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;

/**
 * Detector of a lead that passes around with a period. Labels of leaders are no orbit of a map of an interval. So a
 * period among them is a cycle and no chaos in the sense of Li and Yorke. No debate is long enough for an exponent.
 */
public final class ChaosDetectorLens implements Lens<ChaosDetectorLens.ChaosReading> {

    private static final LensCard CARD = new LensCard("chaos-detector", "chaos",
            "Is the lead passed around in a circle?",
            "who leads after each round that brought evidence; a tie is a symbol of its own", "period of the lead",
            "rounds", "0..8, 0 for none", "least p <= 8 with the last max(3p, p + 3) leaders repeating after p",
            "Theiler et al. 1992 (shuffled surrogates)", Set.of(Finding.Kind.SETTLE),
            "an alarm, which stops together with another lens's, when two or more leaders have taken turns for three"
                    + " periods; settles as chaos-critical when shuffled leaders would hardly ever repeat so well")
            .withNeeds("two proposals and a vote that agrees or disagrees");

    /** Longest period that is looked for: three of them are 24 rounds. */
    static final int MAX_PERIOD = 8;

    /** Minimum of leaders that can take turns. */
    static final int MIN_LEADERS = 2;

    /** Significance level: share of shuffles that may repeat as well as the leaders did. */
    static final double LEVEL = 0.05;

    /** Number of shuffles; the smallest share that these can show is 0.005, a tenth of the level. */
    static final int SHUFFLES = 199;

    /** Changes of the lead within the longest period that are more than an ordinary contest of two sides. */
    static final int RESTLESS = 3;

    /** Placeholder for a missing leader. */
    private static final int TIE = 0;

    /** Number of stored leaders: three of the longest periods, and some of the time before. */
    private static final int WINDOW = 32;

    /** Length of the orbit for an exponent, small enough for its pairs. */
    private static final int ORBIT = 400;

    /** Least fit of a line through the divergence of neighbours. */
    private static final double MIN_FIT = 0.9;

    /** Confidence that the lead is periodic. */
    public enum Risk implements WireConstant {
        /** One leader, or a change of leader. */
        NONE,
        /** The lead changes often, without a period. */
        LOW,
        /** Leaders take turns, which may be chance. */
        MODERATE,
        /** Leaders take turns, and significantly so. */
        CRITICAL;

        /** Recommended action. */
        public Recommendation recommendation() {
            return switch (this) {
                case NONE -> Recommendation.CONTINUE;
                case LOW -> Recommendation.MONITOR;
                case MODERATE -> Recommendation.SYNTHESIZE;
                case CRITICAL -> Recommendation.FORCE_DECISION;
            };
        }
    }

    /** Recommended action. */
    public enum Recommendation implements WireConstant {
        CONTINUE, MONITOR, SYNTHESIZE, FORCE_DECISION;
    }

    /**
     * Reading of the lens.
     *
     * @param period of the leaders, 1 for one that stays, 0 for none up to 8
     * @param doublingDetected whether a period was ever followed by one twice as long
     * @param pValue the share of shuffles that repeat as well, above 0 and at most 1; empty if nothing was compared
     * @param lyapunovExponent nats per round, of the largest probability; empty with fewer than 200 rounds, and if
     *        none fits
     * @param rounds rounds that brought evidence
     */
    public record ChaosReading(int period, boolean doublingDetected, Risk chaosRisk, OptionalDouble pValue,
            OptionalDouble lyapunovExponent, int rounds) implements LensReading {

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(period);
        }

        private String lyapunovNote() {
            if (rounds < RosensteinExponent.MIN_POINTS) {
                return "insufficient data";
            }
            return lyapunovExponent.isPresent() ? "estimated" : "none fits";
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("period", period).with("sharkovskiiTriggered", false)
                    .with("doublingDetected", doublingDetected).with("lyapunovExponent", lyapunovExponent)
                    .with("lyapunovNote", lyapunovNote())
                    .with("chaosRisk", chaosRisk.wireName())
                    .with("recommendation", chaosRisk.recommendation().wireName())
                    .with("estimatedRoundsToChaos", JsonValue.ofNull()).with("pValue", pValue)
                    .with("rounds", rounds).all();
        }
    }

    public ChaosDetectorLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<ChaosReading> open(LensContext context) {
        return new ChaosDetectorProbe(context.chance());
    }

    /** Observes the leaders of one solve. */
    private static final class ChaosDetectorProbe implements Probe<ChaosReading> {

        private final Function<String, RandomGenerator> chance;
        private final SymbolicPeriodMonitor monitor = new SymbolicPeriodMonitor(MAX_PERIOD);
        private final SlidingWindow leaders = new SlidingWindow(WINDOW);
        private final SlidingWindow orbit = new SlidingWindow(ORBIT);
        private int period = SymbolicPeriod.NONE;
        private int lastPeriod = SymbolicPeriod.NONE;
        private boolean hasDoubled;
        private OptionalDouble pValue = OptionalDouble.empty();
        private Risk risk = Risk.NONE;
        private int rounds;

        ChaosDetectorProbe(Function<String, RandomGenerator> chance) {
            this.chance = chance;
        }

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            if (deliberation.proposalCount() < MIN_LEADERS
                    || deliberation.evidenceOfRound().isEmpty()) {
                return List.of();
            }
            int label = deliberation.leader().isPresent() ? deliberation.leader().getAsInt() + 1 : TIE;
            rounds++;
            leaders.add(label);
            orbit.add(Arrays.stream(deliberation.distribution()).max().orElseThrow());
            period = monitor.next(label);
            if (period != SymbolicPeriod.NONE) {
                hasDoubled |= period == 2 * lastPeriod;
                lastPeriod = period;
            }
            pValue = takesTurns() ? OptionalDouble.of(significance()) : OptionalDouble.empty();
            risk = risk();
            return findings();
        }

        /** True if at least two proposals share the lead within a period. */
        private boolean takesTurns() {
            return period >= MIN_LEADERS && Arrays.stream(leaders.last(period)).filter(label -> label != TIE).distinct()
                    .count() >= MIN_LEADERS;
        }

        private double significance() {
            int[] labels = Arrays.stream(leaders.all()).mapToInt(label -> (int) label).toArray();
            return SymbolicPeriod.significance(labels, SHUFFLES, chance.apply(CARD.name())).pValue();
        }

        private Risk risk() {
            if (pValue.isPresent()) {
                return pValue.getAsDouble() <= LEVEL ? Risk.CRITICAL : Risk.MODERATE;
            }
            int changes = 0;
            for (int back = 0; back < Math.min(MAX_PERIOD, leaders.size()) - 1; back++) {
                changes += leaders.fromEnd(back) != leaders.fromEnd(back + 1) ? 1 : 0;
            }
            return period != 1 && changes >= RESTLESS ? Risk.LOW : Risk.NONE;
        }

        private List<Finding> findings() {
            List<Finding> found = new ArrayList<>();
            if (risk.compareTo(Risk.MODERATE) >= 0) {
                String because = String.format(PlainLocale.NONE,
                        "the lead has been passed around with the period %d for three periods, shuffled p = %.3f",
                        period,
                        pValue.orElse(1));
                found.add(new Finding.Settle(CARD.name(), MathStopReason.ALGEDONIC_EMERGENCY, because));
                if (risk == Risk.CRITICAL) {
                    found.add(new Finding.Settle(CARD.name(), MathStopReason.CHAOS_CRITICAL, because));
                }
            }
            return found;
        }

        @Override
        public Optional<ChaosReading> reading() {
            if (rounds == 0) {
                return Optional.empty();
            }
            OptionalDouble exponent = RosensteinExponent.of(orbit.all()) instanceof RosensteinExponent.Estimate estimate
                    && estimate.fit() >= MIN_FIT ? OptionalDouble.of(estimate.exponent()) : OptionalDouble.empty();
            return Optional.of(new ChaosReading(period, hasDoubled, risk, pValue, exponent, rounds));
        }
    }
}
