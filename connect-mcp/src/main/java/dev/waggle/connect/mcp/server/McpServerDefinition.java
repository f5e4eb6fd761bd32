package dev.waggle.connect.mcp.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolRegistry;

/**
 * What a server offers.
 *
 * @param name what the server calls itself
 * @param version of what
 * @param instructions what a model should know before it uses anything of it; may be empty
 * @param tools what can be called
 * @param longTools what can be called and takes long; listed first. No name may come twice
 * @param resources what can be read
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
