package dev.waggle.connect.mcp.client;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.connect.mcp.SdkJson;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;

/**
 * Connection to one server, from its start to its end; a server that dies gets a new connection. Any number of
 * threads may send requests at the same time. Timeouts run in the world of the caller; the timeouts of the SDK are
 * far beyond.
 */
final class McpConnection {

    /** Maximum number of pages of a list of tools, which ends an endless list. */
    static final int MAX_PAGES = 100;

    /** Longest mark of a page, in UTF-16 units; all are kept until the list is whole. */
    static final int MAX_CURSOR = 4_096;

    /** Maximum size of a list, in UTF-16 units of all its texts: a hundred times a long list. */
    static final int MAX_LIST = 16 * 1024 * 1024;

    /** Maximum number of tools of a server: more than any model can choose from. */
    static final int MAX_TOOLS = 2_000;

    /**
     * Calls without an answer after which an idle connection is replaced. Each may hold a stream of the server open,
     * which only the end of the connection closes.
     */
    static final int MAX_UNANSWERED = 32;

    /** Longest reported reason of a server, in UTF-16 units. */
    private static final int MAX_REASON = 1_000;

    private static final Duration BEYOND = Duration.ofDays(1);
    private static final McpSchema.Implementation WE = McpSchema.Implementation.builder("waggle", "0.1.0").build();

    private final World world;
    private final TransportFactory.OpenTransport opened;
    private final CancellableTransport cancellableTransport;
    private final McpAsyncClient client;
    private final CompletableFuture<String> lost;
    private final AtomicBoolean toolsChanged = new AtomicBoolean();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final AtomicInteger asking = new AtomicInteger();
    private volatile boolean isReady;

    McpConnection(TransportFactory.OpenTransport opened, World world) {
        this.world = world;
        this.opened = opened;
        this.lost = opened.lost();
        this.cancellableTransport = new CancellableTransport(opened.transport(), () -> toolsChanged.set(true),
                this::endFlood);
        this.client = McpClient.async(cancellableTransport).clientInfo(WE).requestTimeout(BEYOND)
                .initializationTimeout(BEYOND).build();
    }

    /** Runs the handshake of the protocol. */
    ServerReply<McpSchema.InitializeResult> open(Duration atMost) throws InterruptedException {
        ServerReply<McpSchema.InitializeResult> answer = ask(client.initialize(), atMost);
        isReady = answer instanceof ServerReply.Answer;
        return answer;
    }

    /** True if it accepts requests. */
    boolean isUsable() {
        return isReady && !lost.isDone();
    }

    /** True if it should be replaced and no call is active. */
    boolean shouldReconnect() {
        return unanswered.get() >= MAX_UNANSWERED && asking.get() == 0;
    }

    /** Clears the mark that the tools changed; returns true if the server has reported a change since the last call. */
    boolean clearToolsChanged() {
        return toolsChanged.getAndSet(false);
    }

    /** Marks the tools as changed, so that they are listed again. */
    void markToolsChanged() {
        toolsChanged.set(true);
    }

    /** All tools, from all pages. */
    ServerReply<List<McpSchema.Tool>> list(Duration atMost) throws InterruptedException {
        Deadline deadline = Deadline.in(atMost, world);
        List<McpSchema.Tool> tools = new ArrayList<>();
        Set<String> cursors = new HashSet<>();
        String cursor = null;
        long size = 0;
        for (int page = 0; page < MAX_PAGES; page++) {
            ServerReply<McpSchema.ListToolsResult> answer = ask(listed(cursor), deadline.remaining());
            switch (answer) {
                case ServerReply.Answer<McpSchema.ListToolsResult>(McpSchema.ListToolsResult result) -> {
                    List<McpSchema.Tool> listed = result.tools() == null ? List.of() : result.tools();
                    tools.addAll(listed);
                    size += listed.stream().mapToLong(McpConnection::size).sum();
                    cursor = result.nextCursor();
                }
                case ServerReply.ErrorReply<McpSchema.ListToolsResult>(String sentence) -> {
                    return new ServerReply.ErrorReply<>(sentence);
                }
                case ServerReply.Timeout<McpSchema.ListToolsResult> _ -> {
                    return new ServerReply.Timeout<>(atMost);
                }
                case ServerReply.Disconnection<McpSchema.ListToolsResult>(String state) -> {
                    return new ServerReply.Disconnection<>(state);
                }
            }
            if (tools.size() > MAX_TOOLS) {
                return new ServerReply.ErrorReply<>("lists more than " + MAX_TOOLS + " tools");
            }
            if (size > MAX_LIST) {
                return new ServerReply.ErrorReply<>("has a list of tools of more than " + MAX_LIST + " characters");
            }
            if (cursor != null && cursor.length() > MAX_CURSOR) {
                return new ServerReply.ErrorReply<>("marks the pages of its tools with more than " + MAX_CURSOR
                        + " characters");
            }
            if (cursor == null || cursor.isEmpty()) {
                return new ServerReply.Answer<>(tools);
            }
            if (!cursors.add(cursor)) {
                return new ServerReply.ErrorReply<>("has a list of tools that goes in a circle");
            }
        }
        return new ServerReply.ErrorReply<>("has a list of tools of more than " + MAX_PAGES + " pages");
    }

