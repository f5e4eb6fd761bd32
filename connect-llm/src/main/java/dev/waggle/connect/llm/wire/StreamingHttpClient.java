package dev.waggle.connect.llm.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.waggle.connect.llm.endpoint.ProxyVariables.ProxyRoute;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * HTTP client of one call, as the library uses it. Everything happens on the calling thread, streams too, without a
 * queue or a thread in between. So interrupting the thread ends the call down to the connection. The original error
 * is stored here, because the library may wrap it.
 *
 * <p>It follows no redirects, retries nothing and logs nothing.
 */
public final class StreamingHttpClient implements HttpClient {

    /** Largest part of an error's body that is read, in bytes; providers send less. */
    private static final int MAX_ERROR = 64 * 1_024;

    /** Status of a proxy that requests a login (RFC 9110, section 15.5.8). */
    private static final int PROXY_LOGIN = 407;

    private final HttpClientPool clients;
    private final World world;
    private final long maxResponse;
    private final CallHooks hooks;
    private volatile long lastArrival;
    private volatile @Nullable TransportError error;
    private volatile @Nullable InputStream open;
    private volatile boolean stopped;
    private final CompletableFuture<Void> endOfStream = new CompletableFuture<>();

    /**
     * @param clients the connections and their proxies
     * @param world its stopwatch times the activity
     * @param maxResponse the largest body, in bytes
     */
    StreamingHttpClient(HttpClientPool clients, World world, long maxResponse, CallHooks hooks) {
        this.clients = clients;
        this.world = world;
        this.maxResponse = maxResponse;
        this.hooks = hooks;
        lastArrival = world.nanos();
    }

    /** Builder for the library. Its timeouts are ignored, because the call has a deadline. */
    public HttpClientBuilder builder() {
        return new Builder(this);
    }

    /** Time of the last activity, by the stopwatch; the beginning of the call when there was none. */
    public long lastActivityNanos() {
        return lastArrival;
    }

    /** The transport error, if any. */
    public @Nullable TransportError error() {
        return error;
    }

    /** Done when the provider has sent its last event. */
    public CompletableFuture<Void> endOfStream() {
        return endOfStream;
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

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        HttpResponse<InputStream> response = send(request);
        CheckedResponseBody body = body(response);
        try (body) {
            return opened(response).body(body.readAllBytes()).build();
        } catch (IOException broken) {
            TransportError error = body.error();
            throw failed(error == null ? new TransportError.Interruption(String.valueOf(broken.getMessage())) : error);
        }
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        try {
            HttpResponse<InputStream> response = send(request);
            try (CheckedResponseBody body = body(response)) {
                listener.onOpen(opened(response).build());
                RawEventListener overhearing = new RawEventListener(listener, hooks, endOfStream);
                parser.parse(body, overhearing);
                finish(response, body, overhearing);
            } catch (IOException broken) {
                throw failed(new TransportError.Interruption(String.valueOf(broken.getMessage())));
            }
            listener.onClose();
        } catch (TransportException refused) {
            listener.onError(refused);
        }
    }

    private HttpResponse<InputStream> send(HttpRequest request) {
        HttpRequest amended = hooks.outgoing().apply(request);
        URI endpoint = URI.create(amended.url());
        ProxyRoute route = clients.routes().route(endpoint);
        if (route instanceof ProxyRoute.Unusable unusable) {
            throw failed(new TransportError.Misconfiguration(unusable.reason()));
        }
        HttpResponse<InputStream> response;
        try {
            response = http(endpoint).send(toJdkRequest(amended, endpoint, route), BodyHandlers.ofInputStream());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw failed(new TransportError.Cancellation());
        } catch (IOException notThere) {
            throw failed(CertificateFault.of(notThere).<TransportError>map(fault -> new TransportError.Untrusted(
                    String.valueOf(endpoint.getHost()), fault, deepest(notThere)))
                    .orElseGet(() -> new TransportError.Unreachable(reason(notThere) + through(route))));
        }
        lastArrival = world.nanos();
        if (response.statusCode() == PROXY_LOGIN) {
            closeQuietly(response.body()); // Null where the proxy refused a tunnel.
            throw failed(new TransportError.ProxyLogin(route instanceof ProxyRoute.Through it ? it.toString() : "",
                    route instanceof ProxyRoute.Through it && it.login() != null));
        }
        open = response.body();
        if (stopped) {
            closeQuietly(response.body());
            throw failed(new TransportError.Cancellation());
        }
        if (response.statusCode() / 100 != 2) {
            throw failed(refusal(response));
        }
        return response;
    }

