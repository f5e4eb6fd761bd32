package dev.waggle.swarm.harness;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolRegistry;

/**
 * The tools that one agent may use, within limits. A model asks for a call in the fields of its answer that are there for
 * that; a call that stands in a text, its own, a page's or another agent's, is a text. Immutable.
 */
public final class AgentTools {

    private final ToolRegistry tools;
    private final ToolLimits limits;
    private final List<ToolOffer> offers;
    private final Set<String> names;

    /**
     * A belt.
     *
     * @param tools all there are
     * @param gate which of them are for this agent, asked now; the others do not exist for it
     */
    public AgentTools(ToolRegistry tools, ToolLimits limits, Predicate<ToolDefinition> gate) {
        this.tools = tools;
        this.limits = limits;
        offers = tools.definitions().stream().filter(gate).map(ToolOffer::of).toList();
        names = offers.stream().map(ToolOffer::name).collect(Collectors.toUnmodifiableSet());
    }

    /** No tools. */
    public static AgentTools empty() {
        return new AgentTools(ToolRegistry.of(List.of()), ToolLimits.DEFAULTS, _ -> true);
    }

    /** What the model is offered, in the order of the registry. */
    public List<ToolOffer> offers() {
        return offers;
    }

    boolean has(String name) {
        return names.contains(name);
    }

    ToolRegistry tools() {
        return tools;
    }

    ToolLimits limits() {
        return limits;
    }
}
