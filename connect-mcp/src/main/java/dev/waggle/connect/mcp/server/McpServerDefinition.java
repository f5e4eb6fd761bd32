package dev.waggle.connect.mcp.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolRegistry;

/**
 * Definition of a server: its name, tools and resources.
 *
 * @param name the name of the server
 * @param version its version
 * @param instructions the instructions for a model that uses the server; may be empty
 * @param tools the tools
 * @param longTools the long-running tools, listed first; names are unique
 * @param resources the readable resources
 * @param outputSchemas the JSON Schemas of what tools answer, by the name of the tool. An answer of such a tool is an
 *        object. A refusal is {@code {"error": reason}}, with a {@code remedy} where the reason has a second line
 */
public record McpServerDefinition(String name, String version, String instructions, ToolRegistry tools,
        List<LongRunningTool> longTools,
        ResourceProvider resources, Map<String, JsonValue.Obj> outputSchemas) {

    public McpServerDefinition {
        longTools = List.copyOf(longTools);
        outputSchemas = Map.copyOf(outputSchemas);
        Set<String> names = new HashSet<>();
        for (ToolDefinition definition : all(tools, longTools)) {
            if (!names.add(definition.name())) {
                throw new IllegalArgumentException("two tools are called \"" + definition.name() + "\"");
            }
        }
        if (!names.containsAll(outputSchemas.keySet())) {
            throw new IllegalArgumentException("there is a schema of what an unknown tool answers: "
                    + outputSchemas.keySet() + "\nMaybe one of: " + names + ".");
        }
    }

    /** A server whose tools answer without a schema. */
    public McpServerDefinition(String name, String version, String instructions, ToolRegistry tools,
            List<LongRunningTool> longTools, ResourceProvider resources) {
        this(name, version, instructions, tools, longTools, resources, Map.of());
    }

    /** The names of all tools. */
    Set<String> toolNames() {
        return all(tools, longTools).stream().map(ToolDefinition::name).collect(Collectors.toSet());
    }

    private static List<ToolDefinition> all(ToolRegistry tools, List<LongRunningTool> longTools) {
        List<ToolDefinition> all = new ArrayList<>(tools.definitions());
        longTools.forEach(tool -> all.add(tool.definition()));
        return all;
    }
}
