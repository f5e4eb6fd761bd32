package dev.waggle.lab.example;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waggle.connect.llm.LiveModels;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.event.json.SwarmEventJson;
import dev.waggle.swarm.reaction.ModelAgent;

/**
 * Server of a page that shows a solve while it runs. The events arrive as server-sent events.
 *
 * <p>The solve belongs to the server and not to a client. It continues when a client goes away, since others may
 * watch it. A client that returns receives the events after the last one that it had. Closing the server cancels the
 * solve. Thread-safe.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.SolvePageServer [MODEL]}
 */
public final class SolvePageServer implements AutoCloseable {

    private static final int PORT = 8_080;

    /** Maximum number of clients at a time: each holds a connection until the solve ends. */
    private static final int MAX_CLIENTS = 100;

    /** Seconds of silence before a comment is sent, so that a connection without a client is noticed. */
    private static final int HEARTBEAT = 15;

    private static final String COMMENT = ":\n\n";
    private static final String FAILED = "event: failed\ndata: {}\n\n";

    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <title>Waggle</title>
            <script src="page.js" defer></script>
            <h1 id="answer">...</h1>
            <ol id="events"></ol>
            </html>
            """;

    /** Script of the page. Texts of agents reach it as {@code textContent} only, so they are never read as HTML. */
    private static final String SCRIPT = """
            const source = new EventSource("events");
            source.onmessage = message => {
                const event = JSON.parse(message.data);
                const line = document.createElement("li");
                line.textContent = event.type + (event.signal ? ": " + JSON.stringify(event.signal.data) : "");
                document.getElementById("events").append(line);
                if (event.type === "solve:complete") {
                    document.getElementById("answer").textContent = event.result.answer;
                    source.close();
                }
            };
            source.addEventListener("failed", () => {
                document.getElementById("answer").textContent = "The solve failed.";
                source.close();
            });
            """;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final SwarmStream stream;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Events so far, bounded by the limits of the solve; guarded by the lock, as the next three fields. */
    private final List<String> lines = new ArrayList<>();
    private boolean ended;
    private boolean failed;
    private int clients;

    /** Begins a solve and serves it at that port of this machine; port 0 is any free one. */
    SolvePageServer(Swarm swarm, Task task, int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        try {
            stream = swarm.stream(task);
        } catch (RuntimeException refused) {
            server.stop(0);
            throw refused;
        }
        threads.execute(this::follow);
        server.start();
    }

    public static void main(String... args) throws IOException, InterruptedException {
        try (LiveModels models = LiveModels.of(System.getenv())) {
            Harness model = models.harness(args.length > 0 ? args[0] : "ollama:llama3.2");
            try (Swarm swarm = new Swarm(SwarmConfig.of(List.of(
                    ModelAgent.of("builder", "proposes what to build", model),
                    ModelAgent.of("keeper", "speaks for those who run it", model))));
                    SolvePageServer page = new SolvePageServer(swarm, Task.of("Rewrite the billing service or repair"
                            + " it?"), PORT)) {
                System.out.println("open " + page.address() + " and stop this program with Ctrl-C");
                Thread.currentThread().join();
            }
        }
    }

    /** The address of the page. */
    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + '/';
    }

    /** Cancels the solve, ends all connections and waits for them. */
    @Override
    public void close() {
        stream.close();
        server.stop(0);
        threads.close();
    }

    /** Stores each milestone as a line; ends with the solve. */
    private void follow() {
        // begin events
        Function<SwarmEvent, JsonValue.Obj> encoder = SwarmEventJson.ofSolve();
        // end
        boolean isComplete = false;
        try {
            // begin events
            for (SwarmEvent event : stream) {
                String line = JsonLine.of(encoder.apply(event));
                update(() -> lines.add(line));
                // end
                isComplete |= event instanceof SwarmEvent.SolveCompleted;
                // begin events
            }
            // end
        } catch (RuntimeException broken) {
            System.err.println("the solve failed: " + broken.getMessage());
        } finally {
            boolean isFailure = !isComplete;
            update(() -> {
                ended = true;
                failed = isFailure;
            });
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            exchange.getResponseHeaders().set("Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; connect-src 'self'");
            if (!exchange.getRequestMethod().equals("GET")) {
                exchange.sendResponseHeaders(405, -1);
                return;
            }
            switch (exchange.getRequestURI().getPath()) {
                case "/" -> send(exchange, "text/html; charset=utf-8", PAGE);
                case "/page.js" -> send(exchange, "text/javascript; charset=utf-8", SCRIPT);
                case "/events" -> sendEvents(exchange);
                default -> exchange.sendResponseHeaders(404, -1);
            }
        }
    }

    private static void send(HttpExchange exchange, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Sends the events after the last one that the client has; status 204 tells it that there are no more. */
    private void sendEvents(HttpExchange exchange) throws IOException {
        int next = lastEventId(exchange);
        if (isOver(next)) {
            exchange.sendResponseHeaders(204, -1);
        } else if (!enter()) {
            exchange.sendResponseHeaders(503, -1);
        } else {
            try {
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
                exchange.sendResponseHeaders(200, 0);
                sendFrom(next, exchange.getResponseBody());
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            } finally {
                update(() -> clients--);
            }
        }
    }

    /** Sends until the solve ends; a client that went away is an exception of the next write. */
    private void sendFrom(int first, OutputStream out) throws IOException, InterruptedException {
        int next = first;
        String piece = pieceAt(next);
        while (!piece.isEmpty()) {
            out.write(piece.getBytes(StandardCharsets.UTF_8));
            out.flush();
            next += piece.startsWith("id:") ? 1 : 0;
            piece = piece.equals(FAILED) ? "" : pieceAt(next);
        }
    }

    /** Waits for an event; a comment after a silence, and nothing at the end of the solve. */
    private String pieceAt(int next) throws InterruptedException {
        lock.lock();
        try {
            long nanosLeft = TimeUnit.SECONDS.toNanos(HEARTBEAT);
            while (next >= lines.size() && !ended && nanosLeft > 0) {
                nanosLeft = changed.awaitNanos(nanosLeft);
            }
            if (next < lines.size()) {
                return "id: " + (next + 1) + "\ndata: " + lines.get(next) + "\n\n";
            }
            return !ended ? COMMENT : failed ? FAILED : "";
        } finally {
            lock.unlock();
        }
    }

    /** Number of events that the client has already; 0 for a new client or a value of another server. */
    private static int lastEventId(HttpExchange exchange) {
        String id = exchange.getRequestHeaders().getFirst("Last-Event-ID");
        return id != null && id.matches("[0-9]{1,9}") ? Integer.parseInt(id) : 0;
    }

    private boolean isOver(int next) {
        lock.lock();
        try {
            return ended && !failed && next >= lines.size();
        } finally {
            lock.unlock();
        }
    }

    /** True if there is room for one more client. */
    private boolean enter() {
        lock.lock();
        try {
            if (clients == MAX_CLIENTS) {
                return false;
            }
            clients++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void update(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
