package dev.waggle.swarm.reaction;

import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Chooses what an agent tries to do, and may learn which choice was worth it. Thread-safe. */
public interface StrategyChooser {

    /**
     * One of the arms.
     *
     * @param arms the strategies to choose from, at least one
     * @param context what is known about the moment
     * @param random the only source of chance
     */
    Strategy choose(Set<Strategy> arms, ContextVector context, RandomGenerator random);

    /**
     * Learns what the choices of a solve were worth, when it is over.
     *
     * @param lessons one for each choice that was not to defer, in the order in which they were made
     */
    default void learn(List<Lesson> lessons) {}
}
