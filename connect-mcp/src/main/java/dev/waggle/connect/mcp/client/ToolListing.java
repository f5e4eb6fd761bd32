package dev.waggle.connect.mcp.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.text.VisibleText;
import io.modelcontextprotocol.spec.McpSchema;

/**
 * The tools of a server that are used.
 *
 * @param tools by the server's names, in the server's order
 * @param leftOut those that cannot be used, each with the reason
 * @param offered the names of all that the server lists
 */
record ToolListing(Map<String, ListedTool> tools, Map<String, String> leftOut, Set<String> offered) {

    /** Maximum number of names that a message lists. */
    private static final int MAX_NAMED = 20;

    /** Listing of the tools of that list that are used. */
    static ToolListing of(McpServerConfig config, List<McpSchema.Tool> listed) {
        Map<String, ListedTool> tools = new LinkedHashMap<>();
        Map<String, String> leftOut = new LinkedHashMap<>();
        Set<String> offered = new LinkedHashSet<>();
        for (McpSchema.Tool tool : listed) {
            String name = String.valueOf(tool.name());
            boolean isNew = offered.add(name);
            if (config.tools().isEmpty() || config.tools().contains(name)) {
                try {
                    ListedTool usable = ListedTool.of(config.name(), tool);
                    if (!isNew) {
                        leftOut.put(name + " (again)", "the server lists two of this name; the first is used");
                    } else {
                        tools.put(name, usable);
                    }
                } catch (IllegalArgumentException unusable) {
                    leftOut.put(name, String.valueOf(unusable.getMessage()));
                }
            }
        }
        return new ToolListing(tools, leftOut, offered);
    }

    /** Error about the tools that the configuration names, as the rest of a sentence; empty when there is none. */
    String missing(McpServerConfig config) {
        for (String toolName : config.tools()) {
            String reason = leftOut.get(toolName);
            if (reason != null) {
                return "has the tool " + JsonLine.quoted(toolName) + ", which cannot be used: "
                        + VisibleText.of(reason);
            }
            if (!tools.containsKey(toolName)) {
                return "has no tool " + JsonLine.quoted(toolName) + "\nMaybe one of: " + named(offered) + ".";
            }
        }
        return "";
    }

    /** A few names of others, for a message. */
    static String named(Set<String> names) {
        String first = names.stream().limit(MAX_NAMED).map(name -> VisibleText.of(TextClip.of(name, 64)))
                .collect(Collectors.joining(", "));
        int more = names.size() - MAX_NAMED;
        return names.isEmpty() ? "none" : more > 0 ? first + " and " + more + " more" : first;
    }

    List<ListedTool> all() {
        return new ArrayList<>(tools.values());
    }
}
