package dev.waggle.swarm.reaction;

import dev.waggle.signal.learning.BanditStore;

/** Makes the chooser of an agent for one solve. Thread-safe. */
@FunctionalInterface
public interface ChooserFactory {

    /** Begins every solve with a bandit that knows nothing and learns nothing, so equal solves stay equal. */
    ChooserFactory FRESH = (agentId, run) -> {
        ThompsonBandit bandit = new ThompsonBandit();
        return (arms, context, random) -> bandit.choose(arms, context, random);
    };

    /** The chooser of that agent in that solve. */
    StrategyChooser of(String agentId, String run);

    /** Begins every solve with the agent's lessons, and adds the lessons of the solve when it is over. */
    static ChooserFactory learningFrom(BanditStore store) {
        return (agentId, run) -> new StoreBackedBandit(store, agentId, run);
    }
}
