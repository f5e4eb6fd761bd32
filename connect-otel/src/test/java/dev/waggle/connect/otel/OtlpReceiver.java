package dev.waggle.connect.otel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Receiver of OTLP over HTTP with protobuf, on a port of this machine. */
final class OtlpReceiver implements AutoCloseable {

    private final HttpServer server;
    private final List<ReceivedSpan> spans = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final boolean isHanging;

    /** A span as it came over the wire. */
    record ReceivedSpan(String trace, String id, String parent, String name) {}

    private OtlpReceiver(boolean isHanging) {
        this.isHanging = isHanging;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException busy) {
            throw new UncheckedIOException(busy);
        }
        server.setExecutor(code -> Thread.ofVirtual().start(code));
        server.createContext("/v1/traces", this::receive);
        server.start();
    }

    static OtlpReceiver answering() {
        return new OtlpReceiver(false);
    }

    static OtlpReceiver hanging() {
        return new OtlpReceiver(true);
    }

    String tracesAddress() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
    }

    List<ReceivedSpan> spans() {
        return List.copyOf(spans);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (isHanging) {
                closed.await();
            }
            for (ProtobufReader resource : ProtobufReader.of(body).messages(1)) {
                for (ProtobufReader scope : resource.messages(2)) {
                    scope.messages(2).forEach(span -> spans
                            .add(new ReceivedSpan(span.hex(1), span.hex(2), span.hex(4), span.text(5))));
                }
            }
            exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
