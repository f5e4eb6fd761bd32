package dev.waggle.connect.mcp.client;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;

/** Adapter of a server's tool to our {@code Tool}. */
final class McpTool implements Tool {

    private final ToolServer server;
    private final String name;
    private final ToolDefinition definition;

    /**
     * That tool under that name.
     *
     * @param name its name for models
     */
    McpTool(ToolServer server, ListedTool tool, String name) {
        this.server = server;
        this.name = tool.name();
        this.definition = new ToolDefinition(name, tool.description(), tool.inputSchema());
    }

    @Override
    public ToolDefinition definition() {
        return definition;
    }

    @Override
    public ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException {
        return switch (input) {
            case JsonValue.Obj arguments -> server.call(name, arguments);
            case JsonValue.Arr _, JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ ->
                new ToolOutcome.Failed("the arguments of " + definition.name() + " must be an object");
        };
    }
}
