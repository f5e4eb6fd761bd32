package dev.waggle.connect.web;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolOutcome;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;

/**
 * An Internet in one process: names have the addresses they are given, one answer after the other. One server on the
 * loopback address answers at every address. So the rules of the real Internet hold, and the targets that connections
 * were meant for are recorded.
 */
final class PretendWeb implements AutoCloseable {

    static final String PUBLIC = "93.184.215.14";

    private static final ToolCaller CALLER = new ToolCaller("ant", 1);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Deque<List<InetAddress>>> names = new ConcurrentHashMap<>();
    private final List<String> lookups = new CopyOnWriteArrayList<>();
    private final List<String> connections = new CopyOnWriteArrayList<>();
    private final List<String> refused = new CopyOnWriteArrayList<>();
    private final List<HttpExchange> requests = new CopyOnWriteArrayList<>();

    PretendWeb() throws IOException {
        this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    PretendWeb(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Adds a name and its addresses: each answer is given once, the last one from then on. */
    PretendWeb name(String name, String... answers) {
        Deque<List<InetAddress>> all = new ArrayDeque<>();
        for (String answer : answers) {
            all.add(Arrays.stream(answer.split(" ", -1)).map(InetAddress::ofLiteral).toList());
        }
        names.put(name, all);
        return this;
    }

    /** Refuses connections to that address. */
    PretendWeb refuse(String address) {
        refused.add(address);
        return this;
    }

    PretendWeb answer(String path, HttpHandler handler) {
        server.createContext(path, exchange -> {
            requests.add(exchange);
            try (exchange) {
                handler.handle(exchange);
            }
        });
        return this;
    }

    PretendWeb page(String path, String contentType, String body) {
        return answer(path, exchange -> send(exchange, 200, contentType, body.getBytes(StandardCharsets.UTF_8)));
    }

    PretendWeb redirect(String path, String location) {
        return answer(path, exchange -> {
            exchange.getResponseHeaders().set("Location", location);
            exchange.sendResponseHeaders(302, -1);
        });
    }

    static void send(HttpExchange exchange, int status, String contentType, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    NetworkAccess network() {
        return network(DefaultClientTlsStrategy.createDefault());
    }

    NetworkAccess network(TlsSocketStrategy tls) {
        return new NetworkAccess(this::lookUp, Detour::new, tls);
    }

    List<String> lookups() {
        return Collections.unmodifiableList(lookups);
    }

    /** Targets that connections were meant for, in order. */
    List<String> connections() {
        return Collections.unmodifiableList(connections);
    }

    List<HttpExchange> requests() {
        return Collections.unmodifiableList(requests);
    }

    static ToolOutcome fetch(Tool tool, String url) throws InterruptedException {
        return tool.call(CALLER, JsonValue.of(Map.of("url", JsonValue.of(url))));
    }

    static ToolOutcome call(Tool tool, Map<String, JsonValue> input) throws InterruptedException {
        return tool.call(CALLER, JsonValue.of(input));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private List<InetAddress> lookUp(String name) throws UnknownHostException {
        lookups.add(name);
        Deque<List<InetAddress>> answers = names.get(name);
        if (answers == null) {
            throw new UnknownHostException(name);
        }
        return answers.size() > 1 ? answers.removeFirst() : answers.getFirst();
    }

    /** A socket that connects to our server, regardless of its target. */
    private final class Detour extends Socket {

        @Override
        public void connect(SocketAddress meant, int timeout) throws IOException {
            InetSocketAddress address = (InetSocketAddress) meant;
            String numbers = address.getAddress().getHostAddress();
            connections.add(numbers + ' ' + address.getPort());
            if (refused.contains(numbers)) {
                throw new ConnectException("nobody answers at " + numbers);
            }
            super.connect(server.getAddress(), timeout);
        }
    }
}
