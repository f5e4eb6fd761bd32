package dev.waggle.connect.mcp.client;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A transport that tracks open requests, so that one can be cancelled. The server is notified, and the SDK, which would
 * wait for ever, gets a local answer. It also withholds some kinds of notifications from the SDK. At each of them the
 * SDK would list everything again, without a limit on their number.
 */
final class CancellableTransport implements McpClientTransport {

    /** Code of the local answer to a cancelled request; no caller sees it. */
    private static final int TAKEN_BACK = -32_800;

    /**
     * Maximum number of notifications between two answers. A tool that reports a percentage a hundred times is far
     * below; a flood would use a processor without end.
     */
    static final int MAX_NOTIFICATIONS = 100_000;

    /** Maximum number of requests of a server between two answers; we answer each, and none is of use to it. */
    static final int MAX_REQUESTS = 1_000;

    private final McpClientTransport inner;
    private final Runnable whenToolsChange;
    private final Consumer<String> whenFlooded;
    private final AtomicInteger notifications = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicReference<@Nullable Function<Mono<McpSchema.JSONRPCMessage>,
            Mono<McpSchema.JSONRPCMessage>>> handler = new AtomicReference<>();

    /**
     * Wraps a transport.
     *
     * @param whenFlooded what to do when the server sends without end what was not asked for, with the rest of a
     *        sentence that begins with its name
     */
    CancellableTransport(McpClientTransport inner, Runnable whenToolsChange, Consumer<String> whenFlooded) {
        this.inner = inner;
        this.whenToolsChange = whenToolsChange;
        this.whenFlooded = whenFlooded;
    }

    /** One question, from the moment it is sent. Lies in the context of the subscription that asks. */
    static final class PendingRequest {

        private volatile @Nullable Object id;
    }

    @Override
    public Mono<Void> connect(Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> newHandler) {
        handler.set(newHandler);
        return inner.connect(message -> newHandler.apply(message.filter(this::isForClient)));
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return Mono.deferContextual(context -> {
            if (message instanceof McpSchema.JSONRPCRequest request && context.hasKey(PendingRequest.class)) {
                PendingRequest question = context.get(PendingRequest.class);
                question.id = request.id();
            }
            return inner.sendMessage(message);
        });
    }

    /** Cancels the request on both sides. Does not wait. */
    void cancel(PendingRequest question) {
        Object id = question.id;
        var known = handler.get();
        if (id == null || known == null) {
            return;
        }
        McpSchema.JSONRPCMessage answer = McpSchema.JSONRPCResponse.error(id,
                new McpSchema.JSONRPCResponse.JSONRPCError(TAKEN_BACK, "the caller no longer waits"));
        var _ = known.apply(Mono.just(answer)).subscribe(_ -> {}, _ -> {});
        var _ = inner.sendMessage(new McpSchema.JSONRPCNotification("notifications/cancelled",
                Map.of("requestId", id, "reason", "the caller no longer waits"))).subscribe(_ -> {}, _ -> {});
    }

    @Override
    public void setExceptionHandler(Consumer<Throwable> exceptionHandler) {
        inner.setExceptionHandler(exceptionHandler);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return inner.closeGracefully();
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return inner.unmarshalFrom(data, type);
    }

    @Override
    public List<String> protocolVersions() {
        return inner.protocolVersions();
    }

    private boolean isForClient(McpSchema.JSONRPCMessage message) {
        if (message instanceof McpSchema.JSONRPCNotification notice) {
            if (notice.method().equals(McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED)) {
                whenToolsChange.run();
            }
            count(notifications, MAX_NOTIFICATIONS, "notifications");
            return false;
        }
        if (message instanceof McpSchema.JSONRPCRequest) {
            return count(requests, MAX_REQUESTS, "requests");
        }
        notifications.set(0);
        requests.set(0);
        return true;
    }

    /** True as long as there are not too many. */
    private boolean count(AtomicInteger counter, int max, String kind) {
        boolean isFlood = counter.incrementAndGet() > max;
        if (isFlood) {
            whenFlooded.accept("sent more than " + max + " " + kind + " without an answer between them");
        }
        return !isFlood;
    }
}
