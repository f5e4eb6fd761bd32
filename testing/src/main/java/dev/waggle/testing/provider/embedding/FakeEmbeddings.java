package dev.waggle.testing.provider.embedding;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/**
 * A server on the loopback interface that stands in for embedding models of OpenAI, Azure, Ollama and Gemini. A request
 * that the provider would refuse is refused in its words. A script may replace any response.
 */
public final class FakeEmbeddings implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<FakeEmbeddingRequest> requests = new CopyOnWriteArrayList<>();
    private final BiFunction<FakeEmbeddingRequest, EmbeddingResponse, EmbeddingResponse> script;

    private FakeEmbeddings(BiFunction<FakeEmbeddingRequest, EmbeddingResponse, EmbeddingResponse> script) {
        this.script = script;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot start the HTTP server", failed);
        }
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** A server that answers as its providers do. */
    public static FakeEmbeddings create() {
        return answering((_, usual) -> usual);
    }

    /**
     * A server whose script gets each request with the usual response and gives the one that is sent.
     *
     * @param script called by many threads at once
     */
    public static FakeEmbeddings answering(
            BiFunction<FakeEmbeddingRequest, EmbeddingResponse, EmbeddingResponse> script) {
        return new FakeEmbeddings(script);
    }

    /** The URL of the server, {@code http://127.0.0.1} with its port; OpenAI has {@code /v1} below it. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Requests so far, in the order of arrival. */
    public List<FakeEmbeddingRequest> requests() {
        return List.copyOf(requests);
    }

    /** Drops every connection and waits for every thread. */
    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.close();
    }

    private void serve(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        FakeEmbeddingRequest request = new FakeEmbeddingRequest(exchange.getRequestURI().getPath(), headers,
                json(body));
        requests.add(request);
        EmbeddingResponse usual = EmbeddingResponder.respond(request)
                .orElseGet(() -> EmbeddingResponse.of(404, "404 page not found"));
        send(exchange, script.apply(request, usual));
        exchange.close();
    }

    private void send(HttpExchange exchange, EmbeddingResponse response) throws IOException {
        try {
            if (response.delay().isPositive()
                    && closed.await(response.delay().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException("the server is closed");
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IOException("the server is closed", ended);
        }
        byte[] bytes = response.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        response.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(response.status(), bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private static JsonValue json(String body) {
        try {
            return JsonText.read(body);
        } catch (IllegalArgumentException noJson) {
            return JsonValue.ofNull();
        }
    }
}
