package dev.waggle.connect.mcp.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;

import dev.waggle.journal.logging.Slf4jWarning;
import dev.waggle.signal.world.World;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpTransportSessionNotFoundException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Opens transports to servers, each with resources of its own. Safe for many threads. */
final class TransportFactory {

    /** Timeout of the server's release of a session at its end. */
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    static {
        Slf4jWarning.suppress();
    }

    private final Map<String, String> environment;
    private final World world;
    private final McpJsonMapper json = new JacksonMcpJsonMapper(JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build());

    /**
     * Creates a factory of transports.
     *
     * @param environment ours, which child processes get a few variables of
     */
    TransportFactory(Map<String, String> environment, World world) {
        this.environment = environment;
        this.world = world;
    }

    /**
     * The way to a server.
     *
     * @param transport for the SDK
     * @param lost done when it is of no use any more, with the rest of a sentence that begins with the server's name
     * @param isLostBy whether a failure of one exchange means that all others will fail
     * @param lastWords the tail of the server's error output, below a heading
     * @param end ends it and waits until it has ended
     */
    record OpenTransport(McpClientTransport transport, CompletableFuture<String> lost, Predicate<Throwable> isLostBy,
            Supplier<String> lastWords, Runnable end) {}

    OpenTransport open(McpServerConfig.Transport transport) {
        return switch (transport) {
            case McpServerConfig.Stdio stdio -> stdio(stdio);
            case McpServerConfig.Http server -> http(server);
        };
    }

    private OpenTransport stdio(McpServerConfig.Stdio stdio) {
        ChildProcessTransport transport = new ChildProcessTransport(stdio, environment, world, json);
        return new OpenTransport(transport, transport.lost(), _ -> false, transport::stderrTail, transport::end);
    }

    private OpenTransport http(McpServerConfig.Http server) {
        URI url = server.url();
        HttpRequest.Builder request = HttpRequest.newBuilder();
        server.headers().forEach(request::header);
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        // Of its own: a client for all would send the next handshake over a connection that the server has forgotten.
        HttpClient client = GivenHttpClientBuilder.client();
        HttpClientStreamableHttpTransport transport = HttpClientStreamableHttpTransport
                .builder(url.getScheme() + "://" + url.getRawAuthority())
                .endpoint(url.getRawQuery() == null ? path : path + "?" + url.getRawQuery())
                .clientBuilder(new GivenHttpClientBuilder(client)).requestBuilder(request).jsonMapper(json)
                .maxResponseSize(ChildProcessTransport.MAX_MESSAGE).build();
        return new OpenTransport(transport, new CompletableFuture<>(), TransportFactory::isUnreachable, () -> "",
                () -> close(transport, client));
    }

    /** A refused or broken connection, or a session that the other side has dropped. */
    private static boolean isUnreachable(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof McpTransportSessionNotFoundException
                    || cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }

    /** Ends the session and its connections; a server that does not answer that is abandoned after a moment. */
    private void close(McpClientTransport transport, HttpClient client) {
        try {
            CompletableFuture<?> future = transport.closeGracefully().toFuture();
            try {
                world.await(future, GOODBYE);
            } finally {
                future.cancel(true);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            client.shutdownNow();
        }
    }
}
