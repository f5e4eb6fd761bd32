package dev.waggle.connect.mcp.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import dev.waggle.journal.schema.CheckedTool;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.world.World;

/**
 * The tools of other servers, from the connection to all of them to its end. Each call checks its arguments against
 * the schema of the tool before it sends, and has the timeout of the server's configuration. It ends at once when the
 * calling thread is interrupted; the server then receives a cancellation. Each call has an outcome, for any behaviour
 * of a server. Any number of threads may call any tools at the same time.
 */
public final class McpTools implements AutoCloseable {

    /** Maximum number of servers: each may be a process and brings tools that every call of a model pays for. */
    public static final int MAX_SERVERS = 64;

    private static final Duration LONG = Duration.ofDays(36_500);

    private final List<ToolServer> servers;
    private final World world;

    private McpTools(List<ToolServer> servers, World world) {
        this.servers = servers;
        this.world = world;
    }

    /**
     * Connects to all servers at the same time and lists their tools. If one fails, none is connected when this ends.
     *
     * @param configs of different names
     * @param world the clock for calls and pauses
     * @throws ToolServerException when a server fails, or lacks a tool that its configuration names
     * @throws InterruptedException when interrupted; then none is connected either
     */
    public static McpTools connect(List<McpServerConfig> configs, World world)
            throws InterruptedException, ToolServerException {
        return connect(configs, world, System.getenv());
    }

    /** The same with another environment of ours. */
    static McpTools connect(List<McpServerConfig> configs, World world, Map<String, String> environment)
            throws InterruptedException, ToolServerException {
        requireUsable(configs);
        TransportFactory transports = new TransportFactory(environment, world);
        List<ToolServer> servers = configs.stream().map(config -> new ToolServer(config, transports, world)).toList();
        McpTools tools = new McpTools(servers, world);
        boolean isConnected = false;
        try {
            tools.start();
            isConnected = true;
            return tools;
        } finally {
            if (!isConnected) {
                tools.close();
            }
        }
    }

    /** All tools, each behind the check of its schema; see {@link #tools(Set)}. */
    public List<Tool> tools() throws InterruptedException {
        return tools(Set.of());
    }

    /**
     * All tools of all servers, in the order of the configurations and of their lists, each behind the check of its
     * schema. Servers that reported a change of their tools, and restarted servers, list them anew. Each tool has its
     * own name if possible; a tool with an invalid, taken or ambiguous name is called {@code server_tool}.
     *
     * @param taken names of other tools, which none of these gets
     * @throws InterruptedException when interrupted while a server lists its tools
     */
    public List<Tool> tools(Set<String> taken) throws InterruptedException {
        for (ToolServer server : servers) {
            server.refresh();
        }
        List<Map.Entry<ToolServer, ListedTool>> listed = new ArrayList<>();
        servers.forEach(server -> server.listing().all().forEach(tool -> listed.add(Map.entry(server, tool))));
        Map<ToolNameTable.Origin,
                String> names = ToolNameTable.of(listed.stream().map(McpTools::origin).toList(), taken);
        List<Tool> tools = new ArrayList<>();
        listed.forEach(entry -> {
            String name = names.get(origin(entry));
            if (name != null) {
                tools.add(CheckedTool.of(new McpTool(entry.getKey(), entry.getValue(), name),
                        entry.getValue().check()));
            }
        });
        return List.copyOf(tools);
    }

    /** Tools that the servers list and that cannot be used, one line each with the reason, for people. */
    public List<String> leftOut() {
        List<String> lines = new ArrayList<>();
        servers.forEach(server -> server.listing().leftOut().forEach((tool, reason) -> lines.add(VisibleText.of(
                TextClip.of(tool, 64) + " of \"" + server.config().name() + "\": " + reason))));
        return List.copyOf(lines);
    }

    /**
     * Ends all connections and all processes that were started for them, with their descendants. Calls that wait end
     * with a failed outcome. When interrupted, processes are ended without being asked first.
     */
    @Override
    public void close() {
        List<Thread> closing = servers.stream().map(server -> Thread.ofVirtual()
                .name("mcp-close-" + server.config().name()).start(server::close)).toList();
        boolean interrupted = false;
        for (Thread thread : closing) {
            interrupted |= !isJoined(thread);
            if (interrupted) {
                closing.forEach(Thread::interrupt);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void start() throws InterruptedException, ToolServerException {
        CompletableFuture<Void> firstFailure = new CompletableFuture<>();
        List<CompletableFuture<Void>> started = new ArrayList<>();
        List<Thread> starting = new ArrayList<>();
        for (ToolServer server : servers) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            started.add(done);
            starting.add(Thread.ofVirtual().name("mcp-connect-" + server.config().name())
                    .start(() -> start(server, done, firstFailure)));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(started.toArray(CompletableFuture[]::new));
        try {
            world.await(CompletableFuture.anyOf(all, firstFailure), LONG);
        } finally {
            starting.forEach(Thread::interrupt);
        }
        if (firstFailure.isCompletedExceptionally()) {
            throw (ToolServerException) firstFailure.exceptionNow();
        }
    }

    private static void start(ToolServer server, CompletableFuture<Void> done, CompletableFuture<Void> firstFailure) {
        try {
            server.start();
            done.complete(null);
        } catch (ToolServerException failure) {
            firstFailure.completeExceptionally(failure);
        } catch (InterruptedException stop) {
            // Another server has failed, or the caller was interrupted. The interrupting thread closes them all.
        } catch (RuntimeException mistake) {
            firstFailure.completeExceptionally(new ToolServerException("the tool server "
                    + JsonLine.quoted(server.config().name()) + " cannot be used: " + mistake));
        }
    }

    private static boolean isJoined(Thread thread) {
        boolean left = true;
        while (true) {
            try {
                thread.join();
                return left;
            } catch (InterruptedException stop) {
                thread.interrupt();
                left = false;
            }
        }
    }

    private static ToolNameTable.Origin origin(Map.Entry<ToolServer, ListedTool> entry) {
        return new ToolNameTable.Origin(entry.getKey().config().name(), entry.getValue().name());
    }

    private static void requireUsable(List<McpServerConfig> configs) {
        if (configs.size() > MAX_SERVERS) {
            throw new IllegalArgumentException(
                    "there must be at most " + MAX_SERVERS + " tool servers, got " + configs.size());
        }
        Set<String> names = new HashSet<>();
        for (McpServerConfig config : configs) {
            if (!names.add(config.name())) {
                throw new IllegalArgumentException("two tool servers are called " + JsonLine.quoted(config.name()));
            }
        }
    }
}
