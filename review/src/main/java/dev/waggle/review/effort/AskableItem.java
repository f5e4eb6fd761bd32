package dev.waggle.review.effort;

import java.util.List;

import dev.waggle.swarm.reliability.DecisionCase;

/** Item whose agents can be asked one after the other; each has one answer. */
public interface AskableItem {

    /** Ids of its agents, in the order of the ids. */
    List<String> agents();

    /** Kind of its task, empty if none is known. */
    String category();

    /**
     * The case of the answers of some agents. They are its panel, so unanimity is that of the agents that were asked.
     *
     * @param places places of these agents in {@link #agents}, at least one
     */
    DecisionCase decision(List<Integer> places);
}
