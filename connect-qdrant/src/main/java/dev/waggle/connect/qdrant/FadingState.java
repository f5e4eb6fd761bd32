package dev.waggle.connect.qdrant;

import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryRules;

/**
 * Strength of a memory as a function of the number of decays, so that a decay writes no memory.
 *
 * <pre>
 *   strength at tick t = strength * outcome * f(n)^(t - tick)         f(n) = 1 - rate / (1 + ln(1 + n))
 *   fade               = tick + ln(strength * outcome / least) / -ln f(n)
 * </pre>
 *
 * <p>It is below the least strength from {@code fade} on. Of two memories with equal n, the one with the lower fade
 * is the weaker one at every tick.
 *
 * @param strength strength at the tick without the outcome, 0..1
 * @param tick number of decays at the last change
 * @param reinforcements n, number of agents that agreed
 * @param outcome outcome of the solve
 */
record FadingState(double strength, long tick, int reinforcements, MemoryOutcome outcome) {

    /** Least strength of fades where the rules evict nothing. */
    private static final double ALMOST_NOTHING = 1e-9;

    /** The state of a new memory. */
    static FadingState fresh(long now) {
        return new FadingState(MemoryRules.NEW_STRENGTH, now, 0, MemoryOutcome.UNKNOWN);
    }

    /** The state in the payload of a point. */
    static FadingState of(JsonObjectReader payload) {
        return new FadingState(payload.fraction(PayloadField.STRENGTH), payload.integer(PayloadField.TICK),
                payload.int32(PayloadField.REINFORCEMENTS),
                MemoryOutcome.ofWireName(payload.text(PayloadField.OUTCOME)));
    }

    /** Strength after that many decays, with the outcome in it, 0..1. */
    double strengthAt(long now, MemoryRules rules) {
        return raw(now, rules) * outcome.factor();
    }

    /** The state after the agreement of one more agent. */
    FadingState reinforced(long now, MemoryRules rules) {
        return new FadingState(rules.reinforced(raw(now, rules)), Math.max(now, tick), reinforcements + 1, outcome);
    }

    /** The state with that outcome. */
    FadingState judged(MemoryOutcome told) {
        return new FadingState(strength, tick, reinforcements, told);
    }

    /** Tick, with a fraction, at which the strength is the least one. */
    double fade(MemoryRules rules) {
        double least = Math.max(rules.least(), ALMOST_NOTHING);
        double start = Math.max(strength * outcome.factor(), Double.MIN_NORMAL);
        return tick + StrictMath.log(start / least) / -StrictMath.log(rules.decayed(1, reinforcements));
    }

    private double raw(long now, MemoryRules rules) {
        double decays = Math.max(0.0, (double) now - tick);
        return Math.min(1, strength * StrictMath.pow(rules.decayed(1, reinforcements), decays));
    }
}
