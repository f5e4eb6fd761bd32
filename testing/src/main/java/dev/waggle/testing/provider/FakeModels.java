package dev.waggle.testing.provider;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.embedding.EmbeddingResponder;
import dev.waggle.testing.provider.embedding.EmbeddingResponse;
import dev.waggle.testing.provider.embedding.FakeEmbeddingRequest;
import dev.waggle.testing.provider.rule.PromptCache;
import dev.waggle.testing.provider.rule.WireJson;

/**
 * A server on the loopback interface that stands in for providers of models. It speaks the wire formats of
 * {@link WireFormatName} on one port
 * and answers by a script. A request that the provider would refuse is refused in its words, and the script is not
 * asked. Embedding models answer beside them, by feature hashing. Written after the published formats, never checked
 * against a live provider.
 *
 * <pre>
 *   client -> FaultProxy (sees clients leave) -> HttpServer -> WireFormat.read -> script -> ScriptedAnswer -> client
 * </pre>
 */
public final class FakeModels implements AutoCloseable {

    /** The models that every format lists. */
    public static final List<String> MODELS = List.of("fake-cheap", "fake-fast", "fake-deep");

    static {
        // Else the kernel holds back small events until the one before is acknowledged: up to 40 ms each.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final WireFormats formats;
    private final Function<FakeRequest, FakeAnswer> script;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final FaultProxy proxy;
    private final ServerLog seen = new ServerLog();
    private final PromptCache cache = new PromptCache();

    private FakeModels(int port, FakeServerConfig config, Function<FakeRequest, FakeAnswer> script) {
        this.formats = new WireFormats(config);
        this.script = script;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), FaultProxy.BACKLOG);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot start the HTTP server", failed);
        }
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
        try {
            proxy = new FaultProxy(port, server.getAddress());
        } catch (UncheckedIOException taken) {
            server.stop(0);
            threads.close();
            throw taken;
        }
    }

    /** A server on a port of its own that answers by that script, on many threads at once. */
    public static FakeModels answering(Function<FakeRequest, FakeAnswer> script) {
        return on(0, script);
    }

    /** A server on a port of its own with that configuration, for example of a compatible server. */
    public static FakeModels configured(FakeServerConfig config, Function<FakeRequest, FakeAnswer> script) {
        return new FakeModels(0, config, script);
    }

    /** A server on that port; 0 for any. */
    public static FakeModels on(int port, Function<FakeRequest, FakeAnswer> script) {
        return new FakeModels(port, FakeServerConfig.defaults(), script);
    }

    /**
     * Serves a deliberation, at a pace that people can follow, until it is interrupted.
     *
     * @param arguments the port, if it is not to be 8765
     */
    public static void main(String[] arguments) throws InterruptedException {
        int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8_765;
        FakeAnswer.Pace pace = new FakeAnswer.Pace(Duration.ofMillis(300), Duration.ofMillis(25));
        try (FakeModels models = on(port, request -> ScriptedDeliberators.answer(request).at(pace))) {
            for (WireFormatName format : WireFormatName.values()) {
                System.out.println(format + " at " + models.baseUrl(format) + ", models " + MODELS);
            }
            Thread.currentThread().join();
        }
    }

    /** The URL of the server, {@code http://127.0.0.1} with its port. */
    public String url() {
        return "http://127.0.0.1:" + proxy.port();
    }

    /** The base URL that a client of that format takes. */
    public String baseUrl(WireFormatName format) {
        return url() + format.root();
    }

    public int port() {
        return proxy.port();
    }

    /** Requests so far, in the order of arrival; requests for the list of models are not among them. */
    public List<FakeRequest> requests() {
        return seen.requests();
    }

    /** Number of streams that are being sent now. */
    public int openStreams() {
        return seen.open();
    }

    /** Number of answers, streamed or not, that lost their client before they were done. */
    public int abandoned() {
        return seen.abandoned();
    }

    /** Waits until there were so many requests; true if there were in that time. */
    public boolean awaitRequests(int atLeast, Duration atMost) throws InterruptedException {
        return seen.await(() -> seen.requests().size() >= atLeast, atMost);
    }

    /** Waits until so many answers lost their client; true if they did in that time. */
    public boolean awaitAbandoned(int atLeast, Duration atMost) throws InterruptedException {
        return seen.await(() -> seen.abandoned() >= atLeast, atMost);
    }

    /** Waits until exactly so many streams are being sent; true if they were in that time. */
    public boolean awaitOpenStreams(int count, Duration atMost) throws InterruptedException {
        return seen.await(() -> seen.open() == count, atMost);
    }

    /** Drops every connection and waits for every thread. */
    @Override
    public void close() {
        proxy.close();
        server.stop(0);
        threads.close();
    }

    private void serve(HttpExchange exchange) throws IOException {
        ClientConnection reply = new ClientConnection(exchange, proxy.line(exchange.getRemoteAddress().getPort()),
                seen);
        respond(exchange.getRequestMethod(), read(exchange), reply);
        exchange.close(); // Not when anything was thrown: closing ends a broken answer as if it were whole.
    }

    private void respond(String method, FakeRequest.Raw raw, ClientConnection reply) throws IOException {
        if (method.equals("GET")) {
            list(reply, raw);
            return;
        }
        Optional<WireFormat> wire = method.equals("POST") ? formats.askedAt(raw.path()) : Optional.empty();
        if (wire.isPresent()) {
            answer(reply, wire.get(), wire.get().read(raw));
            return;
        }
        Optional<EmbeddingResponse> vectors = method.equals("POST")
                ? EmbeddingResponder.respond(new FakeEmbeddingRequest(raw.path(), raw.headers(), raw.json()))
                : Optional.empty();
        if (vectors.isPresent()) {
            reply.whole(vectors.get().status(), "application/json", vectors.get().body(), Map.of());
            return;
        }
        refusePath(method, raw, reply);
    }

    /** A path that nothing serves: each provider says so in its own form. */
    private void refusePath(String method, FakeRequest.Raw raw, ClientConnection reply) throws IOException {
        Optional<WireFormat.Refusal> refusal = raw.headers().containsKey("anthropic-version")
                ? Optional.of(AnthropicFormat.notFound())
                : formats.refusePath(method, raw);
        if (refusal.isPresent()) {
            reply.whole(refusal.get().status(), "application/json", JsonText.write(refusal.get().body()), Map.of());
        } else {
            reply.whole(404, "text/plain", "404 page not found", Map.of());
        }
    }

    private void answer(ClientConnection reply, WireFormat wire, FakeRequest request) throws IOException {
        seen.add(request);
        Optional<WireFormat.Refusal> refusal = wire.refuse(request);
        if (refusal.isPresent()) {
            reply.whole(refusal.get().status(), "application/json", JsonText.write(refusal.get().body()), Map.of());
            return;
        }
        FakeAnswer answer = Objects.requireNonNull(script.apply(request), "the script has no answer");
        try {
            new ScriptedAnswer(reply, wire, request, cache).of(answer);
        } catch (IOException broken) {
            if (reply.isLeft()) {
                seen.lose();
            }
            throw broken;
        }
    }

    private void list(ClientConnection reply, FakeRequest.Raw raw) throws IOException {
        for (WireFormatName format : WireFormatName.values()) {
            boolean anthropic = raw.headers().containsKey("x-api-key");
            boolean ofOpenAi = format == WireFormatName.OPENAI || format == WireFormatName.OPENAI_RESPONSES;
            boolean wanted = !ofOpenAi || !anthropic;
            if (wanted && raw.path().equals(formats.of(format).listPath())) {
                reply.whole(200, "application/json", JsonText.write(formats.of(format).models(MODELS)), Map.of());
                return;
            }
        }
        refusePath("GET", raw, reply);
    }

    private static FakeRequest.Raw read(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String query = exchange.getRequestURI().getRawQuery();
        return new FakeRequest.Raw(exchange.getRequestURI().getPath(), query == null ? "" : query, headers, body,
                json(body));
    }

    private static JsonValue json(String body) {
        try {
            return JsonText.read(body);
        } catch (IllegalArgumentException noJson) {
            return WireJson.nothing();
        }
    }
}
