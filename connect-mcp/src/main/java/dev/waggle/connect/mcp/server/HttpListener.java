package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import jakarta.servlet.DispatcherType;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The library's servlet behind our {@link HttpRequestFilter}, on a Jetty whose requests run on virtual threads. */
final class HttpListener implements AutoCloseable {

    /** Maximum number of connections at once: each session has one that listens and a few that call. */
    private static final int MAX_CONNECTIONS = 256;

    /** Longest silence of a client in the middle of a request, and of a connection between two. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

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
                .contextExtractor(request -> MessageParser.context(request.getAttribute(HttpRequestFilter.REQUEST_ID)))
                .build();
    }

    /**
     * Listens from now on.
     *
     * @throws UncheckedIOException when the port is taken
     */
    static HttpListener open(HttpEndpoint place, HttpServletStreamableServerTransportProvider servlet,
            HttpRequestFilter gate) {
        ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
        threads.setName("mcp http");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(requests);
        Server jetty = new Server(threads);
        HttpConfiguration config = new HttpConfiguration();
        config.setSendServerVersion(false);
        config.setSendDateHeader(false);
        ServerConnector connector = new ServerConnector(jetty, 1, 1, new HttpConnectionFactory(config));
        connector.setHost(place.host());
        connector.setPort(place.port());
        connector.setIdleTimeout(SILENCE.toMillis());
        jetty.addConnector(connector);
        jetty.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, jetty));
        jetty.setHandler(context(servlet, gate));
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
        FilterHolder before = new FilterHolder(gate);
        before.setAsyncSupported(true);
        context.addFilter(before, "/*", EnumSet.of(DispatcherType.REQUEST));
        ServletHolder behind = new ServletHolder(servlet);
        behind.setAsyncSupported(true);
        context.addServlet(behind, "/*");
        return context;
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