    private java.net.http.HttpClient http(URI endpoint) {
        try {
            return clients.client("https".equalsIgnoreCase(endpoint.getScheme()), hooks.caFile());
        } catch (IllegalArgumentException unusable) {
            throw failed(new TransportError.Misconfiguration(String.valueOf(unusable.getMessage())));
        }
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
    private CheckedResponseBody body(HttpResponse<InputStream> response) {
        CheckedResponseBody body = new CheckedResponseBody(response.body(), maxResponse,
                () -> lastArrival = world.nanos());
        String type = contentType(response).toLowerCase(Locale.ROOT);
        if (type.contains("html") || type.contains("xml")) {
            try (body) {
                var _ = body.readNBytes(1_024);
            } catch (IOException cut) {
                // The received part is enough.
            }
            throw failed(new TransportError.ForeignFormat(response.statusCode(), type, body.head()));
        }
        return body;
    }

    /** Checks at the end that the response was complete. */
    private void finish(HttpResponse<InputStream> response, CheckedResponseBody body, RawEventListener overhearing) {
        if (stopped || Thread.currentThread().isInterrupted()) {
            throw failed(new TransportError.Cancellation());
        }
        TransportError broken = body.error();
        if (broken != null && !endOfStream.isDone()) {
            throw failed(broken);
        }
        TransportError error = overhearing.reportedError();
        if (error != null) {
            throw failed(error);
        }
        String unread = overhearing.unreadableEvent();
        if (unread != null) {
            throw failed(new TransportError.ForeignFormat(response.statusCode(), contentType(response), unread));
        }
        if (overhearing.events() == 0) {
            TransportError ofBody = StreamedError.findInArray(body.head());
            throw failed(ofBody != null ? ofBody : body.isEmpty()
                    ? new TransportError.Interruption("nothing came")
                    : new TransportError.ForeignFormat(response.statusCode(), contentType(response), body.head()));
        }
    }

    private TransportException failed(TransportError failure) {
        if (error == null) {
            error = failure;
        }
        return new TransportException(failure);
    }

    private static java.net.http.HttpRequest toJdkRequest(HttpRequest request, URI endpoint, ProxyRoute route) {
        var builder = java.net.http.HttpRequest.newBuilder(endpoint);
        if (route instanceof ProxyRoute.Through through && through.login() != null) {
            builder.header("Proxy-Authorization", through.login());
        }
        for (Map.Entry<String, List<String>> header : request.headers().entrySet()) {
            header.getValue().forEach(value -> builder.header(header.getKey(), value));
        }
        String body = request.body();
        return builder.method(request.method().name(),
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)).build();
    }

    private static SuccessfulHttpResponse.Builder opened(HttpResponse<?> response) {
        return SuccessfulHttpResponse.builder().statusCode(response.statusCode()).headers(response.headers().map());
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
        if (failure instanceof java.net.http.HttpConnectTimeoutException) {
            return "no connection within the time";
        }
        String message = failure.getMessage();
        if (failure instanceof ConnectException && message == null) {
            return "no server listens there";
        }
        return message == null ? failure.getClass().getSimpleName() : message;
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

    private static void closeQuietly(@Nullable InputStream stream) {
        try {
            if (stream != null) {
                stream.close();
            }
        } catch (IOException alreadyGone) {
            // The connection is closed either way.
        }
    }

    /** HTTP client builder for the library. */
    private static final class Builder implements HttpClientBuilder {

        private final StreamingHttpClient client;
        private Duration connectTimeout = HttpClientPool.CONNECT_TIMEOUT;
        private Duration readTimeout = Duration.ZERO;

        Builder(StreamingHttpClient client) {
            this.client = client;
        }

        @Override
        public Duration connectTimeout() {
            return connectTimeout;
        }

        @Override
        public HttpClientBuilder connectTimeout(Duration timeout) {
            connectTimeout = timeout;
            return this;
        }

        @Override
        public Duration readTimeout() {
            return readTimeout;
        }

        @Override
        public HttpClientBuilder readTimeout(Duration timeout) {
            readTimeout = timeout;
            return this;
        }

        @Override
        public HttpClient build() {
            return client;
        }
    }
}
