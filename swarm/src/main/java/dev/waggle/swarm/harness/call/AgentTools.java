package dev.waggle.swarm.harness.call;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.swarm.harness.ToolLimits;

/**
 * The tools that one agent may use, within limits. A model calls a tool only through the dedicated fields of its
 * answer. A call inside a text, its own, a page's or another agent's, is text. Immutable.
 */
public final class AgentTools {

    private final ToolRegistry tools;
    private final ToolLimits limits;
    private final List<ToolOffer> offers;
    private final Set<String> names;

    /**
     * Creates the tools of an agent.
     *
     * @param tools all available tools
     * @param gate selects the tools of this agent, asked now; the others do not exist for it
     */
    public AgentTools(ToolRegistry tools, ToolLimits limits, Predicate<ToolDefinition> gate) {
        this.tools = tools;
        this.limits = limits;
        offers = tools.definitions().stream().filter(gate).map(ToolOffer::of).toList();
        names = offers.stream().map(ToolOffer::name).collect(Collectors.toUnmodifiableSet());
    }

    /** Tools offered to the model, in the order of the registry. */
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
