package dev.waggle.testing.provider;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import com.sun.net.httpserver.HttpExchange;

/** The connection back to one client. Every method fails when the client has left. */
final class ClientConnection {

    private final HttpExchange exchange;
    private final FaultProxy.Line line;
    private final ServerLog seen;

    ClientConnection(HttpExchange exchange, FaultProxy.Line line, ServerLog seen) {
        this.exchange = exchange;
        this.line = line;
        this.seen = seen;
    }

    /** Writer of the part between the head and the end of a stream. */
    @FunctionalInterface
    interface Stream {
        void write() throws IOException;
    }

    /** Sends a response in one piece. */
    void whole(int status, String type, String body, Map<String, String> headers) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        head(status, type, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            write(bytes);
        }
    }

    /** Sends a response of unknown length; it ends when the stream does. */
    void stream(String type, Stream stream) throws IOException {
        seen.begin();
        try {
            head(200, type, 0);
            stream.write();
            exchange.getResponseBody().close();
        } finally {
            seen.end();
        }
    }

    /** Sends status and headers; a length of 0 is an unknown one, -1 is none. */
    void head(int status, String type, long length) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, length);
        if (length == 0) {
            exchange.getResponseBody().flush();
        }
    }

    void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends these bytes at once. */
    void write(byte[] bytes) throws IOException {
        exchange.getResponseBody().write(bytes);
        exchange.getResponseBody().flush();
    }

    void pause(Duration span) throws IOException {
        if (!span.isZero() && !line.lasts(span)) {
            throw new IOException("the connection is over");
        }
    }

    /** Waits until the client leaves, or the server closes. */
    void stall() throws IOException {
        pause(Duration.ofDays(1));
    }

    /** An exception that closes the connection where it stands: the HTTP server does so when an answer fails. */
    static IOException cut() {
        return new IOException("cut by the script");
    }

    void reset() {
        line.reset();
    }

    /** True if the client left before it had everything. */
    boolean isLeft() {
        return line.isLeft();
    }
}
