package dev.waggle.connect.llm.wire;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

import dev.waggle.connect.llm.endpoint.CaFile;
import dev.waggle.connect.llm.endpoint.NetworkOptions;
import org.jspecify.annotations.Nullable;

/**
 * Clients of the JDK by the authorities that they trust, with the proxies of the network. They use HTTP/1.1, because a
 * call with its own connection ends with it. Servers also differ in their handling of upgrades and of clients that
 * exceed their limit of streams. Thread-safe.
 */
final class HttpClientPool {

    /** Connect timeout; a reachable server accepts well within it. */
    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** Property of the JDK that names the schemes which no tunnel through a proxy uses; {@code Basic} by default. */
    private static final String TUNNEL_SCHEMES = "jdk.http.auth.tunneling.disabledSchemes";

    private final Executor threads;
    private final NetworkOptions network;
    private final RoutingProxySelector routes;
    private final Map<Optional<CaFile>, HttpClient> clients = new ConcurrentHashMap<>();
    private volatile boolean closed;

    HttpClientPool(NetworkOptions network, Executor threads) {
        this.network = network;
        this.threads = threads;
        routes = new RoutingProxySelector(network.proxies());
        if (network.proxies().hasLogin() && System.getProperty(TUNNEL_SCHEMES) == null) {
            // The JDK reads it once, when its first client is made. A user in the address of a proxy asks for it.
            System.setProperty(TUNNEL_SCHEMES, "");
        }
    }

    /**
     * The client of an endpoint.
     *
     * @param isSecure true for TLS; else no authorities are read
     * @param own the authorities of the endpoint, if it names any
     * @throws IllegalArgumentException when the file of authorities cannot be used; the message names it
     */
    HttpClient client(boolean isSecure, @Nullable CaFile own) {
        CaFile file = own == null ? network.caFile() : own;
        HttpClient client = clients.computeIfAbsent(isSecure ? Optional.ofNullable(file) : Optional.empty(),
                this::client);
        if (closed) {
            client.shutdownNow(); // Closed while this one was made.
        }
        return client;
    }

    RoutingProxySelector routes() {
        return routes;
    }

    void close() {
        closed = true;
        clients.values().forEach(HttpClient::shutdownNow);
    }

    private HttpClient client(Optional<CaFile> authorities) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .executor(threads)
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .proxy(routes);
        authorities.ifPresent(file -> builder.sslContext(file.context()));
        return builder.build();
    }
}
