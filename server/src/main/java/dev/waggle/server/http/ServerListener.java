package dev.waggle.server.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.waggle.connect.mcp.http.HeadDeadline;
import dev.waggle.connect.mcp.http.RequestBuffers;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.logging.Slf4jWarning;
import dev.waggle.server.access.AccessGate;
import dev.waggle.signal.world.World;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** Listens on an address, and perhaps on the socket of a folder, with virtual threads for requests. */
public final class ServerListener implements AutoCloseable {

    /** Longest silence in the middle of a request, and of a connection between two. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** Longest wait for requests that were interrupted. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    /** Largest head of a request in bytes: many times a token, a cookie and a long path. */
    private static final int MAX_HEAD = 16 * 1024;

    /** Connections at once at the owner's loopback port: a hundred commands with a session and calls each. */
    private static final int OWNERS_CONNECTIONS = 1_000;

    /** For accepting and selecting only; requests run on virtual threads. */
    private static final int THREADS = 8;

    private static final System.Logger LOG = System.getLogger(ServerListener.class.getName());

    static {
        Slf4jWarning.suppress();
    }

    private final Server jetty;
    private final ServerConnector connector;
    private final @Nullable ServerConnector owners;
    private final ExecutorService requests;
    private final RequestDrain drain;
    private final World world;

    private ServerListener(Server jetty, ServerConnector connector, @Nullable ServerConnector owners,
            ExecutorService requests, RequestDrain drain, World world) {
        this.world = world;
        this.drain = drain;
        this.jetty = jetty;
        this.connector = connector;
        this.owners = owners;
        this.requests = requests;
    }

    /** Address of a listener for commands of the owner of a folder, beside its public address. */
    public sealed interface OwnersAddress {

        /** No such address. */
        static OwnersAddress none() {
            return new None();
        }

        /** No listener beside the public one. */
        record None() implements OwnersAddress {}

        /**
         * A socket in the file system.
         *
         * @param file its file
         */
        record Socket(Path file) implements OwnersAddress {}

        /**
         * A free port of the loopback address, by plain HTTP. The public address may be another one, or speak TLS with
         * a certificate for another name.
         */
        record Loopback() implements OwnersAddress {}
    }

    /**
     * Place and limits of a listener.
     *
     * @param host the address to listen at
     * @param port the port; 0 takes a free one
     * @param owners the address for commands of the folder's owner
     * @param maxConnections the number of connections at once; a further one waits to be accepted
     * @param tls the certificate; {@code null} for plain HTTP
     */
    public record Place(String host, int port, OwnersAddress owners, int maxConnections,
            SslContextFactory.@Nullable Server tls) {

        /** Connections at once: two thousand clients with a stream and some requests each. */
        public static final int DEFAULT_CONNECTIONS = 12_000;

        public Place {
            if (port < 0 || port > 65_535) {
                throw new IllegalArgumentException("the port must be between 0 and 65535, got " + port);
            }
        }

        /** This machine only, a free port. */
        public static Place local() {
            return of("127.0.0.1", 0);
        }

        /** That address, by plain HTTP. */
        public static Place of(String host, int port) {
            return new Place(host, port, OwnersAddress.none(), DEFAULT_CONNECTIONS, null);
        }

        /** The same with the certificate of a key store, see {@link TlsKeyStore}. */
        public Place withTls(Path keystore, String password) {
            return new Place(host, port, owners, maxConnections, TlsKeyStore.open(keystore, password));
        }

        public Place withMaxConnections(int count) {
            return new Place(host, port, owners, count, tls);
        }

        public Place withOwners(OwnersAddress newOwners) {
            return new Place(host, port, newOwners, maxConnections, tls);
        }
    }

