package dev.waggle.swarm;

import java.util.List;
import java.util.SplittableRandom;

/** Chance that depends on a seed and a name only, so that it falls the same in whatever order it is asked. */
final class SeededDice {

    private final SplittableRandom random;

    private SeededDice(long seed) {
        random = new SplittableRandom(seed);
    }

    /** The dice of that name. */
    static SeededDice of(long seed, String name) {
        return new SeededDice(new SplittableRandom(seed * 0x9E37_79B9_7F4A_7C15L ^ ((long) name.hashCode() << 17))
                .nextLong());
    }

    /** 0..bound-1. */
    int roll(int bound) {
        return random.nextInt(bound);
    }

    /** from..to, both included. */
    int between(int from, int to) {
        return random.nextInt(from, to + 1);
    }

    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    double unit() {
        return random.nextDouble();
    }

    <T> T pick(List<? extends T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
