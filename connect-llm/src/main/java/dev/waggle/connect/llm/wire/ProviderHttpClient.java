package dev.waggle.connect.llm.wire;

import java.net.http.HttpClient;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.waggle.signal.world.World;

/**
 * HTTP client for all providers, on virtual threads, so that a thousand streams need no platform thread each. It uses
 * HTTP/1.1, because a call with its own connection ends with it. Servers also differ in their handling of upgrades
 * and of clients that exceed their limit of streams.
 */
public final class ProviderHttpClient implements AutoCloseable {

    /** The largest body: many times the longest answer of any model with its frames. */
    static final long MAX_RESPONSE = 16L * 1_024 * 1_024;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http = HttpClient.newBuilder()
            .executor(threads)
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(StreamingRequest.CONNECT_TIMEOUT)
            .build();

    /** A request that is not sent yet. */
    public StreamingRequest newRequest(World world) {
        return new StreamingRequest(http, world, MAX_RESPONSE);
    }

    /** Ends all calls at once. */
    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdownNow();
    }
}
