package dev.waggle.swarm.reaction;

import java.util.Set;
import java.util.random.RandomGenerator;

/** Chooses what an agent tries to do; a {@link LearningChooser} learns which choice was worth it. Thread-safe. */
public interface StrategyChooser {

    /**
     * One of the arms.
     *
     * @param arms the strategies to choose from, at least one
     * @param context what is known about the moment
     * @param random the only source of chance
     */
    ReactionStrategy choose(Set<ReactionStrategy> arms, ContextVector context, RandomGenerator random);
}
