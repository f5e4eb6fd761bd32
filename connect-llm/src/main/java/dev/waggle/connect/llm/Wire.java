package dev.waggle.connect.llm;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

import dev.waggle.signal.world.World;

/**
 * The connections to all providers: one client with virtual threads behind it, so that a thousand streams need no
 * thread of the platform each. HTTP/1.1, because a call of its own connection ends with it, and because servers differ
 * in what they do when a client wants to upgrade or passes their limit of streams.
 */
final class Wire implements AutoCloseable {

    /** A server that is there answers a knock sooner. */
    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** The largest body: many times the longest answer of any model with its frames. */
    static final long MAX_RESPONSE = 16L * 1_024 * 1_024;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http = HttpClient.newBuilder()
            .executor(threads)
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();

    /** A line for one call to a provider of that kind. */
    WireClient line(ProviderConfig.Kind kind, World world) {
        return switch (kind) {
            case OPENAI, ANTHROPIC, GEMINI -> new WireClient(http, world, MAX_RESPONSE, UnaryOperator.identity());
            case OLLAMA -> new WireClient(http, world, MAX_RESPONSE, new OllamaCalls());
        };
    }

    /** Ends all calls at once. */
    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdownNow();
    }
}
