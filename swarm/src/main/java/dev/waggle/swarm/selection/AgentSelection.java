package dev.waggle.swarm.selection;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Who gets a turn.
 *
 * @param rule why these
 * @param selected ids of the chosen agents, the first to be preferred first
 * @param scores how everybody scored, in the same order; empty when nobody had to be compared
 */
public record AgentSelection(Rule rule, List<String> selected, List<AgentScore> scores) {

    /** What decided a selection. */
    public enum Rule {
        /** There is room for everybody. */
        ROOM_FOR_ALL,
        /** The scores lie too close together to say anything, so everybody is tried. */
        EXPLORATION,
        /** The best by score. */
        BEST
    }

    public AgentSelection {
        selected = List.copyOf(selected);
        scores = List.copyOf(scores);
    }

    /** The ids of the chosen agents, to be asked for. */
    public Set<String> chosen() {
        return new LinkedHashSet<>(selected);
    }
}
