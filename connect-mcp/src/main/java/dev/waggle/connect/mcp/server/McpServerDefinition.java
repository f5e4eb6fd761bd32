package dev.waggle.connect.mcp.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolRegistry;

/**
 * Tools and resources that a server offers, with its name and instructions.
 *
 * @param name the server's own name
 * @param version its version
 * @param instructions what a model should know before it uses anything of it; may be empty
 * @param tools the callable tools
 * @param longTools the callable tools that take long; listed first. No name may come twice
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
