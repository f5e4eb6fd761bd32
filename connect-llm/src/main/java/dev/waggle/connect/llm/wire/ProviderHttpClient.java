package dev.waggle.connect.llm.wire;

import java.net.http.HttpClient;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

import dev.langchain4j.http.client.sse.ServerSentEvent;
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
            .connectTimeout(StreamingHttpClient.CONNECT_TIMEOUT)
            .build();

    /**
     * An HTTP client for one call.
     *
     * @param mending transformation of an event before the library reads it
     */
    public StreamingHttpClient newClient(World world, UnaryOperator<ServerSentEvent> mending) {
        return new StreamingHttpClient(http, world, MAX_RESPONSE, mending);
    }

    /** Ends all calls at once. */
    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdownNow();
    }
}
