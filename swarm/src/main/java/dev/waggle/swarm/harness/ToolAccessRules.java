package dev.waggle.swarm.harness;

import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.signal.tool.ToolDefinition;

/**
 * Access rules from an agent's personality to kinds of tools. A cautious agent, above {@value #MAX_CAUTION}, does not
 * use tools that act on the world. An agent without curiosity, at most {@value #MIN_CURIOSITY}, does not use tools
 * that search. Such agents ignore signals at the same thresholds. A tool in neither set is open to every agent, one
 * in both only to agents that may use either.
 *
 * @param acting the names of tools that change something outside of the swarm
 * @param searching the names of tools that bring something from outside
 */
public record ToolAccessRules(Set<String> acting, Set<String> searching) {

    /** No rules: every agent may use every tool. */
    public static final ToolAccessRules NONE = new ToolAccessRules(Set.of(), Set.of());

    /** Caution above which an agent does nothing that cannot be undone. */
    public static final double MAX_CAUTION = 0.7;

    /** Curiosity up to which an agent does not search. */
    public static final double MIN_CURIOSITY = 0.3;

    public ToolAccessRules {
        acting = Set.copyOf(acting);
        searching = Set.copyOf(searching);
    }

    /**
     * Selects the tools of an agent with that personality.
     *
     * @param curiosity 0..1
     * @param caution 0..1
     */
    public Predicate<ToolDefinition> gate(double curiosity, double caution) {
        boolean acts = caution <= MAX_CAUTION;
        boolean searches = curiosity > MIN_CURIOSITY;
        return tool -> (acts || !acting.contains(tool.name())) && (searches || !searching.contains(tool.name()));
    }
}
