package dev.waggle.connect.lucene;

import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryRules;

/**
 * Strength of a memory as a function of the number of decays, so that a decay writes nothing.
 *
 * <pre>
 *   strength(tick) = factor of the outcome x base x (1 - rate / (1 + ln(1 + n))) ^ (tick - since)
 * </pre>
 *
 * @param base strength at its last change, 0..1
 * @param since tick of its last change
 * @param reinforcements number of agents that have reinforced it
 * @param outcome outcome of its solve
 */
record FadingStrength(double base, long since, int reinforcements, MemoryOutcome outcome) {

    /** Strength of a new memory. */
    static FadingStrength fresh(long tick) {
        return new FadingStrength(MemoryRules.NEW_STRENGTH, tick, 0, MemoryOutcome.UNKNOWN);
    }

    /** Strength at a tick, 0..1. */
    double at(long tick, MemoryRules rules) {
        return outcome.factor() * baseAt(tick, rules);
    }

    private double baseAt(long tick, MemoryRules rules) {
        return base * StrictMath.pow(rules.decayed(1, reinforcements), (double) Math.max(0, tick - since));
    }

    FadingStrength reinforced(long tick, MemoryRules rules) {
        return new FadingStrength(rules.reinforced(baseAt(tick, rules)), tick, reinforcements + 1, outcome);
    }

    FadingStrength judged(MemoryOutcome told) {
        return new FadingStrength(base, since, reinforcements, told);
    }

    /** The first tick after that one at which it is below the least strength. */
    long end(long tick, MemoryRules rules) {
        if (rules.least() <= 0) {
            return Long.MAX_VALUE;
        }
        double kept = StrictMath.log(rules.decayed(1, reinforcements));
        double least = rules.least() / (outcome.factor() * base);
        long ticks = least >= 1 ? 0 : (long) Math.min(Integer.MAX_VALUE, StrictMath.log(least) / kept);
        long end = Math.max(tick + 1, since + ticks - 1);
        while (at(end, rules) >= rules.least()) {
            end++;
        }
        return end;
    }
}
