package dev.waggle.connect.mcp.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** A tool server over HTTP that answers one method with a trick, and all others as a good server does. */
final class TrickServer implements AutoCloseable {

    static final String SECRET = "k-secret";

    private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|\\d+)");
    private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String tricked;
    private final Trick trick;
    private final AtomicBoolean isOver = new AtomicBoolean();

    /** All bodies that came, in order. */
    final Queue<String> heard = new ConcurrentLinkedQueue<>();
    /** Bytes that tricks without an end have written. */
    final AtomicLong written = new AtomicLong();

    /**
     * Starts it.
     *
     * @param tricked the method that is answered with the trick
     */
    TrickServer(String tricked, Trick trick) throws IOException {
        this.tricked = tricked;
        this.trick = trick;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                handle(exchange);
            }
        });
        server.start();
    }

    /** A way to answer. */
    interface Trick {

        /**
         * Answers.
         *
         * @param id the id of the request as JSON
         */
        void answer(TrickServer server, String id, HttpExchange exchange) throws IOException;
    }

    /** Answers like a good server from now on. */
    void behave() {
        isOver.set(true);
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    McpServerConfig config() {
        return McpServerConfig.of("trick", new McpServerConfig.Http(url(), Map.of("Authorization",
                "Bearer " + SECRET)));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    static void json(HttpExchange exchange, String body) throws IOException {
        send(exchange, 200, "application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    /** Server-sent events, each a message. */
    static void events(HttpExchange exchange, List<String> messages) throws IOException {
        StringBuilder body = new StringBuilder();
        messages.forEach(message -> body.append("event: message\ndata: ").append(message).append("\n\n"));
        send(exchange, 200, "text/event-stream", body.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Sends the start, and then the piece until the client leaves. */
    void endless(HttpExchange exchange, String type, String start, String piece) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(start.getBytes(StandardCharsets.UTF_8));
        byte[] bytes = piece.getBytes(StandardCharsets.UTF_8);
        while (!threads.isShutdown()) {
            exchange.getResponseBody().write(bytes);
            written.addAndGet(bytes.length);
        }
    }

    static String result(String id, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
    }

    /** The result of a good server. */
    static String goodResult(String method) {
        return switch (method) {
            case "initialize" -> "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"trick\",\"version\":\"1\"}}";
            case "tools/list" -> "{\"tools\":[{\"name\":\"t0\",\"inputSchema\":{\"type\":\"object\"}}]}";
            case "tools/call" -> "{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}";
            default -> "{}";
        };
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.sendResponseHeaders(exchange.getRequestMethod().equals("GET") ? 405 : 200, -1);
            return;
        }
        heard.add(body);
        Matcher method = METHOD.matcher(body);
        Matcher id = ID.matcher(body);
        if (!method.find() || !id.find()) {
            exchange.sendResponseHeaders(202, -1);
        } else if (method.group(1).equals(tricked) && !isOver.get()) {
            trick.answer(this, id.group(1), exchange);
        } else {
            json(exchange, result(id.group(1), goodResult(method.group(1))));
        }
    }
}
