package dev.waggle.swarm.testbed;

import java.util.List;
import java.util.SplittableRandom;

/** Random numbers that depend on a seed and a name only, so that the order of their users changes nothing. */
public final class SeededDice {

    private final SplittableRandom random;

    private SeededDice(long seed) {
        random = new SplittableRandom(seed);
    }

    /** The dice of that name. */
    public static SeededDice of(long seed, String name) {
        return new SeededDice(new SplittableRandom(seed * 0x9E37_79B9_7F4A_7C15L ^ ((long) name.hashCode() << 17))
                .nextLong());
    }

    /** A number in 0..bound-1. */
    public int roll(int bound) {
        return random.nextInt(bound);
    }

    /** A number in from..to, both included. */
    public int between(int from, int to) {
        return random.nextInt(from, to + 1);
    }

    public boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    public double unit() {
        return random.nextDouble();
    }

    public <T> T pick(List<? extends T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
