package dev.waggle.connect.llm.wire;

import java.net.http.HttpClient;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.waggle.connect.llm.endpoint.CaFile;
import dev.waggle.connect.llm.endpoint.NetworkOptions;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * HTTP client for all providers, on virtual threads, so that a thousand streams need no platform thread each. It uses
 * HTTP/1.1, because a call with its own connection ends with it. Servers also differ in their handling of upgrades
 * and of clients that exceed their limit of streams. Endpoints with the same authorities share their connections.
 */
public final class ProviderHttpClient implements AutoCloseable {

    /** The largest body: many times the longest answer of any model with its frames. */
    static final long MAX_RESPONSE = 16L * 1_024 * 1_024;

    /** Property of the JDK that names the schemes which no tunnel through a proxy uses; {@code Basic} by default. */
    private static final String TUNNEL_SCHEMES = "jdk.http.auth.tunneling.disabledSchemes";

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final NetworkOptions network;
    private final RoutingProxySelector routes;

    /** A client for each file of authorities, and one for those of the JDK. */
    private final Map<Optional<CaFile>, HttpClient> clients = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** A client without proxies of an environment and without authorities but those of the JDK. */
    public ProviderHttpClient() {
        this(NetworkOptions.NONE);
    }

    public ProviderHttpClient(NetworkOptions network) {
        this.network = network;
        routes = new RoutingProxySelector(network.proxies());
        if (network.proxies().hasLogin() && System.getProperty(TUNNEL_SCHEMES) == null) {
            // The JDK reads it once, when its first client is made. A user in the address of a proxy asks for it.
            System.setProperty(TUNNEL_SCHEMES, "");
        }
    }

    /**
     * A request that is not sent yet.
     *
     * @param caFile the authorities of its endpoint, if it names any
     */
    public StreamingRequest newRequest(World world, @Nullable CaFile caFile) {
        return new StreamingRequest(this, world, MAX_RESPONSE, caFile);
    }

    /**
     * The connections to an endpoint.
     *
     * @param own the authorities of the endpoint, if it names any
     * @throws IllegalArgumentException when the file of authorities cannot be used; the message names it
     */
    HttpClient connections(boolean isSecure, @Nullable CaFile own) {
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

    private HttpClient client(Optional<CaFile> authorities) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .executor(threads)
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(StreamingRequest.CONNECT_TIMEOUT)
                .proxy(routes);
        authorities.ifPresent(file -> builder.sslContext(file.context()));
        return builder.build();
    }

    /** Ends all calls at once. */
    @Override
    public void close() {
        closed = true;
        clients.values().forEach(HttpClient::shutdownNow);
        threads.shutdownNow();
    }
}
