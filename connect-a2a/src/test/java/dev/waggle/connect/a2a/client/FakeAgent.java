package dev.waggle.connect.a2a.client;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waggle.connect.a2a.codec.A2aCodec;
import dev.waggle.connect.a2a.codec.RpcRequest;
import dev.waggle.connect.a2a.codec.RpcResponse;
import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aTask;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Agent on the loopback interface that plays a script. It refuses what the servers of the public SDK refuse. These are
 * another version than that of its card, unknown methods, bad parameters, another content type, and a missing token.
 */
public final class FakeAgent implements AutoCloseable {

    private final A2aVersion version;
    private final AgentScript script;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<HeardRequest> heard = new LinkedBlockingQueue<>();
    private final List<HeardRequest> all = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Function<String, String> card;
    private volatile @Nullable String wanted;

    /** Script of an agent. */
    @FunctionalInterface
    public interface AgentScript {
        void answer(A2aRequest request, ReplyLine reply) throws IOException, InterruptedException;
    }

    /** A request that arrived: its path, its headers by small names, and what it asks for if it is one of A2A. */
    public record HeardRequest(String path, Map<String, String> headers, @Nullable A2aRequest request) {}

    private FakeAgent(A2aVersion version, AgentScript script) {
        this.version = version;
        this.script = script;
        card = url -> cardOf(version, url, true, "");
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** An agent of that version that streams. */
    public static FakeAgent of(A2aVersion version, AgentScript script) {
        return new FakeAgent(version, script);
    }

    /** The same agent with another card, made from its URL. */
    public FakeAgent withCard(Function<String, String> other) {
        card = other;
        return this;
    }

    /** The same agent, which refuses requests without that value of {@code Authorization}. */
    public FakeAgent withAuthorization(String value) {
        wanted = value;
        return this;
    }

    /** A card with an endpoint at that URL and with more fields, each with a comma before it. */
    public static String cardOf(A2aVersion version, String url, boolean isStreaming, String more) {
        String address = version == A2aVersion.V0_3
                ? "\"url\":\"" + url + "/rpc\",\"protocolVersion\":\"0.3.0\",\"preferredTransport\":\"JSONRPC\""
                : "\"supportedInterfaces\":[{\"url\":\"" + url
                        + "/rpc\",\"protocolBinding\":\"JSONRPC\",\"protocolVersion\":\"1.0\"}]";
        return "{\"name\":\"Bob\",\"description\":\"\",\"version\":\"1\"," + address
                + ",\"capabilities\":{\"streaming\":" + isStreaming + "},\"defaultInputModes\":[\"text/plain\"],"
                + "\"defaultOutputModes\":[\"text/plain\"],\"skills\":[]" + more + "}";
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The name of the agent as a model. */
    public String name() {
        return "a2a:" + url();
    }

    /** The next request, with a bound; cards count too. */
    public HeardRequest next() throws InterruptedException {
        HeardRequest request = heard.poll(20, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no request came, only " + all);
        }
        return request;
    }

    /** The next request of a kind; those before it are skipped. */
    public <R extends A2aRequest> R next(Class<R> kind) throws InterruptedException {
        while (true) {
            HeardRequest request = next();
            if (kind.isInstance(request.request())) {
                return kind.cast(request.request());
            }
        }
    }

    public List<HeardRequest> requests() {
        return List.copyOf(all);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
        threads.close();
    }

    private void hear(HeardRequest request) {
        all.add(request);
        heard.add(request);
    }

    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Map<String, String> headers = new TreeMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        ReplyLine reply = new ReplyLine(exchange);
        if (exchange.getRequestMethod().equals("GET")) {
            hear(new HeardRequest(path, headers, null));
            if (path.equals("/.well-known/agent-card.json") || path.equals("/card.json")) {
                reply.whole(200, "application/json", card.apply(url()));
            } else {
                reply.whole(404, "text/html", "<html>nothing here</html>");
            }
            return;
        }
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        try {
            RpcRequest rpc = RpcRequest.of(JsonText.read(body));
            reply.id = rpc.id() == null ? JsonValue.ofNull() : rpc.id();
            A2aRequest request = checked(headers, rpc);
            hear(new HeardRequest(path, headers, request));
            script.answer(request, reply);
        } catch (A2aException refused) {
            hear(new HeardRequest(path, headers, null));
            reply.error(refused.code(), String.valueOf(refused.getMessage()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    private A2aRequest checked(Map<String, String> headers, RpcRequest rpc) {
        if (!"application/json".equals(headers.get("content-type"))) {
            throw new A2aException(A2aErrorCode.CONTENT_TYPE_NOT_SUPPORTED, "content type");
        }
        if (A2aVersion.of(headers.get("a2a-version")).orElse(null) != version) {
            throw new A2aException(A2aErrorCode.VERSION_NOT_SUPPORTED, "version " + headers.get("a2a-version"));
        }
        return A2aCodec.of(version).request(rpc);
    }

    /** Line back to the client. */
    public final class ReplyLine {

        private final HttpExchange exchange;
        private JsonValue id = JsonValue.ofNull();
        private @Nullable OutputStream stream;

        private ReplyLine(HttpExchange exchange) {
            this.exchange = exchange;
        }

        /** Sends one event of a stream. */
        public void event(A2aEvent event) throws IOException {
            raw("data: " + JsonLine.of(RpcResponse.result(id, A2aCodec.of(version).event(event))) + "\n\n");
        }

        /** Sends JSON as the result in one event of a stream. */
        public void result(String json) throws IOException {
            raw("data: " + JsonLine.of(RpcResponse.result(id, JsonText.read(json))) + "\n\n");
        }

        /** Sends text of a stream as it is. */
        public void raw(String text) throws IOException {
            if (stream == null) {
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                stream = exchange.getResponseBody();
            }
            stream.write(text.getBytes(StandardCharsets.UTF_8));
            stream.flush();
        }

        /** Answers a message without a stream. */
        public void answer(A2aEvent event) throws IOException {
            whole(200, "application/json", JsonLine.of(RpcResponse.result(id, A2aCodec.of(version).event(event))));
        }

        /** Answers a question for a task. */
        public void task(A2aTask task) throws IOException {
            whole(200, "application/json", JsonLine.of(RpcResponse.result(id, A2aCodec.of(version).task(task))));
        }

        public void error(A2aErrorCode code, String message) throws IOException {
            whole(200, "application/json", JsonLine.of(RpcResponse.failure(version, id, code, message)));
        }

        public void whole(int status, String type, String body) throws IOException {
            String needed = wanted;
            boolean isRefused = needed != null
                    && !needed.equals(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] bytes = (isRefused ? "no" : body).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(isRefused ? 401 : status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        }

        public void redirect(String target) throws IOException {
            exchange.getResponseHeaders().set("Location", target);
            whole(302, "text/plain", "");
        }

        /** Says nothing until the agent is closed. */
        public void hang() throws InterruptedException {
            closed.await();
        }
    }
}
