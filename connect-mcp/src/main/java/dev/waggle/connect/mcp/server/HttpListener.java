package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.waggle.connect.mcp.http.HeadDeadline;
import dev.waggle.connect.mcp.http.RequestBuffers;
import dev.waggle.signal.world.World;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import jakarta.servlet.DispatcherType;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The library's servlet behind our {@link HttpRequestFilter}, on a Jetty whose requests run on virtual threads. */
final class HttpListener implements AutoCloseable {

    /** Maximum number of connections at once: each session has one that listens and a few that call. */
    private static final int MAX_CONNECTIONS = 256;

    /** Longest silence of a client in the middle of a request, and of a connection between two. */
    static final Duration SILENCE = Duration.ofSeconds(30);

    /** Largest head of a request in bytes: many times a token, a session id and a long origin. */
    private static final int MAX_HEAD = 8 * 1024;

    /** For accepting and selecting only; requests run on virtual threads. */
    private static final int THREADS = 8;

    private static final System.Logger LOG = System.getLogger(HttpListener.class.getName());

    private final Server jetty;
    private final ServerConnector connector;
    private final ExecutorService requests;

    private HttpListener(Server jetty, ServerConnector connector, ExecutorService requests) {
        this.jetty = jetty;
        this.connector = connector;
        this.requests = requests;
    }

    /** The servlet, to build a server on. */
    static HttpServletStreamableServerTransportProvider servlet(McpJsonMapper json) {
        return HttpServletStreamableServerTransportProvider.builder().jsonMapper(json)
                .mcpEndpoint(HttpRequestFilter.PATH)
                .maxRequestSize(MessageParser.MAX_BYTES).sessionSweepInterval(null)
                .contextExtractor(request -> MessageParser.context(request.getAttribute(HttpRequestFilter.REQUEST_ID),
                        request.getAttribute(HttpRequestFilter.ACCOUNT)))
                .build();
    }

    /**
     * Listens from now on.
     *
     * @param silence the longest silence of a client
     * @throws UncheckedIOException when the port is taken
     */
    static HttpListener open(HttpEndpoint place, HttpServletStreamableServerTransportProvider servlet,
            HttpRequestFilter gate, Duration silence, World world) {
        ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
        threads.setName("mcp http");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(requests);
        Server jetty = RequestBuffers.server(threads);
        HttpConfiguration config = new HttpConfiguration();
        config.setSendServerVersion(false);
        config.setSendDateHeader(false);
        config.setRequestHeaderSize(MAX_HEAD);
        ServerConnector connector = new ServerConnector(jetty, 1, 1, RequestBuffers.connections(config));
        connector.setHost(place.host());
        connector.setPort(place.port());
        connector.setIdleTimeout(silence.toMillis());
        jetty.addConnector(connector);
        jetty.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, jetty));
        HeadDeadline heads = new HeadDeadline(SILENCE, world, context(servlet, gate));
        connector.addBean(heads, false);
        jetty.setHandler(heads);
        jetty.setErrorHandler(HttpListener::refuse);
        HttpListener listener = new HttpListener(jetty, connector, requests);
        listener.start(place);
        return listener;
    }

    int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        try {
            jetty.stop();
        } catch (Exception untidy) {
            LOG.log(Level.DEBUG, "the listener did not stop tidily", untidy);
        } finally {
            requests.shutdownNow();
        }
    }

    private static ServletContextHandler context(HttpServletStreamableServerTransportProvider servlet,
            HttpRequestFilter gate) {
        ServletContextHandler context = new ServletContextHandler("/");
        context.setErrorHandler(HttpListener::refuse);
        FilterHolder before = new FilterHolder(gate);
        before.setAsyncSupported(true);
        context.addFilter(before, "/*", EnumSet.of(DispatcherType.REQUEST));
        ServletHolder behind = new ServletHolder(servlet);
        behind.setAsyncSupported(true);
        context.addServlet(behind, "/*");
        return context;
    }

    /** The servlet behind the filter, for requests of its path only. */
    static Handler mounted(HttpServletStreamableServerTransportProvider servlet, HttpRequestFilter gate) {
        return new Handler.Wrapper(context(servlet, gate)) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                return HttpRequestFilter.PATH.equals(Request.getPathInContext(request))
                        && super.handle(request, response, callback);
            }
        };
    }

    /** Answers what never reached the filter or failed in it: a line of JSON, without names and versions of ours. */
    private static boolean refuse(Request request, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        int status = response.getStatus();
        String line = RpcError.of(RpcError.NO_MESSAGE, "the request cannot be answered: "
                + HttpStatus.getMessage(status));
        response.write(true, ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }

    private void start(HttpEndpoint place) {
        try {
            jetty.start();
        } catch (Exception failed) {
            close();
            Throwable cause = failed.getCause() instanceof IOException deeper ? deeper : failed;
            IOException because = cause instanceof IOException io ? io : new IOException(failed);
            throw new UncheckedIOException("cannot listen at " + place.host() + ":" + place.port() + ": "
                    + because.getMessage()
                    + "\nMaybe another program has that port: choose another, or 0 for a free one.",
                    because);
        }
    }
}
