package dev.waggle.signal.tool;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/** Registry of the tools for agents of one host, by name, in the order in which they were listed. Immutable. */
public final class ToolRegistry {

    private final Map<String, Tool> tools;

    private ToolRegistry(Map<String, Tool> tools) {
        this.tools = tools;
    }

    /** Refuses two tools of one name. */
    public static ToolRegistry of(Collection<? extends Tool> tools) {
        Map<String, Tool> byName = new LinkedHashMap<>();
        for (Tool tool : tools) {
            String name = tool.definition().name();
            if (byName.putIfAbsent(name, tool) != null) {
                throw new IllegalArgumentException("two tools are called \"" + name + "\"");
            }
        }
        return new ToolRegistry(byName);
    }

    /** Returns the definitions for a model. */
    public List<ToolDefinition> definitions() {
        return tools.values().stream().map(Tool::definition).toList();
    }

    /** Calls the tool of that name; an unknown name is an outcome like any other failure. */
    public ToolOutcome call(String name, ToolCaller caller, JsonValue input) throws InterruptedException {
        Tool tool = tools.get(name);
        return tool == null ? unknown(name) : tool.call(caller, input);
    }

    /**
     * The same for a call that may be made again after a crash, with the same key. A tool that is no
     * {@link KeyedTool} runs again then.
     */
    public ToolOutcome call(String name, ToolCaller caller, JsonValue input, String key) throws InterruptedException {
        return tools.get(name) instanceof KeyedTool tool
                ? tool.call(caller, input, key)
                : call(name, caller, input);
    }

    private ToolOutcome unknown(String name) {
        return new ToolOutcome.Failed("there is no tool \"" + name + "\"\nMaybe one of: "
                + String.join(", ", tools.keySet()) + ".");
    }
}
