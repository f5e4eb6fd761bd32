package dev.waggle.swarm.lens;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.signal.JsonValue;

/**
 * Whether the beliefs of the agents come together or fly apart. V is the mean squared distance of their own beliefs from
 * the mean of these. It is one function only as long as the same agents judge the same options: a new believer or a new
 * proposal begins a new series.
 */
public final class LyapunovStabilityLens implements Lens<LyapunovStabilityLens.LyapunovStabilityReading> {

    static final LensCard CARD = new LensCard("lyapunov-stability", "lyapunovStability",
            "Do the beliefs of the agents come together, and will that hold?",
            "the own beliefs of at least two agents, in rounds in which one of them changed", "V",
            "squared distance", "0..1-1/p", "V = (1/n) sum |b_i - mean b|^2", "Lyapunov 1892; Jury 1964",
            Set.of(Finding.Kind.SETTLE, Finding.Kind.GAP),
            "after three clear rises of V in a row: an alarm, which stops together with another lens's, and the gap"
                    + " mediator");

    /** Where beliefs are going. */
    public enum Type {
        /** The distance dies out, or there is none. */
        ASYMPTOTIC,
        /** It stays, or follows no clear course. */
        MARGINAL,
        /** It grows, or an agreement was given up. */
        UNSTABLE,
        /** Fewer than two values of one series. */
        UNDETERMINED;

        /** The name in logs and results. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The roots of the recurrence of order 1 or 2 that follows V best: the exact discrete test.
     *
     * @param signChanges roots outside the unit circle
     * @param stable whether all lie inside
     * @param spectralRadius the largest modulus: the factor of V per round in the end
     */
    public record Roots(int signChanges, boolean stable, double spectralRadius) {}

    /**
     * What the lens sees.
     *
     * @param lyapunovV at least 0, at most 1 - 1/p for p proposals; 0 when all believe the same
     * @param lyapunovDot its last change; empty with one value
     * @param type after the rate of the last five values
     * @param perturbationTolerance how far the mean belief can be moved before its leader no longer leads alone, as the
     *        sum of the absolute changes, at most 1; 0 while the type is unstable
     * @param adjustedConfidence the tempered probability of the leader times 1 - V / (1 - 1/p), with V as the rate
     *        leaves it after one more round; 0..1, and 0 without a leader
     * @param convergenceRate slope of ln V, nats per round: below 0 it converges; empty when none exists
     * @param routhHurwitz empty with fewer than four values
     * @param believers how many agents stated a belief
     */
    public record LyapunovStabilityReading(double lyapunovV, OptionalDouble lyapunovDot, Type type,
            double perturbationTolerance, double adjustedConfidence, OptionalDouble convergenceRate,
            Optional<Roots> routhHurwitz, int believers) implements Reading {

        /** Whether the distance of the beliefs dies out. */
        public boolean stable() {
            return type == Type.ASYMPTOTIC;
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(lyapunovV);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new Figures().with("lyapunovV", lyapunovV).with("lyapunovDot", lyapunovDot)
                    .with("stable", stable()).with("type", type.word())
                    .with("perturbationTolerance", perturbationTolerance)
                    .with("adjustedConfidence", adjustedConfidence).with("convergenceRate", convergenceRate)
                    .with("routhHurwitz",
                            routhHurwitz.map(roots -> JsonValue.of(new Figures()
                                    .with("signChanges", roots.signChanges()).with("stable", roots.stable())
                                    .with("spectralRadius", roots.spectralRadius()).all()))
                                    .orElseGet(JsonValue::ofNull))
                    .with("believers", believers).all();
        }
    }

    LyapunovStabilityLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<LyapunovStabilityReading> open(Setting setting) {
        return new LyapunovStabilityWatch();
    }
}