    /**
     * Listens from now on.
     *
     * @param mounted a handler for further paths, asked first; empty for none
     * @throws UncheckedIOException when the port or the socket is taken
     */
    public static ServerListener open(Place place, List<Operation> operations, AccessGate gate,
            RequestCounter counter, Optional<Handler> mounted, World world) {
        ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
        threads.setName("waggle http");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(requests);
        Server jetty = RequestBuffers.server(threads);
        HttpConnectionFactory http = RequestBuffers.connections(configuration());
        ServerConnector connector = place.tls() == null
                ? new ServerConnector(jetty, 1, 1, http)
                : new ServerConnector(jetty, 1, 1, new SslConnectionFactory(place.tls(), http.getProtocol()), http);
        connector.setHost(place.host());
        connector.setPort(place.port());
        connector.setIdleTimeout(SILENCE.toMillis());
        connector.setAcceptQueueSize(1_024);
        jetty.addConnector(connector);
        if (place.tls() != null) {
            http.getHttpConfiguration().addCustomizer(new SecureRequestCustomizer(false)); // The gate checks the host.
            boolean _ = jetty.addBean(TlsKeyStore.watch(place.tls()));
        }
        ServerConnector owners = addOwners(jetty, place.owners());
        jetty.addBean(new NetworkConnectionLimit(place.maxConnections(), connector)); // The owner's socket stays open.
        RequestDrain drain = new RequestDrain(world);
        ApiHandler api = new ApiHandler(operations, gate, counter, drain, world);
        Handler all = mounted.<Handler>map(first -> new Handler.Sequence(
                new RequestDrain.MountedHandler(first, drain), api)).orElse(api);
        HeadDeadline heads = new HeadDeadline(SILENCE, world, all);
        connector.addBean(heads, false);
        if (owners != null) {
            owners.addBean(heads, false);
        }
        jetty.setHandler(heads);
        jetty.setErrorHandler(ServerListener::refuse);
        ServerListener listener = new ServerListener(jetty, connector, owners, requests, drain, world);
        listener.start(place);
        return listener;
    }

    /** The port it listens at. */
    public int port() {
        return connector.getLocalPort();
    }

    /** The loopback port for commands of the owner; the public one without such an address. */
    public int ownersPort() {
        return owners == null ? port() : owners.getLocalPort();
    }

    /** Number of open connections over the network. */
    public int connections() {
        return connector.getConnectedEndPoints().size();
    }

    /** Refuses new requests, lets the others get their answers, and ends the connections. No request runs then. */
    @Override
    public void close() {
        drain.close();
        try {
            jetty.stop();
        } catch (Exception untidy) {
            LOG.log(Level.DEBUG, "the listener did not stop tidily", untidy);
        } finally {
            requests.shutdownNow();
        }
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread _ = Thread.ofVirtual().name("waggle http end").start(() -> {
            requests.close();
            end.complete(null);
        });
        try {
            boolean _ = world.await(end, STOP_TIMEOUT);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Adds the connector of the owner, and returns it when it is one of the network. */
    private static @Nullable ServerConnector addOwners(Server jetty, OwnersAddress address) {
        HttpConnectionFactory http = RequestBuffers.connections(configuration());
        return switch (address) {
            case OwnersAddress.None _ -> null;
            case OwnersAddress.Socket(Path file) -> {
                UnixDomainServerConnector own = new UnixDomainServerConnector(jetty, http);
                own.setUnixDomainPath(file); // Only its owner can open the file.
                own.setIdleTimeout(SILENCE.toMillis());
                jetty.addConnector(own);
                yield null;
            }
            case OwnersAddress.Loopback _ -> {
                ServerConnector own = new ServerConnector(jetty, 1, 1, http);
                own.setHost("127.0.0.1");
                own.setIdleTimeout(SILENCE.toMillis());
                jetty.addConnector(own);
                jetty.addBean(new NetworkConnectionLimit(OWNERS_CONNECTIONS, own));
                yield own;
            }
        };
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration config = new HttpConfiguration();
        config.setSendServerVersion(false);
        config.setSendDateHeader(false);
        config.setRequestHeaderSize(MAX_HEAD);
        return config;
    }

    /** Answers what never reached an operation: a problem document, without names and versions of ours. */
    private static boolean refuse(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.TYPE);
        response.getHeaders().put(HttpHeader.CONNECTION, "close"); // The rest of the request cannot be told apart.
        String body = JsonText.write(Problem.of(status < 400 ? 500 : status, null).json());
        response.write(true, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }

    private void start(Place place) {
        try {
            jetty.start();
        } catch (Exception failed) {
            close();
            Throwable cause = failed.getCause() instanceof IOException deeper ? deeper : failed;
            IOException because = cause instanceof IOException io ? io : new IOException(failed);
            throw new UncheckedIOException("cannot listen at " + place.host() + ":" + place.port() + ": "
                    + because.getMessage()
                    + "\nMaybe another program has that port: choose another, or 0 for a free one.", because);
        }
    }
}
