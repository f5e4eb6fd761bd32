package dev.waggle.swarm.reaction;

import java.util.Set;
import java.util.random.RandomGenerator;

/** Chooses an agent's strategy; a {@link LearningChooser} learns the reward of each choice. Thread-safe. */
public interface StrategyChooser {

    /**
     * Chooses one of the arms.
     *
     * @param arms the strategies to choose from, at least one
     * @param context features of the moment
     * @param random the only source of chance
     */
    ReactionStrategy choose(Set<ReactionStrategy> arms, ContextVector context, RandomGenerator random);
}
