package dev.waggle.connect.mcp.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
 */
public record McpServerDefinition(String name, String version, String instructions, ToolRegistry tools,
        List<LongRunningTool> longTools,
        ResourceProvider resources) {

    public McpServerDefinition {
        longTools = List.copyOf(longTools);
        Set<String> names = new HashSet<>();
        List<ToolDefinition> all = new ArrayList<>(tools.definitions());
        longTools.forEach(tool -> all.add(tool.definition()));
        for (ToolDefinition definition : all) {
            if (!names.add(definition.name())) {
                throw new IllegalArgumentException("two tools are called \"" + definition.name() + "\"");
            }
        }
    }
}
