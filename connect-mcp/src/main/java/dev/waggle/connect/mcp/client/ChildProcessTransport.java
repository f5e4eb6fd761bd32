package dev.waggle.connect.mcp.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

import dev.waggle.signal.world.World;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Transport of messages to and from a child process, one a line. Unlike the transport of the SDK it withholds our
 * environment and reports the death of the child at once. It survives a line that is no message, and leaves no process
 * behind.
 *
 * <p>Two daemon threads read. One virtual thread writes from a queue, so that a child that does not read blocks no
 * caller.
 */
final class ChildProcessTransport implements McpClientTransport {

    /** Longest message, in bytes: as long as the longest text of JSON that is read elsewhere. */
    static final int MAX_MESSAGE = 8 * 1024 * 1024;

    /** Lines that are no messages after which the child is given up: a banner has some, a wrong program all. */
    private static final int MAX_STRAY_LINES = 200;

    /** Messages that wait to be written; more calls than that do not wait for one server. */
    private static final int MAX_QUEUED = 1_000;

    private static final int MAX_ERROR_LINE = 4_096;

    private final McpServerConfig.Stdio stdio;
    private final Map<String, String> ours;
    private final World world;
    private final McpJsonMapper json;
    private final StderrTail stderrTail = new StderrTail();
    private final BlockingQueue<McpSchema.JSONRPCMessage> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private final CompletableFuture<Void> outputRead = new CompletableFuture<>();
    private final CompletableFuture<Void> errorsRead = new CompletableFuture<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    private @Nullable ChildProcess child;
    private @Nullable Thread writer;
    private boolean closed;

    ChildProcessTransport(McpServerConfig.Stdio stdio, Map<String, String> ours, World world, McpJsonMapper json) {
        this.stdio = stdio;
        this.ours = ours;
        this.world = world;
        this.json = json;
    }

    /**
     * Completes when the child is unusable, and the child is then ended. The value is the rest of a sentence that
     * begins with its name.
     */
    CompletableFuture<String> lost() {
        return lost;
    }

    /** Tail of the child's error output, below a heading. */
    String stderrTail() {
        return stderrTail.text();
    }

    @Override
    public Mono<Void> connect(Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) {
        return Mono.fromRunnable(() -> {
            try {
                start(handler);
            } catch (IOException failure) {
                lost.complete("cannot be started: " + failure.getMessage());
            }
        });
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return Mono.fromRunnable(() -> {
            if (!queue.offer(message)) {
                lost.complete("does not read what it is sent: " + MAX_QUEUED + " messages wait for it");
            }
        });
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return json.convertValue(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.fromRunnable(this::end);
    }

    /** Ends the child; every caller returns only after its exit. */
    void end() {
        ChildProcess known;
        Thread writing;
        boolean isFirst;
        synchronized (this) {
            isFirst = !closed;
            closed = true;
            known = child;
            writing = writer;
        }
        lost.complete("is closed");
        if (known == null || writing == null) {
            return;
        }
        if (!isFirst) {
            awaitEnd();
            return;
        }
        try {
            known.end(writing::interrupt);
        } finally {
            ended.countDown();
        }
    }

    private void awaitEnd() {
        try {
            ended.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void start(
            Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) throws IOException {
        if (closed || child != null) {
            throw new IOException("it is closed");
        }
        ChildProcess started = ChildProcess.start(stdio, ours, world);
        child = started;
        String name = "mcp-" + started.pid();
        writer = Thread.ofVirtual().name(name + "-in").start(() -> write(started.input()));
        reader(name + "-out", () -> read(started, handler));
        reader(name + "-err", () -> readErrors(started.errors()));
        var _ = lost.thenRunAsync(this::end, Thread.ofVirtual()::start);
        var _ = started.onExit().thenRunAsync(() -> whenGone(started), Thread.ofVirtual()::start);
    }

    private static void reader(String name, Runnable work) {
        Thread.ofPlatform().daemon().name(name).start(work);
    }

    private void write(OutputStream input) {
        try (input) {
            while (true) {
                byte[] line = json.writeValueAsString(queue.take()).getBytes(StandardCharsets.UTF_8);
                input.write(line);
                input.write('\n');
                input.flush();
            }
        } catch (IOException broken) {
            // The exit of a child explains more than the failure of its pipe.
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void read(ChildProcess from,
            Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) {
        PipeLineReader lines = new PipeLineReader(from.output(), MAX_MESSAGE);
        int strayLines = 0;
        try {
            for (PipeLineReader.Line line = lines.next(); line != null; line = lines.next()) {
                if (!line.isWhole()) {
                    lost.complete("wrote a message of more than " + MAX_MESSAGE + " bytes");
                } else if (!line.text().isBlank() && !isHandled(line.text(), handler)) {
                    stderrTail.add(line.text());
                    strayLines++;
                }
                if (strayLines > MAX_STRAY_LINES) {
                    lost.complete("wrote " + strayLines + " lines that are no messages"
                            + "\nMaybe it is no MCP server, or logs to its standard output.");
                }
            }
        } catch (IOException broken) {
            stderrTail.add("its output broke: " + broken.getMessage());
        }
        outputRead.complete(null);
        whenSilent(from);
    }

    private boolean isHandled(String line,
            Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) {
        McpSchema.JSONRPCMessage message;
        try {
            message = McpSchema.deserializeJsonRpcMessage(json, line);
        } catch (IOException | RuntimeException noMessage) {
            return false;
        }
        var _ = handler.apply(Mono.just(message)).subscribe(_ -> {}, _ -> {});
        return true;
    }

    private void readErrors(InputStream errors) {
        PipeLineReader lines = new PipeLineReader(errors, MAX_ERROR_LINE);
        try {
            for (PipeLineReader.Line line = lines.next(); line != null; line = lines.next()) {
                stderrTail.add(line.text());
            }
        } catch (IOException broken) {
            stderrTail.add("its errors broke: " + broken.getMessage());
        }
        errorsRead.complete(null);
    }

    /** The child has ended; its remaining output is still to be read. */
    private void whenGone(ChildProcess gone) {
        try {
            world.await(CompletableFuture.allOf(outputRead, errorsRead), ChildProcess.GRACE);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        lost.complete(gone.state());
    }

    /** The output of the child has ended; as a rule the child has ended too, and its exit is reported in a moment. */
    private void whenSilent(ChildProcess silent) {
        try {
            if (!world.await(silent.onExit(), ChildProcess.GRACE)) {
                lost.complete(silent.state());
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
