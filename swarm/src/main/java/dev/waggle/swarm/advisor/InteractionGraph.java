package dev.waggle.swarm.advisor;

import java.util.List;

import dev.waggle.signal.SignalType;

/**
 * Who reached whom with what.
 *
 * @param nodes all agents, in the order in which they came
 * @param edges in the order of first use, what reached some before what reached all
 * @param totalSignals how much agents said
 * @param complete whether every edge is there; otherwise the largest number was reached and the rest is left out
 */
public record InteractionGraph(List<String> nodes, List<Edge> edges, int totalSignals, boolean complete) {

    public InteractionGraph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /**
     * The signals of one type from one agent that reached another.
     *
     * @param count how many, at least 1
     */
    public record Edge(String from, String to, SignalType type, int count) {}
}
