package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.random.RandomGenerator;

import dev.waggle.connect.qdrant.QdrantException.Kind;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.call.CircuitBreaker;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a Qdrant server: JSON out, JSON in, with a timeout, retries and a circuit breaker. All calls of this
 * module are idempotent, so each may be repeated. It follows no redirects. Thread-safe.
 */
final class QdrantClient implements AutoCloseable {

    /** Largest request: the limit of a server without other settings, in bytes. */
    static final int MAX_REQUEST = 32 * 1_024 * 1_024;

    /** Largest answer, in bytes. */
    static final long MAX_RESPONSE = 64L * 1_024 * 1_024;

    private static final Duration CONNECT = Duration.ofSeconds(3);

    /** At most this many characters of the text of a server in a message. */
    private static final int MAX_REASON = 300;

    private final QdrantConfig config;
    private final long maxResponse;
    private final String base;
    private final World world;
    private final HttpClient client;
    private final CircuitBreaker breaker;
    private final RandomGenerator jitter;

    /** @param maxResponse largest answer, in bytes */
    QdrantClient(QdrantConfig config, World world, long maxResponse) {
        this.config = config;
        this.maxResponse = maxResponse;
        this.base = config.server().base();
        this.world = world;
        this.breaker = new CircuitBreaker(base, config.breaker(), world);
        this.jitter = world.random("qdrant-retry");
        this.client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER).connectTimeout(CONNECT).build();
    }

    /** The address of the server, for messages. */
    String base() {
        return base;
    }

    /** The field {@code result} of the answer. */
    JsonValue get(String path) throws IOException, InterruptedException {
        return call(path, request(path).GET());
    }

    /** The field {@code result} of the answer. */
    JsonValue put(String path, JsonValue body) throws IOException, InterruptedException {
        return call(path, request(path).PUT(publisher(body)));
    }

    /** The field {@code result} of the answer. */
    JsonValue post(String path, JsonValue body) throws IOException, InterruptedException {
        return call(path, request(path).POST(publisher(body)));
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).header("Accept",
                "application/json").header("Content-Type", "application/json");
        QdrantKey key = config.server().key();
        return key == null ? request : request.header("api-key", key.reveal());
    }

    private HttpRequest.BodyPublisher publisher(JsonValue body) throws QdrantException {
        byte[] sent = JsonLine.of(body).getBytes(StandardCharsets.UTF_8);
        if (sent.length > MAX_REQUEST) {
            throw new QdrantException(Kind.TOO_LARGE, "a request to " + base + " would have " + sent.length
                    + " bytes, the limit is " + MAX_REQUEST + "\nMaybe store shorter memories.");
        }
        return BodyPublishers.ofByteArray(sent);
    }

    private JsonValue call(String path, HttpRequest.Builder request) throws IOException, InterruptedException {
        long end = world.nanos() + config.timeout().toNanos();
        for (int retry = 0;; retry++) {
            try {
                return attempt(path, request, end);
            } catch (QdrantException failure) {
                if (!failure.kind().repeatable() || !config.retry().allows(retry)) {
                    throw failure;
                }
                Duration wait = delay(retry, failure);
                if (world.nanos() + wait.toNanos() - end >= 0) {
                    throw failure;
                }
                var _ = world.await(new CompletableFuture<>(), wait);
            }
        }
    }

    private Duration delay(int retry, QdrantException failure) {
        synchronized (jitter) {
            return config.retry().delay(retry, failure.retryAfter(), jitter);
        }
    }

    private JsonValue attempt(String path, HttpRequest.Builder request, long end)
            throws IOException, InterruptedException {
        CircuitBreaker.Permit permit = switch (breaker.acquire()) {
            case CircuitBreaker.Permit given -> given;
            case CircuitBreaker.Rejection rejection -> throw new QdrantException(Kind.PAUSED, rejection.message());
        };
        try {
            JsonValue result = result(path, send(request, end));
            permit.succeeded();
            return result;
        } catch (QdrantException failure) {
            report(permit, failure);
            throw failure;
        } finally {
            permit.release();
        }
    }

    private static void report(CircuitBreaker.Permit permit, QdrantException failure) {
        String message = String.valueOf(failure.getMessage());
        switch (failure.kind()) {
            case UNREACHABLE, SLOW ->
                permit.failed(HarnessFailure.of(HarnessFailure.Kind.UNREACHABLE, message));
            case BROKEN -> permit.failed(HarnessFailure.of(HarnessFailure.Kind.OVERLOADED, message));
            case BUSY -> permit.failed(HarnessFailure.of(HarnessFailure.Kind.RATE_LIMITED, message));
            case PAUSED, KEY, NOT_FOUND, EXISTS, TOO_LARGE, REFUSED, UNREADABLE, MISMATCH, CONTENDED ->
                permit.succeeded();
        }
    }

    private HttpResponse<String> send(HttpRequest.Builder request, long end)
            throws QdrantException, InterruptedException {
        long left = end - world.nanos();
        if (left <= 0) {
            throw slow();
        }
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                request.timeout(Duration.ofNanos(left)).build(), _ -> new LimitedBody(maxResponse, base));
        try {
            if (!world.awaitUntil(answer, end)) {
                throw slow();
            }
            return answer.get();
        } catch (ExecutionException failed) {
            throw broken(failed.getCause());
        } catch (CancellationException stopped) {
            throw broken(stopped);
        } finally {
            var _ = answer.cancel(true);
        }
    }

    private QdrantException slow() {
        return new QdrantException(Kind.SLOW, "Qdrant at " + base + " gave no answer within " + config.timeout()
                + "\nMaybe it is overloaded; a longer timeout may help.");
    }

    private QdrantException broken(@Nullable Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof QdrantException known) {
                return known;
            }
        }
        boolean isSlow = failure instanceof HttpTimeoutException && !(failure instanceof HttpConnectTimeoutException);
        return isSlow
                ? slow()
                : new QdrantException(Kind.UNREACHABLE, "Qdrant at " + base + " cannot be reached (" + reason(failure)
                        + ")\nMaybe it does not run; start it, or correct its address.", null, failure);
    }

    private static String reason(@Nullable Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof UnresolvedAddressException) {
                return "the name of the host is not known";
            }
            if (at instanceof ConnectException) {
                return at.getMessage() == null ? "no server listens there" : String.valueOf(at.getMessage());
            }
        }
        String message = failure == null ? null : failure.getMessage();
        return message == null ? "the connection broke" : message;
    }

    private JsonValue result(String path, HttpResponse<String> answer) throws QdrantException {
        int status = answer.statusCode();
        if (status / 100 == 2) {
            return read(path, answer.body());
        }
        String said = said(answer.body());
        String fact = "Qdrant at " + base + " refused " + path + " with status " + status + said;
        throw switch (status) {
            case 401, 403 -> new QdrantException(Kind.KEY, fact
                    + "\nMaybe the API key is missing, wrong or read-only.");
            case 404 -> new QdrantException(Kind.NOT_FOUND, fact
                    + "\nMaybe the collection was deleted; the next call creates it. Or another server is there.");
            case 409 -> new QdrantException(Kind.EXISTS, fact);
            case 413 -> new QdrantException(Kind.TOO_LARGE, fact + "\nMaybe store shorter memories.");
            case 429 -> new QdrantException(Kind.BUSY, fact
                    + "\nMaybe ask less often, or raise the limit of the server.",
                    RetryHeader.of(answer.headers(), world.now()), null);
            case 408, 500, 502, 503, 504 ->
                new QdrantException(Kind.BROKEN, fact + "\nMaybe the log of the server tells why.",
                        RetryHeader.of(answer.headers(), world.now()), null);
            default -> other(status, fact);
        };
    }

    private QdrantException other(int status, String fact) {
        if (status / 100 == 3) {
            return new QdrantException(Kind.REFUSED, "Qdrant at " + base + " redirects elsewhere with status " + status
                    + "\nMaybe give the address of the server itself.");
        }
        if (fact.contains("dimension error")) {
            return new QdrantException(Kind.MISMATCH, fact
                    + "\nMaybe the collection was replaced; use the earlier embedder, or another collection.");
        }
        return new QdrantException(fact.contains("already exists") ? Kind.EXISTS : Kind.REFUSED, fact
                + "\nMaybe the server is older than 1.12, or the collection is of another program.");
    }

    private JsonValue read(String path, String body) throws QdrantException {
        try {
            JsonValue result = JsonText.read(body) instanceof JsonValue.Obj(var fields) ? fields.get("result") : null;
            if (result != null && !(result instanceof JsonValue.Null)) {
                return result;
            }
        } catch (IllegalArgumentException notJson) {
            throw unreadable(path, String.valueOf(notJson.getMessage()));
        }
        throw unreadable(path, "it has no result");
    }

    /** A failure to understand an answer. */
    QdrantException unreadable(String path, String reason) {
        return new QdrantException(Kind.UNREADABLE, "the answer of " + base + " to " + path + " is not that of Qdrant ("
                + excerpt(reason) + ")\nMaybe the address is of another server.");
    }

    /** Explanation of a server, with a colon in front; empty without one. */
    private String said(String body) {
        String text = body;
        try {
            if (JsonText.read(body) instanceof JsonValue.Obj(var fields)
                    && fields.get("status") instanceof JsonValue.Obj(var status)
                    && status.get("error") instanceof JsonValue.Str(String error)) {
                text = error;
            }
        } catch (IllegalArgumentException plainText) {
            // Proxies and the check of keys answer in plain text.
        }
        return text.isBlank() ? "" : ": " + excerpt(text);
    }

    private String excerpt(String text) {
        QdrantKey key = config.server().key();
        String masked = VisibleText.of(key == null ? text.strip() : key.mask(text.strip()));
        return masked.length() <= MAX_REASON ? masked : masked.substring(0, MAX_REASON) + " ...";
    }

    /** Ends running calls and closes the connections. */
    @Override
    public void close() {
        client.shutdownNow();
    }
}
