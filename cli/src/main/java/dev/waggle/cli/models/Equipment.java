package dev.waggle.cli.models;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.cli.terminal.UserError;
import dev.waggle.connect.mcp.client.McpConfigFile;
import dev.waggle.connect.mcp.client.McpTools;
import dev.waggle.connect.web.WebTools;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** The tools of one solve: those of the web, and those of other servers, which it keeps running until it is closed. */
final class Equipment implements AutoCloseable {

    private final List<Tool> tools;
    private final @Nullable McpTools servers;

    private Equipment(List<Tool> tools, @Nullable McpTools servers) {
        this.tools = tools;
        this.servers = servers;
    }

    /**
     * Opens what was asked for; all of it or nothing.
     *
     * @param web whether agents may read and search the web
     * @param file which tool servers there are; {@code null} for none
     */
    static Equipment open(boolean web, @Nullable Path file, Map<String, String> environment, World world) {
        List<Tool> tools = new ArrayList<>(web ? WebTools.fromEnvironment(environment, world) : List.of());
        if (file == null) {
            return new Equipment(tools, null);
        }
        try {
            McpTools servers = McpTools.connect(McpConfigFile.read(file, environment), world);
            tools.addAll(servers.tools());
            return new Equipment(tools, servers);
        } catch (IllegalArgumentException | IllegalStateException refused) {
            throw UserError.of(refused);
        }
    }

    ToolRegistry tools() {
        return ToolRegistry.of(tools);
    }

    @Override
    public void close() {
        if (servers != null) {
            servers.close();
        }
    }
}
