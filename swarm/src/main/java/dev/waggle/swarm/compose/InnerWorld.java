package dev.waggle.swarm.compose;

import java.util.random.RandomGenerator;

import dev.waggle.signal.world.ForwardingWorld;
import dev.waggle.signal.world.World;

/**
 * World of a solve within a solve: clocks and ids of the outer one, a random source of its own. The ids of a run
 * contain its date, so the random source ignores them. Neither the date nor other solves change the random numbers of
 * an inner solve, as with an outer one.
 */
final class InnerWorld extends ForwardingWorld {

    private final World random;

    private InnerWorld(World outer, World random) {
        super(outer);
        this.random = random;
    }

    static World of(World outer, long seed) {
        return new InnerWorld(outer, World.system(seed));
    }

    @Override
    public long seed() {
        return random.seed();
    }

    @Override
    public RandomGenerator random(String purpose) {
        return random.random(purpose);
    }

    @Override
    public World fork(String name) {
        return new InnerWorld(super.fork(name), random.fork(name));
    }
}
