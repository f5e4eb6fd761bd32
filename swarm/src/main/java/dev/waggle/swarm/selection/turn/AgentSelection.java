package dev.waggle.swarm.selection.turn;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Selection of the agents that get a turn.
 *
 * @param rule the rule that decided
 * @param selected ids of the chosen agents, the first to be preferred first
 * @param scores the scores of all agents, in the same order; empty when no comparison was needed
 */
public record AgentSelection(Rule rule, List<String> selected, List<AgentScore> scores) {

    /** Rule that decided a selection. */
    public enum Rule {
        /** There is room for every agent. */
        ROOM_FOR_ALL,
        /** The scores are too close together to decide, so every agent is tried. */
        EXPLORATION,
        /** The best by score. */
        BEST
    }

    public AgentSelection {
        selected = List.copyOf(selected);
        scores = List.copyOf(scores);
    }

    /** Ids of the chosen agents, as a set for lookups. */
    public Set<String> chosen() {
        return new LinkedHashSet<>(selected);
    }
}
