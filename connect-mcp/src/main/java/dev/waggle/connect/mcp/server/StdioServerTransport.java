package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One client on a pair of streams, a message a line.
 *
 * <p>Unlike the library's own transport it survives an unreadable line and can cancel a call. At the end of input it
 * still sends the answers that are due.
 *
 * <p>One virtual thread reads, and the answering threads write. The end of input or a broken output ends it.
 */
final class StdioServerTransport implements McpServerTransportProvider {

    private static final System.Logger LOG = System.getLogger(StdioServerTransport.class.getName());

    private final McpJsonMapper json;
    private final MessageParser messages;
    private final RequestRules rules;
    private final CallRegistry calls;
    private final MessageLineReader in;
    private final OutputStream out;
    /** Held for one line at a time, so that lines stay whole. */
    private final ReentrantLock writing = new ReentrantLock();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private @Nullable McpServerSession session;
    /** Owned by the reading thread. */
    private SessionState state = SessionState.NEW;

    StdioServerTransport(McpJsonMapper json, InputStream in, OutputStream out, RequestRules rules,
            CallRegistry calls) {
        this.json = json;
        this.messages = new MessageParser(json);
        this.rules = rules;
        this.calls = calls;
        this.in = new MessageLineReader(in);
        this.out = out;
    }

    /** Done when the client has ended its input, or reads nothing any more. */
    CompletableFuture<Void> end() {
        return end;
    }

    /** Reads from now on. */
    void start() {
        McpServerSession opened = Objects.requireNonNull(session, "the server is built before its transport starts");
        Thread.ofVirtual().name("mcp stdio").start(() -> readAll(opened));
    }

    private void readAll(McpServerSession to) {
        try {
            while (readOne(to)) {
                // Each line is answered, or handed to a call.
            }
        } catch (IOException | UncheckedIOException broken) {
            LOG.log(Level.DEBUG, "the client's streams broke", broken);
        } finally {
            end.complete(null);
        }
    }

    private boolean readOne(McpServerSession to) throws IOException {
        try {
            byte[] line = in.next();
            if (line == null) {
                return false;
            }
            Optional<JSONRPCMessage> message = messages.read(line);
            if (message.isPresent()) {
                dispatch(message.get(), to);
            }
        } catch (InvalidMessageException bad) {
            write(bad.answer());
        }
        return !end.isDone();
    }

    private void dispatch(JSONRPCMessage message, McpServerSession to) throws IOException {
        if (message instanceof JSONRPCRequest request) {
            request(request, to);
        } else if (message instanceof JSONRPCNotification note) {
            notification(note, to);
        }
    }

    /** The library would hold a request that comes too early, and all later ones, until the client is ready. */
    private void request(JSONRPCRequest request, McpServerSession to) throws IOException {
        boolean isStart = McpSchema.METHOD_INITIALIZE.equals(request.method());
        Optional<RequestRules.BrokenRule> broken = rules.brokenBy(request);
        if (broken.isPresent()) {
            refuse(request, broken.get().code(), broken.get().reason());
        } else if (isStart && state != SessionState.NEW) {
            refuse(request, RpcError.NO_MESSAGE, "the session is initialized already");
        } else if (!isStart && state != SessionState.READY) {
            if (McpSchema.METHOD_PING.equals(request.method())) {
                write(json.writeValueAsString(JSONRPCResponse.result(request.id(), Map.of())));
            } else {
                refuse(request, RpcError.NO_MESSAGE,
                        "the session is not initialized\nMaybe send initialize, and then notifications/initialized.");
            }
        } else {
            state = isStart ? SessionState.STARTED : state;
            handle(request, request.id(), to);
        }
    }

    /** Passes on the end of the start; the library may answer others with requests of its own. */
    private void notification(JSONRPCNotification note, McpServerSession to) {
        Object cancelled = MessageParser.cancelled(note);
        if (cancelled != null) {
            calls.cancel(new CallId(to.getId(), cancelled));
        } else if (McpSchema.METHOD_NOTIFICATION_INITIALIZED.equals(note.method()) && state == SessionState.STARTED) {
            state = SessionState.READY;
            handle(note, null, to);
        }
    }

    private void refuse(JSONRPCRequest request, int code, String reason) throws IOException {
        write(json.writeValueAsString(JSONRPCResponse.error(request.id(),
                new JSONRPCResponse.JSONRPCError(code, reason))));
    }

    private static void handle(JSONRPCMessage message, @Nullable Object id, McpServerSession to) {
        to.handle(message)
                .contextWrite(context -> context.put(McpTransportContext.KEY, MessageParser.context(id, null)))
                .subscribe(done -> {}, failed -> LOG.log(Level.DEBUG, "a message was not answered", failed));
    }

    private void write(String line) {
        writing.lock();
        try {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException broken) {
            end.complete(null);
            throw new UncheckedIOException("the client reads no more: " + broken.getMessage(), broken);
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        session = factory.create(new ClientTransport());
    }

    @Override
    public Mono<Void> notifyClients(String method, Object params) {
        return session == null ? Mono.empty() : session.sendNotification(method, params);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.fromRunnable(() -> end.complete(null));
    }

    /** State of the session: no request, {@code initialize} received, and ready for calls. */
    private enum SessionState {
        NEW, STARTED, READY
    }

    /** The way back to the client. */
    private final class ClientTransport implements McpServerTransport {

        @Override
        public Mono<Void> sendMessage(JSONRPCMessage message) {
            return Mono.fromRunnable(() -> {
                try {
                    write(json.writeValueAsString(message));
                } catch (IOException unwritable) {
                    throw new UncheckedIOException("an answer cannot be written as JSON", unwritable);
                }
            });
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return json.convertValue(data, type);
        }

        @Override
        public Mono<Void> closeGracefully() {
            return StdioServerTransport.this.closeGracefully();
        }
    }
}
