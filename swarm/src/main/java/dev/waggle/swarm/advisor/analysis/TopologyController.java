package dev.waggle.swarm.advisor.analysis;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.advisor.TopologyConfig;

/**
 * Computes the topology that suits the structure of the group.
 *
 * <ol>
 * <li>All agents receive from all when it is off, among fewer than three agents or more than {@value #MAX_AGENTS},
 * and in a group that is too loosely connected to lose a connection.
 * <li>When influence is concentrated, only bridges receive from the hub. The hub receives from all.
 * <li>When opinions are polarized, agents without influence are disconnected from the others. They still receive from
 * the hub and the bridges.
 * <li>Agents that publish the same are disconnected.
 * <li>A bridge is connected with all.
 * <li>If an agent would receive from no other, all agents receive from all.
 * </ol>
 *
 * <p>O(agents squared), in a round whose topology is computed.
 */
public final class TopologyController {

    /** Minimum of agents: two have one connection, and without it they are no group. */
    static final int MIN_AGENTS = 3;

    /** Number of agents above which the map itself, of agents squared, would cost more than hearing each other. */
    static final int MAX_AGENTS = 500;

    private final TopologyConfig config;

    public TopologyController(TopologyConfig config) {
        this.config = config;
    }

    /** Topology for these agents, in their order. */
    public Topology topology(List<String> agents, GroupStructure shape) {
        if (!config.enabled() || agents.size() < MIN_AGENTS || agents.size() > MAX_AGENTS
                || isLoose(shape.connectivity())) {
            return Topology.everyone();
        }
        Set<String> bridges = config.protectBridgingAgents() ? new HashSet<>(shape.bridges()) : Set.of();
        TopologyBuilder cuts = new TopologyBuilder(agents, bridges);
        shape.hub().filter(_ -> shape.concentration() > config.maxInfluenceConcentration())
                .ifPresent(cuts::cutLinksFrom);
        if (shape.camps() >= 2) {
            cuts.setApart(new HashSet<>(shape.isolated()), shape.hub().orElse(""));
        }
        if (config.pruneRedundantLinks()) {
            cuts.silenceAmong(new HashSet<>(shape.redundant()));
        }
        return cuts.topology();
    }

    /** True if the group is loosely connected, or not measured: a wrong cut costs more than a connection too many. */
    private boolean isLoose(OptionalDouble connectivity) {
        return connectivity.isEmpty() || !(connectivity.getAsDouble() >= config.minConnectivity());
    }

    /** Complete graph from which connections are cut, except those of bridges. */
    private static final class TopologyBuilder {

        private final Map<String, Set<String>> hears = new LinkedHashMap<>();
        private final Set<String> bridges;
        private boolean cut;

        TopologyBuilder(List<String> agents, Set<String> bridges) {
            this.bridges = bridges;
            for (String agent : agents) {
                Set<String> others = new LinkedHashSet<>(agents);
                others.remove(agent);
                hears.put(agent, others);
            }
        }

        void cutLinksFrom(String hub) {
            hears.keySet().forEach(receiver -> cut(receiver, hub));
        }

        void setApart(Set<String> outside, String hub) {
            for (String receiver : hears.keySet()) {
                boolean isOutside = outside.contains(receiver);
                for (String source : hears.keySet()) {
                    boolean audible = isOutside && source.equals(hub);
                    if (isOutside != outside.contains(source) && !audible) {
                        cut(receiver, source);
                    }
                }
            }
        }

        void silenceAmong(Set<String> alike) {
            for (String receiver : hears.keySet()) {
                if (alike.contains(receiver)) {
                    alike.forEach(source -> cut(receiver, source));
                }
            }
        }

        private void cut(String receiver, String source) {
            Set<String> sources = hears.get(receiver);
            if (sources != null && !bridges.contains(receiver) && !bridges.contains(source)) {
                cut |= sources.remove(source);
            }
        }

        Topology topology() {
            boolean isolatesAgent = hears.values().stream().anyMatch(Set::isEmpty);
            return cut && !isolatesAgent ? new Topology(hears) : Topology.everyone();
        }
    }
}
