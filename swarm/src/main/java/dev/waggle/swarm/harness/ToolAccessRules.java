package dev.waggle.swarm.harness;

import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.signal.tool.ToolDefinition;

/**
 * What kind of tools there are, and for which characters they are. A cautious agent, above {@value #MAX_CAUTION}, does not
 * use tools that act on the world; an agent without curiosity, at most {@value #MIN_CURIOSITY}, does not use tools that
 * look for something new. These are the lines at which such agents pass over signals. A tool that is named in neither set
 * is for everybody, one that is named in both only for those who may use either.
 *
 * @param acting the names of tools that change something outside of the swarm
 * @param searching the names of tools that bring something from outside
 */
public record ToolAccessRules(Set<String> acting, Set<String> searching) {

    /** Every tool is for everybody. */
    public static final ToolAccessRules NONE = new ToolAccessRules(Set.of(), Set.of());

    /** With more caution than that, nothing is done that cannot be undone. */
    public static final double MAX_CAUTION = 0.7;

    /** With no more curiosity than that, nobody goes looking. */
    public static final double MIN_CURIOSITY = 0.3;

    public ToolAccessRules {
        acting = Set.copyOf(acting);
        searching = Set.copyOf(searching);
    }

    /**
     * Which tools are for an agent of that character.
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
