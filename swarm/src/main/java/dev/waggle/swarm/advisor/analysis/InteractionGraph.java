package dev.waggle.swarm.advisor.analysis;

import java.util.List;

import dev.waggle.signal.SignalType;

/**
 * Graph of deliveries between agents by signal type.
 *
 * @param nodes all agents, in the order of joining
 * @param edges in the order of first use, signals to some agents before broadcasts
 * @param totalSignals the number of signals of agents
 * @param complete whether every edge is there; otherwise the maximum was reached and the rest is omitted
 */
public record InteractionGraph(List<String> nodes, List<Edge> edges, int totalSignals, boolean complete) {

    public InteractionGraph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /**
     * Signals of one type from one agent to another.
     *
     * @param count the number of signals, at least 1
     */
    public record Edge(String from, String to, SignalType type, int count) {}
}
