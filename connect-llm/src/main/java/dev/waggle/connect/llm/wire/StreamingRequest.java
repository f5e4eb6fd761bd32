package dev.waggle.connect.llm.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

import dev.waggle.connect.llm.endpoint.CaFile;
import dev.waggle.connect.llm.endpoint.ProxyVariables.ProxyRoute;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * One streamed request. Everything happens on the calling thread, without a queue or a thread in between. So interrupting
 * the thread ends the call down to the connection.
 *
 * <p>It follows no redirects, retries nothing and logs nothing.
 */
public final class StreamingRequest {

    /** Status of a proxy that requests a login (RFC 9110, section 15.5.8). */
    private static final int PROXY_LOGIN = 407;

    /** Largest part of an error's body that is read, in bytes; providers send less. */
    private static final int MAX_ERROR = 64 * 1_024;

    private final HttpClientPool clients;
    private final @Nullable CaFile caFile;
    private final World world;
    private final long maxResponse;
    private volatile long lastArrival;
    private volatile @Nullable InputStream open;
    private volatile boolean stopped;
    private volatile boolean accepted;
    private final CompletableFuture<Void> endOfEvents = new CompletableFuture<>();

    /**
     * @param clients the connections and their proxies
     * @param world its stopwatch times the activity
     * @param maxResponse the largest body, in bytes
     * @param caFile the authorities of the endpoint, if it names any
     */
    StreamingRequest(HttpClientPool clients, World world, long maxResponse, @Nullable CaFile caFile) {
        this.clients = clients;
        this.caFile = caFile;
        this.world = world;
        this.maxResponse = maxResponse;
        lastArrival = world.nanos();
    }

    /** Consumer of the events of a reply, in their order, on the thread of the request. */
    public interface EventConsumer {

        /** Reads an event, an object or a list. */
        void read(JsonValue event);

        /** True after the last event that matters; the rest of the stream is not waited for. */
        boolean isComplete();

        /** True once nothing more is wanted; the rest of the stream is not read, and its connection is closed. */
        boolean isCut();

        /** The text of an event that reports a failure; {@code null} without one. */
        @Nullable String error();
    }

    /** Time of the last activity, by the stopwatch; the beginning of the call when there was none. */
    public long lastActivityNanos() {
        return lastArrival;
    }

    /** True once the provider has accepted the request and began its reply. */
    public boolean isAccepted() {
        return accepted;
    }

    /** Done when the provider has sent its last event. */
    public CompletableFuture<Void> endOfEvents() {
        return endOfEvents;
    }

    /** Ends the call from another thread and closes the body and its connection. */
    public void stop() {
        stopped = true;
        closeStream();
    }

    /** Stops waiting for the end of a stream that has had its last event. */
    public void closeStream() {
        InputStream reading = open;
        if (reading != null) {
            closeQuietly(reading);
        }
    }

    /**
     * Sends the request and reads the events of its reply to the end.
     *
     * @throws TransportException when the reply is refused, broken or of another format
     */
    public void run(HttpRequest request, EventFormat format, EventConsumer events) {
        HttpResponse<InputStream> response = send(request);
        try (CheckedResponseBody body = body(response, maxResponse)) {
            accepted = true;
            readAll(response, body, format, events);
        } catch (IOException broken) {
            throw new TransportException(new TransportError.Interruption(String.valueOf(broken.getMessage())));
        }
    }

