package dev.waggle.cli.models;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.mcp.client.McpConfigFile;
import dev.waggle.connect.mcp.client.McpServerConfig;
import dev.waggle.connect.mcp.client.McpTools;
import dev.waggle.connect.mcp.client.ToolServerException;
import dev.waggle.connect.web.WebTools;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** The tools of one solve: web tools, and tools of other servers, which run until it is closed. */
final class ToolSetup implements AutoCloseable {

    /** The variable with the key of the search engine. */
    private static final String SEARCH_KEY = "BRAVE_API_KEY";

    private final List<Tool> tools;
    private final List<Tool> signalTools;
    private final @Nullable McpTools servers;
    private final List<String> secrets;

    private ToolSetup(List<Tool> tools, List<Tool> signalTools, @Nullable McpTools servers, List<String> secrets) {
        this.secrets = secrets;
        this.tools = tools;
        this.signalTools = signalTools;
        this.servers = servers;
    }

    /** No tools. */
    static ToolSetup none() {
        return new ToolSetup(List.of(), List.of(), null, List.of());
    }

    /**
     * Opens the requested tools, all or none.
     *
     * @param screen the terminal for errors
     */
    static ToolSetup open(TerminalScreen screen, ModelTeam.ToolOptions options, Map<String, String> environment,
            World world) {
        List<Tool> tools = new ArrayList<>(options.web() ? web(environment, world) : List.of());
        List<Tool> signalTools = options.signalTools().get();
        List<String> secrets = new ArrayList<>(List.of(environment.getOrDefault(SEARCH_KEY, "")));
        Path file = options.file();
        if (file == null) {
            return new ToolSetup(tools, signalTools, null, secrets);
        }
        List<McpServerConfig> configs = configs(file, environment);
        configs.forEach(config -> secrets.addAll(config.transport().secrets()));
        McpTools servers = connect(file, configs, world);
        try {
            Set<String> taken = Stream.concat(tools.stream(), signalTools.stream())
                    .map(tool -> tool.definition().name()).collect(Collectors.toSet());
            tools.addAll(servers.tools(taken));
            servers.leftOut().forEach(line -> screen.err().println("waggle: not usable: " + line));
            return new ToolSetup(tools, signalTools, servers, secrets);
        } catch (InterruptedException interrupted) {
            servers.close();
            throw stopped();
        }
    }

    private static List<Tool> web(Map<String, String> environment, World world) {
        return UserException.checked(() -> WebTools.fromEnvironment(environment, world));
    }

    private static List<McpServerConfig> configs(Path file, Map<String, String> environment) {
        try {
            return McpConfigFile.load(file, environment);
        } catch (IllegalArgumentException refused) {
            throw new UserException(file + ": " + refused.getMessage(), "Correct the file and run again.");
        } catch (IOException unreadable) {
            throw new UserException(file + " cannot be read: " + BoundedFile.reason(unreadable),
                    "Name a file that can be read.");
        }
    }

    private static McpTools connect(Path file, List<McpServerConfig> configs, World world) {
        try {
            return McpTools.connect(configs, world);
        } catch (IllegalArgumentException refused) {
            throw new UserException(file + ": " + refused.getMessage(), "Correct the file and run again.");
        } catch (ToolServerException failed) {
            throw new UserException(String.valueOf(failed.getMessage()), "Try the server by itself, or leave it out.");
        } catch (InterruptedException interrupted) {
            throw stopped();
        }
    }

    private static UserException stopped() {
        Thread.currentThread().interrupt();
        return new UserException("it was stopped while tool servers were starting", "Run it again.");
    }

    /** The secrets that the tools were given, which no answer of a model may show. */
    List<String> secrets() {
        return List.copyOf(secrets);
    }

    /** All tools but those on signals. */
    ToolRegistry tools() {
        return ToolRegistry.of(tools);
    }

    /** All tools. */
    ToolRegistry toolsWithSignals() {
        return ToolRegistry.of(Stream.concat(tools.stream(), signalTools.stream()).toList());
    }

    @Override
    public void close() {
        if (servers != null) {
            servers.close();
        }
    }
}
