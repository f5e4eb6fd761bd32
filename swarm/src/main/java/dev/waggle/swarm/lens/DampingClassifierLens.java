package dev.waggle.swarm.lens;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.signal.JsonValue;

/**
 * Whether the uncertainty settles too fast, well, or swings: the normalised entropy as the free response of a
 * second-order system. Nothing says that it must obey such a law, so that a poor fit is answered with undetermined. A new
 * proposal is a push from outside and begins a new response.
 */
public final class DampingClassifierLens implements Lens<DampingClassifierLens.DampingReading> {

    static final LensCard CARD = new LensCard("damping-classifier", "damping",
            "Does the uncertainty creep, settle well, or swing?",
            "the normalised entropy of the tempered posterior after each round that brought evidence, the last 12 since"
                    + " the newest proposal",
            "damping ratio", "none", "below 0 grows, below 1 swings, above 1 creeps",
            "zeta of y'' + 2 zeta wn y' + wn^2 (y - y_end) = 0, by Prony's method", "Prony 1795; Ogata 2010",
            Set.of(Finding.Kind.SETTLE, Finding.Kind.GAP),
            "an alarm, which stops together with another lens's, when the uncertainty swings more and more, or fell at"
                    + " once and creeps since; the gap mediator when it keeps swinging");

    /** How the uncertainty comes to rest. */
    public enum Regime {
        /** It falls or rises without swinging, and slower than it could: soon near its end, where it creeps. */
        OVERDAMPED,
        /** As fast as possible without swinging. */
        CRITICALLY_DAMPED,
        /** It swings, less and less. */
        UNDERDAMPED,
        /** It swings or runs away, more and more. */
        GROWING,
        /** Too few rounds, or another law. */
        UNDETERMINED;

        /** The name in logs and results. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * What the lens sees.
     *
     * @param dampingRatio zeta; empty when undetermined
     * @param naturalFrequency cycles per measured round, above 0; empty when undetermined
     * @param oscillationCount how often the uncertainty crossed where it comes to rest, or its mean when undetermined
     * @param settlingRounds measured rounds from the start of the response until it stays within 5 % of its size; empty
     *        when undetermined, and when it does not settle
     * @param fit share of the variance that the response explains, 0.9..1; empty when undetermined
     * @param diagnostic one sentence
     * @param samples how many rounds were fitted
     */
    public record DampingReading(OptionalDouble dampingRatio, OptionalDouble naturalFrequency, Regime regime,
            int oscillationCount, OptionalInt settlingRounds, OptionalDouble fit, String diagnostic, int samples)
            implements
            Reading {

        @Override
        public OptionalDouble headline() {
            return dampingRatio;
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new Figures().with("dampingRatio", dampingRatio).with("naturalFrequency", naturalFrequency)
                    .with("regime", regime.word()).with("oscillationCount", oscillationCount)
                    .with("settlingRounds",
                            settlingRounds.isPresent()
                                    ? JsonValue.of(settlingRounds.getAsInt())
                                    : JsonValue.ofNull())
                    .with("fit", fit).with("diagnostic", diagnostic).with("samples", samples).all();
        }
    }

    DampingClassifierLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<DampingReading> open(Setting setting) {
        return new DampingClassifierWatch();
    }
}