    /**
     * Sends a request whose reply is no stream, and reads the reply.
     *
     * @param limit the most bytes that are read; the rest is dropped
     * @throws TransportException when the reply is refused or broken
     */
    public String readWhole(HttpRequest request, int limit) {
        try (InputStream body = send(request).body()) {
            return new String(body.readNBytes(limit), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new TransportException(new TransportError.Interruption(String.valueOf(broken.getMessage())));
        }
    }

    /**
     * Sends a request whose reply is no stream, and reads the reply, which must be UTF-8 and no page.
     *
     * @param limit the most bytes of a reply; a longer one is refused
     * @throws TransportException when the reply is refused, broken, too long or a page
     */
    public String readChecked(HttpRequest request, long limit) {
        HttpResponse<InputStream> response = send(request);
        try (CheckedResponseBody body = body(response, limit)) {
            accepted = true;
            try {
                return new String(body.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException broken) {
                requireRunning();
                TransportError error = body.error();
                throw new TransportException(error == null
                        ? new TransportError.Interruption(String.valueOf(broken.getMessage()))
                        : error);
            }
        } catch (IOException broken) {
            throw new TransportException(new TransportError.Interruption(String.valueOf(broken.getMessage())));
        }
    }

    private void readAll(HttpResponse<InputStream> response, CheckedResponseBody body, EventFormat format,
            EventConsumer events) throws IOException {
        EventReader reader = new EventReader(body, format);
        int count = 0;
        try {
            for (EventReader.StreamedEvent event = reader.next(); event != null; event = reader.next()) {
                count++;
                if (endOfEvents.isDone()) {
                    continue; // Noise after the last event; reading to the end frees the connection.
                }
                events.read(event.data());
                String error = event.isError() ? JsonLine.of(event.data()) : events.error();
                if (error != null) {
                    throw new TransportException(new TransportError.ErrorEvent(error));
                }
                if (events.isComplete()) {
                    endOfEvents.complete(null);
                }
                if (events.isCut()) {
                    return; // The caller closes the body, and with it the connection.
                }
            }
        } catch (IOException broken) {
            requireRunning();
            if (!endOfEvents.isDone()) {
                TransportError error = body.error();
                throw new TransportException(error == null
                        ? new TransportError.Interruption(String.valueOf(broken.getMessage()))
                        : error);
            }
        }
        requireRunning();
        if (reader.hasEnded()) {
            endOfEvents.complete(null);
        }
        String unreadable = reader.unreadable();
        accepted = count > 0; // An error as a whole, or a page, comes in place of a reply.
        boolean isCutInside = reader.isBrokenOff() && (count == 0 || unreadable != null);
        if (isCutInside && !endOfEvents.isDone()) {
            throw new TransportException(new TransportError.Interruption("it ended inside of an event"));
        }
        if (unreadable != null && !endOfEvents.isDone()) {
            throw foreign(response, unreadable);
        }
        if (count == 0) {
            readWhole(response, body, events);
        }
    }

    /** A reply without events may be an error as one piece of JSON; anything else is of another format. */
    private static void readWhole(HttpResponse<InputStream> response, CheckedResponseBody body, EventConsumer events) {
        if (body.isEmpty()) {
            throw new TransportException(new TransportError.Interruption("nothing came"));
        }
        try {
            events.read(JsonText.read(body.head()));
        } catch (IllegalArgumentException notJson) {
            throw foreign(response, body.head());
        }
        String error = events.error();
        throw error == null
                ? foreign(response, body.head())
                : new TransportException(new TransportError.ErrorEvent(error));
    }

    private void requireRunning() {
        if (stopped || Thread.currentThread().isInterrupted()) {
            throw new TransportException(new TransportError.Cancellation());
        }
    }

    private HttpResponse<InputStream> send(HttpRequest request) {
        URI endpoint = request.uri();
        ProxyRoute route = clients.routes().route(endpoint);
        if (route instanceof ProxyRoute.Unusable unusable) {
            throw new TransportException(new TransportError.Misconfiguration(unusable.reason()));
        }
        HttpResponse<InputStream> response;
        try {
            response = http(endpoint).send(withLogin(request, route), this::receive);
        } catch (InterruptedException interrupted) {
            stop(); // The client loses a response that comes at this moment, and its connection would stay open.
            Thread.currentThread().interrupt();
            throw new TransportException(new TransportError.Cancellation());
        } catch (IOException notThere) {
            closeStream(); // The response of a call whose time is over may have come.
            boolean isSlow = notThere instanceof HttpTimeoutException
                    && !(notThere instanceof HttpConnectTimeoutException);
            throw new TransportException(isSlow
                    ? new TransportError.Interruption("no answer within the time")
                    : unreachable(endpoint, route, notThere));
        }
        lastArrival = world.nanos();
        if (response.statusCode() == PROXY_LOGIN) {
            closeQuietly(response.body()); // Null where the proxy refused a tunnel.
            throw new TransportException(
                    new TransportError.ProxyLogin(route instanceof ProxyRoute.Through it ? it.toString() : "",
                            route instanceof ProxyRoute.Through it && it.login() != null));
        }
        if (stopped) {
            closeQuietly(response.body());
            throw new TransportException(new TransportError.Cancellation());
        }
        if (response.statusCode() / 100 != 2) {
            throw new TransportException(refusal(response));
        }
        return response;
    }

    /** The body of a response whose head has come. It can be closed from now on, even if the client never returns it. */
    private BodySubscriber<InputStream> receive(HttpResponse.ResponseInfo head) {
        BodySubscriber<InputStream> body = BodySubscribers.ofInputStream();
        open = body.getBody().toCompletableFuture().join(); // It is there before its bytes.
        if (stopped) {
            closeStream();
        }
        return body;
    }

    private HttpClient http(URI endpoint) {
        try {
            return clients.client("https".equalsIgnoreCase(endpoint.getScheme()), caFile);
        } catch (IllegalArgumentException unusable) {
            throw new TransportException(new TransportError.Misconfiguration(String.valueOf(unusable.getMessage())));
        }
    }

    private static HttpRequest withLogin(HttpRequest request, ProxyRoute route) {
        return route instanceof ProxyRoute.Through through && through.login() != null
                ? HttpRequest.newBuilder(request, (_, _) -> true).header("Proxy-Authorization", through.login()).build()
                : request;
    }

    private static TransportError unreachable(URI endpoint, ProxyRoute route, IOException failure) {
        return CertificateFault.of(failure)
                .<TransportError>map(fault -> new TransportError.Untrusted(String.valueOf(endpoint.getHost()), fault,
                        deepest(failure)))
                .orElseGet(() -> new TransportError.Unreachable(reason(failure) + through(route)));
    }

    /** The message of the first cause, which names the fault of a certificate. */
    private static String deepest(Throwable failure) {
        Throwable at = failure;
        while (at.getCause() != null) {
            at = at.getCause();
        }
        return String.valueOf(at.getMessage());
    }

    private static String through(ProxyRoute route) {
        return route instanceof ProxyRoute.Through through ? ", through the proxy of " + through : "";
    }

    private TransportError refusal(HttpResponse<InputStream> response) {
        int code = response.statusCode();
        if (code / 100 == 3) {
            closeQuietly(response.body());
            return new TransportError.Redirect(code, response.headers().firstValue("location").orElse("nowhere"));
        }
        String excerpt;
        try (InputStream body = response.body()) {
            excerpt = new String(body.readNBytes(MAX_ERROR), StandardCharsets.UTF_8);
        } catch (IOException cut) {
            excerpt = "";
        }
        return new TransportError.Status(code, excerpt, RetryAfter.of(response.headers(), excerpt, world.now()));
    }

    /** The body, unless it is a page. */
    private CheckedResponseBody body(HttpResponse<InputStream> response, long limit) {
        CheckedResponseBody body = new CheckedResponseBody(response.body(), limit,
                () -> lastArrival = world.nanos());
        String type = contentType(response).toLowerCase(Locale.ROOT);
        if (type.contains("html") || type.contains("xml")) {
            try (body) {
                var _ = body.readNBytes(1_024);
            } catch (IOException cut) {
                // The received part is enough.
            }
            throw foreign(response, body.head());
        }
        return body;
    }

    private static TransportException foreign(HttpResponse<?> response, String excerpt) {
        return new TransportException(
                new TransportError.ForeignFormat(response.statusCode(), contentType(response), excerpt));
    }

    private static String contentType(HttpResponse<?> response) {
        return response.headers().firstValue("content-type").orElse("no content type");
    }

    private static String reason(IOException failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof UnresolvedAddressException) {
                return "the name of the host is not known";
            }
        }
        if (failure instanceof HttpConnectTimeoutException) {
            return "no connection within the time";
        }
        String message = failure.getMessage();
        if (failure instanceof ConnectException && message == null) {
            return "no server listens there";
        }
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    private static void closeQuietly(@Nullable InputStream stream) {
        try {
            if (stream != null) {
                stream.close();
            }
        } catch (IOException alreadyGone) {
            // The connection is closed either way.
        }
    }
}
