package dev.waggle.signal.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Receiver of OTLP over HTTP with protobuf, on a port of this machine. It knows nothing of OpenTelemetry's classes. */
public final class OtlpReceiver implements AutoCloseable {

    private final HttpServer server;
    private final List<ReceivedSpan> spans = new CopyOnWriteArrayList<>();
    private final List<ReceivedLog> logs = new CopyOnWriteArrayList<>();
    private final List<ReceivedGauge> gauges = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final boolean isHanging;

    /** A span as it came over the wire. */
    public record ReceivedSpan(String trace, String id, String parent, String name) {}

    /** A log record as it came over the wire; its attributes are those that are texts. */
    public record ReceivedLog(String scope, String trace, String span, String severity, String event, String body,
            Map<String, String> attributes) {}

    /** A value of a gauge as it came over the wire, with its labels. */
    public record ReceivedGauge(String name, double value, Map<String, String> labels) {}

    private OtlpReceiver(boolean isHanging) {
        this.isHanging = isHanging;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException busy) {
            throw new UncheckedIOException(busy);
        }
        server.setExecutor(code -> Thread.ofVirtual().start(code));
        server.createContext("/v1/traces", exchange -> receive(exchange, this::addSpans));
        server.createContext("/v1/logs", exchange -> receive(exchange, this::addLogs));
        server.createContext("/v1/metrics", exchange -> receive(exchange, this::addGauges));
        server.start();
    }

    public static OtlpReceiver answering() {
        return new OtlpReceiver(false);
    }

    public static OtlpReceiver hanging() {
        return new OtlpReceiver(true);
    }

    /** The address for spans, metrics and logs. */
    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public String tracesAddress() {
        return address() + "/v1/traces";
    }

    public String logsAddress() {
        return address() + "/v1/logs";
    }

    public List<ReceivedSpan> spans() {
        return List.copyOf(spans);
    }

    public List<ReceivedLog> logs() {
        return List.copyOf(logs);
    }

    public List<ReceivedGauge> gauges() {
        return List.copyOf(gauges);
    }

    /** The requests as they came, a character for each byte, to look for texts that must not be in them. */
    public List<String> bodies() {
        return List.copyOf(bodies);
    }

    /** Waits until a span of that name has come; true if it has in that time. */
    public boolean awaitSpan(String name, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        synchronized (spans) {
            while (spans.stream().noneMatch(span -> span.name().equals(name))) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    return false;
                }
                spans.wait(left);
            }
            return true;
        }
    }

    private void addSpans(ProtobufReader scope) {
        synchronized (spans) {
            scope.messages(2).forEach(span -> spans
                    .add(new ReceivedSpan(span.hex(1), span.hex(2), span.hex(4), span.text(5))));
            spans.notifyAll();
        }
    }

    private void addLogs(ProtobufReader scope) {
        String name = scope.messages(1).stream().map(about -> about.text(1)).findFirst().orElse("");
        scope.messages(2).forEach(log -> logs.add(new ReceivedLog(name, log.hex(9), log.hex(10), log.text(3),
                log.text(12), log.messages(5).stream().map(body -> body.text(1)).findFirst().orElse(""),
                attributes(log, 6))));
    }

    private void addGauges(ProtobufReader scope) {
        for (ProtobufReader metric : scope.messages(2)) {
            metric.messages(5).stream().flatMap(gauge -> gauge.messages(1).stream()).forEach(point -> gauges
                    .add(new ReceivedGauge(metric.text(1), point.number(4), attributes(point, 7))));
        }
    }

    private static Map<String, String> attributes(ProtobufReader message, int field) {
        Map<String, String> attributes = new TreeMap<>();
        message.messages(field).forEach(attribute -> attribute.messages(2)
                .forEach(value -> attributes.put(attribute.text(1), value.text(1))));
        return attributes;
    }

    private void receive(HttpExchange exchange, Consumer<ProtobufReader> scopes) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (isHanging) {
                closed.await();
            }
            bodies.add(new String(body, StandardCharsets.ISO_8859_1));
            ProtobufReader.of(body).messages(1).forEach(resource -> resource.messages(2).forEach(scopes));
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