    private static long size(McpSchema.Tool tool) {
        return tool == null ? 0 : size(tool.name()) + size(tool.title()) + size(tool.description())
                + size(tool.inputSchema()) + size(tool.outputSchema()) + size(tool.meta());
    }

    /** Number of characters of all texts of a node, and of its values. */
    private static long size(@Nullable Object node) {
        return switch (node) {
            case String text -> text.length();
            case Map<?, ?> fields -> fields.entrySet().stream()
                    .mapToLong(field -> size(field.getKey()) + size(field.getValue())).sum();
            case List<?> items -> items.stream().mapToLong(McpConnection::size).sum();
            case null, default -> 1;
        };
    }

    private Mono<McpSchema.ListToolsResult> listed(@Nullable String cursor) {
        return cursor == null ? client.listTools(McpSchema.FIRST_PAGE) : client.listTools(cursor);
    }

    /** Calls a tool. */
    ServerReply<McpSchema.CallToolResult> call(String tool, JsonValue.Obj arguments, Duration atMost)
            throws InterruptedException {
        Map<String, @Nullable Object> plain = SdkJson.fields(arguments);
        Map<String, Object> meta = new HashMap<>(TraceSpan.current().headers()); // So that the server joins the trace.
        return ask(client.callTool(meta.isEmpty()
                ? McpSchema.CallToolRequest.builder(tool).arguments(plain).build()
                : McpSchema.CallToolRequest.builder(tool).arguments(plain).meta(meta).build()), atMost);
    }

    /** Tail of the server's error output before it failed, below a heading. */
    String stderrTail() {
        return opened.lastWords().get();
    }

    /** Ends it; returns when nothing of it is left. */
    void end() {
        isReady = false;
        lost.complete("is closed");
        opened.end().run();
    }

    /** The next caller connects anew; the stream of the flood ends with the connection. */
    private void endFlood(String state) {
        if (lost.complete(state)) {
            isReady = false;
            Thread.ofVirtual().name("mcp-flood").start(opened.end());
        }
    }

    private <T> ServerReply<T> ask(Mono<T> question, Duration atMost) throws InterruptedException {
        CancellableTransport.PendingRequest request = new CancellableTransport.PendingRequest();
        CompletableFuture<T> answer = new CompletableFuture<>();
        asking.incrementAndGet();
        Disposable subscription = question
                .contextWrite(context -> context.put(CancellableTransport.PendingRequest.class, request)).subscribe(
                        answer::complete, answer::completeExceptionally,
                        () -> answer.completeExceptionally(new IOException("it answered nothing")));
        try {
            world.await(CompletableFuture.anyOf(answer, lost), atMost);
            return answerOf(answer, atMost);
        } finally {
            asking.decrementAndGet();
            // Also takes the dependent of this call from the future that lives as long as the connection.
            if (answer.cancel(false)) {
                subscription.dispose();
                cancellableTransport.cancel(request);
            }
        }
    }

    private <T> ServerReply<T> answerOf(CompletableFuture<T> answer, Duration atMost) {
        if (answer.isDone()) {
            return answer.isCompletedExceptionally() ? failed(answer.exceptionNow())
                    : new ServerReply.Answer<>(answer.resultNow());
        }
        if (lost.isDone()) {
            return new ServerReply.Disconnection<>(lost.resultNow());
        }
        unanswered.incrementAndGet();
        return new ServerReply.Timeout<>(atMost);
    }

    private <T> ServerReply<T> failed(Throwable failure) {
        String reason = reason(failure);
        if (failure instanceof McpError) {
            return new ServerReply.ErrorReply<>("says: " + reason);
        }
        if (lost.isDone()) {
            return new ServerReply.Disconnection<>(lost.resultNow());
        }
        if (opened.isLostBy().test(failure)) {
            lost.complete("cannot be reached: " + reason);
            return new ServerReply.Disconnection<>(lost.resultNow());
        }
        return new ServerReply.ErrorReply<>("gave no usable answer: " + reason);
    }

    /** The innermost message; the outer ones name classes. */
    private static String reason(Throwable failure) {
        Throwable inner = failure;
        for (int depth = 0; inner.getCause() != null && depth < 20; depth++) {
            inner = inner.getCause();
        }
        return TextClip.of(VisibleText.of(switch (inner) {
            case UnresolvedAddressException _ -> "there is no such host";
            case ClosedChannelException _, ConnectException _ -> "no server answers there";
            case JacksonException _ -> "its answer is not in the form of the protocol";
            default -> inner.getMessage() == null ? inner.getClass().getSimpleName() : inner.getMessage();
        }), MAX_REASON);
    }
}
