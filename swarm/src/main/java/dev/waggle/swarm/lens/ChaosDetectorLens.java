package dev.waggle.swarm.lens;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.math.dynamics.RosensteinExponent;
import dev.waggle.signal.JsonValue;

/**
 * Whether the lead is passed around. Labels of leaders are no orbit of a map of an interval, so that a period among them
 * is a circle and no chaos in the sense of Li and Yorke; and no debate is long enough for an exponent.
 */
public final class ChaosDetectorLens implements Lens<ChaosDetectorLens.ChaosReading> {

    static final LensCard CARD = new LensCard("chaos-detector", "chaos", "Is the lead passed around in a circle?",
            "who leads after each round that brought evidence; a tie is a symbol of its own", "period of the lead",
            "rounds", "0..8, 0 for none", "least p <= 8 with the last max(3p, p + 3) leaders repeating after p",
            "Theiler et al. 1992 (shuffled surrogates)", Set.of(Finding.Kind.SETTLE),
            "an alarm, which stops together with another lens's, when two or more leaders have taken turns for three"
                    + " periods; settles as chaos-critical when shuffled leaders would hardly ever repeat so well");

    /** How settled it is that the lead goes round in a circle. */
    public enum Risk {
        /** One leader, or a change of leader. */
        NONE,
        /** The lead changes often, without a period. */
        LOW,
        /** Leaders take turns, which may be chance. */
        MODERATE,
        /** Leaders take turns, and that is no chance. */
        CRITICAL;

        /** The name in logs and results. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** What to do about it. */
        public Recommendation recommendation() {
            return switch (this) {
                case NONE -> Recommendation.CONTINUE;
                case LOW -> Recommendation.MONITOR;
                case MODERATE -> Recommendation.SYNTHESIZE;
                case CRITICAL -> Recommendation.FORCE_DECISION;
            };
        }
    }

    /** What to do. */
    public enum Recommendation {
        CONTINUE, MONITOR, SYNTHESIZE, FORCE_DECISION;

        /** The name in logs and results. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * What the lens sees.
     *
     * @param period of the leaders, 1 for one that stays, 0 for none up to 8
     * @param doublingDetected whether a period was ever followed by one twice as long
     * @param pValue how often shuffled leaders repeat as well, above 0 and at most 1; empty where nothing was compared
     * @param lyapunovExponent nats per round, of the largest probability; empty with fewer than 200 rounds, and where
     *        none fits
     * @param rounds rounds that brought evidence
     */
    public record ChaosReading(int period, boolean doublingDetected, Risk chaosRisk, OptionalDouble pValue,
            OptionalDouble lyapunovExponent, int rounds) implements Reading {

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(period);
        }

        private String note() {
            if (rounds < RosensteinExponent.LEAST_POINTS) {
                return "insufficient data";
            }
            return lyapunovExponent.isPresent() ? "estimated" : "none fits";
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new Figures().with("period", period).with("sharkovskiiTriggered", false)
                    .with("doublingDetected", doublingDetected).with("lyapunovExponent", lyapunovExponent)
                    .with("lyapunovNote", note())
                    .with("chaosRisk", chaosRisk.word()).with("recommendation", chaosRisk.recommendation().word())
                    .with("estimatedRoundsToChaos", JsonValue.ofNull()).with("pValue", pValue)
                    .with("rounds", rounds).all();
        }
    }

    ChaosDetectorLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<ChaosReading> open(Setting setting) {
        return new ChaosDetectorWatch(setting.chance());
    }
}
