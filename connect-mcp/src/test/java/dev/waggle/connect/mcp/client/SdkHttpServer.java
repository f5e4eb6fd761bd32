package dev.waggle.connect.mcp.client;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The SDK's servlet on a free port of this machine. */
final class SdkHttpServer implements AutoCloseable {

    private final Server jetty = new Server();
    private final McpSyncServer server;
    private final int port;

    /** The values of the header {@code Authorization}, one for each request. */
    final BlockingQueue<String> keys = new LinkedBlockingQueue<>();

    SdkHttpServer(McpServerFeatures.SyncToolSpecification... tools) throws Exception {
        this(0, tools);
    }

    SdkHttpServer(int wanted, McpServerFeatures.SyncToolSpecification... tools) throws Exception {
        HttpServletStreamableServerTransportProvider servlet = HttpServletStreamableServerTransportProvider.builder()
                .jsonMapper(McpJsonDefaults.getMapper()).mcpEndpoint("/mcp").build();
        server = McpServer.sync(servlet).serverInfo("test", "1").validateToolInputs(false)
                .capabilities(McpSchema.ServerCapabilities.builder().tools(true).build()).tools(List.of(tools)).build();
        ServerConnector connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        connector.setPort(wanted);
        jetty.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler();
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/mcp/*");
        FilterHolder filter = new FilterHolder((request, response, chain) -> {
            keys.add(String.valueOf(((HttpServletRequest) request).getHeader("Authorization")));
            ((HttpServletResponse) response).setHeader("X-Test", "1");
            chain.doFilter(request, response);
        });
        filter.setAsyncSupported(true);
        context.addFilter(filter, "/*", null);
        jetty.setHandler(context);
        jetty.setStopTimeout(0);
        jetty.start();
        port = connector.getLocalPort();
    }

    int port() {
        return port;
    }

    McpSyncServer server() {
        return server;
    }

    McpServerConfig config(String name) {
        return McpServerConfig.of(name, new McpServerConfig.Http(URI.create("http://127.0.0.1:" + port + "/mcp"),
                Map.of("Authorization", "Bearer k-secret")));
    }

    @Override
    public void close() {
        server.close();
        try {
            jetty.stop();
        } catch (Exception broken) {
            throw new IllegalStateException("the server cannot be stopped", broken);
        }
    }
}
