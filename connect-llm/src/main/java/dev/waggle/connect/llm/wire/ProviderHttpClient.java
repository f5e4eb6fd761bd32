package dev.waggle.connect.llm.wire;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.waggle.connect.llm.endpoint.CaFile;
import dev.waggle.connect.llm.endpoint.NetworkOptions;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * HTTP client for all providers, on virtual threads, so that a thousand streams need no platform thread each.
 */
public final class ProviderHttpClient implements AutoCloseable {

    /** The largest body: many times the longest answer of any model with its frames. */
    static final long MAX_RESPONSE = 16L * 1_024 * 1_024;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClientPool clients;

    /** A client without proxies of an environment and without authorities but those of the JDK. */
    public ProviderHttpClient() {
        this(NetworkOptions.NONE);
    }

    public ProviderHttpClient(NetworkOptions network) {
        clients = new HttpClientPool(network, threads);
    }

    /**
     * A request that is not sent yet.
     *
     * @param caFile the authorities of its endpoint, if it names any
     */
    public StreamingRequest newRequest(World world, @Nullable CaFile caFile) {
        return new StreamingRequest(clients, world, MAX_RESPONSE, caFile);
    }

    /** Ends all calls at once. */
    @Override
    public void close() {
        clients.close();
        threads.shutdownNow();
    }
}
