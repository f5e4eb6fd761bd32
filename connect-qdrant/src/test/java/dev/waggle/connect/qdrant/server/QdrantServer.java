package dev.waggle.connect.qdrant.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Fake of a Qdrant server, in memory on a free port. It speaks the published REST API of 1.16 as far as the module uses
 * it. It refuses unknown fields, ids that are no UUID or number, and vectors of another size. It also refuses unknown
 * collections, wrong keys and bodies over 32 MB. Faults for the next requests can be queued.
 */
public final class QdrantServer implements AutoCloseable {

    private static final int MAX_BODY = 32 * 1_024 * 1_024;
    private static final Pattern PATH = Pattern.compile("/collections/([^/]+)(/.*)?");

    /** Fault of one request. */
    public sealed interface Fault {

        /** No fault. */
        record None() implements Fault {}

        /** An answer with that status, before anything happens. */
        record Answer(int status, Map<String, String> headers, String body) implements Fault {}

        /** The request is executed, and its connection breaks without an answer. */
        record LostAnswer() implements Fault {}

        /** The request is answered once the latch is open. */
        record Slow(CountDownLatch latch) implements Fault {}
    }

    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final @Nullable String key;
    private final boolean isConditional;
    private final Map<String, FakePoints> collections = new TreeMap<>();
    private final Deque<Fault> faults = new ArrayDeque<>();
    private final List<String> requests = new ArrayList<>();
    private long largestAnswer;

    private QdrantServer(int port, @Nullable String key, boolean isConditional) throws IOException {
        this.key = key;
        this.isConditional = isConditional;
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        http.setExecutor(threads);
        http.createContext("/", this::handle);
        http.start();
    }

    /** A server without a key. */
    public static QdrantServer start() throws IOException {
        return new QdrantServer(0, null, true);
    }

    /** A server that wants that key. */
    public static QdrantServer start(String key) throws IOException {
        return new QdrantServer(0, key, true);
    }

    /** A server before 1.16, which ignores update filters. */
    public static QdrantServer old() throws IOException {
        return new QdrantServer(0, null, false);
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    }

    /** Faults of the next requests, in their order. */
    public synchronized void fail(Fault... next) {
        faults.addAll(List.of(next));
    }

    /** Method and path of each request so far, in their order. */
    public synchronized List<String> requests() {
        return List.copyOf(requests);
    }

    /** Forgets the requests so far. */
    public synchronized void forgetRequests() {
        requests.clear();
        largestAnswer = 0;
    }

    /** Bytes of the largest answer since then. */
    public synchronized long largestAnswer() {
        return largestAnswer;
    }

    /** Number of points of a collection, with its clock. */
    public synchronized int points(String collection) {
        FakePoints points = collections.get(collection);
        return points == null ? 0 : points.count();
    }

    /** Types of the indexes of a collection by field. */
    public synchronized Map<String, String> indexes(String collection) {
        return new TreeMap<>(found(collection).indexes());
    }

    public synchronized void drop(String collection) {
        collections.remove(collection);
    }

    /** An empty collection with vectors of that size, in place of an earlier one. */
    public synchronized void replace(String collection, int size) {
        FakePoints points = new FakePoints(size, isConditional);
        FakePoints earlier = collections.put(collection, points);
        if (earlier != null) {
            points.indexes().putAll(earlier.indexes());
        }
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            Fault fault = next(exchange.getRequestMethod() + " " + path);
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (fault instanceof Fault.Answer(int status, Map<String, String> headers, String text)) {
                headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
                send(exchange, status, text);
                return;
            }
            if (fault instanceof Fault.Slow(CountDownLatch latch)) {
                latch.await();
            }
            Result result = result(exchange, path, body);
            if (!(fault instanceof Fault.LostAnswer)) {
                send(exchange, result.status(), result.body());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private record Result(int status, String body) {}

    private Result result(HttpExchange exchange, String path, byte[] body) {
        if (key != null && !key.equals(exchange.getRequestHeaders().getFirst("api-key"))) {
            return new Result(401, "Must provide an API key or an Authorization bearer token");
        }
        try {
            if (body.length > MAX_BODY) {
                throw new ApiRefusal(400, "JSON payload (" + body.length + " bytes) is larger than allowed (limit: "
                        + MAX_BODY + " bytes).");
            }
            JsonValue answer = answer(exchange.getRequestMethod(), path, exchange.getRequestURI().getQuery(), body);
            return new Result(200, JsonLine.of(new JsonObjectBuilder().with("result", answer).with("status", "ok")
                    .with("time", 0.001).json()));
        } catch (ApiRefusal refusal) {
            return new Result(refusal.status(), JsonLine.of(new JsonObjectBuilder().with("status",
                    new JsonObjectBuilder().with("error", refusal.getMessage()).json()).with("time", 0.0).json()));
        }
    }

    private synchronized Fault next(String request) {
        requests.add(request);
        return faults.isEmpty() ? new Fault.None() : faults.removeFirst();
    }

    private synchronized JsonValue answer(String method, String path, @Nullable String query, byte[] body) {
        Matcher place = PATH.matcher(path);
        if (!place.matches()) {
            throw new ApiRefusal(404, "Not found");
        }
        String name = place.group(1);
        String rest = place.group(2) == null ? "" : place.group(2);
        if (method.equals("GET") && rest.isEmpty()) {
            return found(name).info();
        }
        JsonValue request = json(body);
        if (method.equals("PUT") && rest.isEmpty()) {
            return create(name, request);
        }
        FakePoints points = found(name);
        return switch (method + " " + rest) {
            case "PUT /index" -> points.index(request);
            case "POST /points" -> points.retrieve(request);
            case "POST /points/batch" -> safely(query, points.batch(request));
            case "POST /points/query/batch" -> points.query(request);
            case "POST /points/scroll" -> points.scroll(request);
            case "POST /points/count" -> points.count(request);
            case "POST /points/delete" -> safely(query, points.delete(request));
            case "POST /facet" -> points.facet(request);
            default -> throw new ApiRefusal(404, "Not found");
        };
    }

    /** Writes without {@code wait=true} would be applied later; no test of this module wants that. */
    private static JsonValue safely(@Nullable String query, JsonValue done) {
        if (query == null || !query.contains("wait=true")) {
            throw new ApiRefusal(400, "The fake expects wait=true");
        }
        return done;
    }

    private static JsonValue json(byte[] body) {
        try {
            return JsonText.read(new String(body, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException bad) {
            throw ApiRefusal.format(String.valueOf(bad.getMessage()));
        }
    }

    private JsonValue create(String name, JsonValue request) {
        Body vectors = Body.of("VectorParams", Body.of("CreateCollection", request, "vectors").value("vectors"), "size",
                "distance");
        if (collections.containsKey(name)) {
            throw new ApiRefusal(409, "Wrong input: Collection `" + name + "` already exists!");
        }
        if (!vectors.text("distance").equals("Cosine")) {
            throw ApiRefusal.format("unknown variant `" + vectors.text("distance") + "`");
        }
        collections.put(name, new FakePoints(vectors.limit("size", 0), isConditional));
        return JsonValue.of(true);
    }

    private FakePoints found(String name) {
        FakePoints points = collections.get(name);
        if (points == null) {
            throw new ApiRefusal(404, "Not found: Collection `" + name + "` doesn't exist!");
        }
        return points;
    }

    private void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        synchronized (this) {
            largestAnswer = Math.max(largestAnswer, bytes.length);
        }
        exchange.getResponseHeaders().putIfAbsent("Content-Type", List.of("application/json"));
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }
}
