package dev.waggle.connect.mcp.server;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

import dev.waggle.connect.mcp.admission.RequestAdmission;
import dev.waggle.journal.logging.Slf4jWarning;
import dev.waggle.signal.world.World;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import org.eclipse.jetty.server.Handler;

/**
 * A running server of the Model Context Protocol.
 *
 * <pre>{@code
 * try (McpServerHandle serving = McpServerHandle.stdio(served, System.in, System.out, World.system())) {
 *     serving.awaitEnd();
 * }
 * }</pre>
 *
 * <p>The caller of a tool is the name that the client gives when it initializes, with {@code mcp:} before it. At most
 * 16 calls run at once, and a message has at most 1 MiB; more is refused. A client cancels a call with {@code
 * notifications/cancelled}: its thread is interrupted and there is no answer.
 */
public final class McpServerHandle implements AutoCloseable {

    /**
     * Time that calls may still run when the client has ended its input, since it may have piped it all. A client that
     * cannot wait ends the process.
     */
    static final Duration GRACE = Duration.ofSeconds(5);

    private static final System.Logger LOG = System.getLogger(McpServerHandle.class.getName());

    static {
        Slf4jWarning.suppress();
    }

    private final CallRegistry calls;
    private final McpAsyncServer server;
    private final CompletableFuture<Void> end;
    private final OptionalInt port;
    private final Runnable closeTransport;

    private McpServerHandle(CallRegistry calls, McpAsyncServer server, CompletableFuture<Void> end, OptionalInt port,
            Runnable closeTransport) {
        this.calls = calls;
        this.server = server;
        this.end = end;
        this.port = port;
        this.closeTransport = closeTransport;
    }

    /**
     * Serves one client on these streams, a message a line. They stay open. Nothing but the protocol is written to
     * {@code out}, each message by one write.
     */
    public static McpServerHandle stdio(McpServerDefinition served, InputStream in, OutputStream out, World world) {
        CallRegistry calls = new CallRegistry(world);
        McpJsonMapper json = McpJsonDefaults.getMapper();
        StdioServerTransport transport = new StdioServerTransport(json, in, out, rules(served, json), calls);
        McpAsyncServer server = ProtocolAdapter.open(McpServer.async(transport), served, calls);
        transport.start();
        return new McpServerHandle(calls, server, transport.end(), OptionalInt.empty(), () -> {
        });
    }

    /**
     * Serves clients over streamable HTTP at {@code http://host:port/mcp}.
     *
     * @throws java.io.UncheckedIOException when the port is taken
     */
    public static McpServerHandle http(McpServerDefinition served, HttpEndpoint place, World world) {
        return http(served, place, world, HttpListener.SILENCE);
    }

    /** The same with another longest silence of a client. */
    static McpServerHandle http(McpServerDefinition served, HttpEndpoint place, World world, Duration silence) {
        McpJsonMapper json = McpJsonDefaults.getMapper();
        HttpSessionRegistry sessions = new HttpSessionRegistry(place.sessions(), world);
        CallRegistry calls = new CallRegistry(world, sessions::isOpen);
        HttpServletStreamableServerTransportProvider servlet = HttpListener.servlet(json);
        McpAsyncServer server = ProtocolAdapter.open(McpServer.async(servlet), served, calls);
        HttpRequestFilter gate = new HttpRequestFilter(new HttpAdmission(place), new MessageParser(json),
                rules(served, json), calls,
                sessions, world);
        HttpListener listener = HttpListener.open(place, servlet, gate, silence, world);
        return new McpServerHandle(calls, server, new CompletableFuture<>(), OptionalInt.of(listener.port()),
                listener::close);
    }

    /**
     * A server at the path {@code /mcp} of another one, which passes requests for it to the handler.
     *
     * @param mount receives the handler; the caller starts it with its own server
     */
    public static McpServerHandle mounted(McpServerDefinition served, RequestAdmission admission,
            HttpEndpoint.SessionLimits limits, World world, Consumer<Handler> mount) {
        McpJsonMapper json = McpJsonDefaults.getMapper();
        HttpSessionRegistry sessions = new HttpSessionRegistry(limits, world);
        CallRegistry calls = new CallRegistry(world, sessions::isOpen);
        HttpServletStreamableServerTransportProvider servlet = HttpListener.servlet(json);
        McpAsyncServer server = ProtocolAdapter.open(McpServer.async(servlet), served, calls);
        mount.accept(HttpListener.mounted(servlet, new HttpRequestFilter(admission, new MessageParser(json),
                rules(served, json), calls, sessions, world)));
        return new McpServerHandle(calls, server, new CompletableFuture<>(), OptionalInt.empty(), () -> {
        });
    }

    private static RequestRules rules(McpServerDefinition served, McpJsonMapper json) {
        return new RequestRules(json, served.toolNames(), !served.resources().list().isEmpty());
    }

    /** The port it listens at; empty on streams. */
    public OptionalInt port() {
        return port;
    }

    /**
     * Waits for the end of the server. On streams the client has ended its input, and its last requests were answered
     * or are long-running. Over HTTP the server was closed.
     */
    public void awaitEnd() throws InterruptedException {
        try {
            end.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("the end of a server is no failure", impossible);
        }
        calls.awaitIdle(GRACE);
    }

    /**
     * Refuses new clients, cancels the running calls, waits until they have ended, and frees streams and port.
     * Closing twice is harmless.
     */
    @Override
    public void close() {
        if (!calls.close()) {
            LOG.log(Level.WARNING, "{0} calls did not end in {1} seconds", calls.running(),
                    CallRegistry.STOP_TIMEOUT.toSeconds());
        }
        server.closeGracefully().block();
        closeTransport.run();
        end.complete(null);
    }
}
