package dev.waggle.connect.mcp.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonTextMapper;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.world.World;
import io.modelcontextprotocol.spec.McpSchema;
import org.jspecify.annotations.Nullable;

/**
 * A tool server in use: its connection, a new one when that dies, and its tools. Any number of threads may call at the
 * same time. The next caller reconnects to a dead server, one caller at a time. The first retry is immediate; then the
 * pauses double with each failure since the server's last answer.
 */
final class ToolServer {

    /** Pause after the second consecutive failure. */
    static final Duration INITIAL_BACKOFF = Duration.ofSeconds(1);

    /** Longest pause: a server that is mended is found again within it. */
    static final Duration MAX_BACKOFF = Duration.ofMinutes(1);

    /** Warning for a model that may try again. */
    private static final String UNKNOWN = "; whether it did what it was asked is not known";

    private final McpServerConfig config;
    private final TransportFactory transports;
    private final World world;
    private final SecretSet secrets;

    /** Held while a connection is made; acquired before the monitor of this object. */
    private final ReentrantLock connecting = new ReentrantLock();
    private volatile @Nullable McpConnection link;
    private volatile ToolListing listing = new ToolListing(Map.of(), Map.of(), Set.of());

    private boolean closed;
    private @Nullable McpConnection lastDied;
    private String lastTrouble = "";
    private int failures;
    private long notBefore;

    ToolServer(McpServerConfig config, TransportFactory transports, World world) {
        this.config = config;
        this.transports = transports;
        this.world = world;
        this.secrets = SecretSet.of(config.transport().secrets());
    }

    McpServerConfig config() {
        return config;
    }

    /** Connects for the first time and lists its tools. */
    void start() throws InterruptedException, ToolServerException {
        Deadline deadline = Deadline.in(config.connectTimeout(), world);
        ServerReply<McpConnection> reached = reach();
        if (!(reached instanceof ServerReply.Answer<McpConnection>(McpConnection opened))) {
            throw failure(reached.problem());
        }
        opened.clearToolsChanged();
        ServerReply<List<McpSchema.Tool>> listed = opened.list(deadline.remaining());
        if (!(listed instanceof ServerReply.Answer<List<McpSchema.Tool>>(List<McpSchema.Tool> tools))) {
            throw failure(listed.problem());
        }
        ToolListing found = ToolListing.of(config, tools);
        String missing = found.missing(config);
        if (!missing.isEmpty()) {
            throw failure(missing);
        }
        listing = found;
    }

    /** Lists changed tools again, and returns true if it did. When that fails, the old list stays. */
    boolean refresh() throws InterruptedException {
        McpConnection known = link;
        if (known == null || !known.isUsable() || !known.clearToolsChanged()) {
            return false;
        }
        ServerReply<List<McpSchema.Tool>> listed;
        try {
            listed = known.list(config.connectTimeout());
        } catch (InterruptedException stop) {
            known.markToolsChanged();
            throw stop;
        }
        if (listed instanceof ServerReply.Answer<List<McpSchema.Tool>>(List<McpSchema.Tool> tools)) {
            listing = ToolListing.of(config, tools);
            return true;
        }
        known.markToolsChanged();
        return false;
    }

    ToolListing listing() {
        return listing;
    }

    /** Calls a tool by the server's own name for it. */
    ToolOutcome call(String tool, JsonValue.Obj arguments) throws InterruptedException {
        if (!listing.tools().containsKey(tool)) {
            return new ToolOutcome.Failed(named() + " has no tool " + JsonLine.quoted(tool)
                    + " any more\nMaybe one of: " + ToolListing.named(listing.tools().keySet()) + ".");
        }
        ServerReply<McpConnection> reached = reach();
        if (!(reached instanceof ServerReply.Answer<McpConnection>(McpConnection open))) {
            return new ToolOutcome.Failed(redacted(named() + " " + reached.problem() + "; it was not called"));
        }
        ServerReply<McpSchema.CallToolResult> answer = open.call(tool, arguments, config.callTimeout());
        return switch (answer) {
            case ServerReply.Answer<McpSchema.CallToolResult>(McpSchema.CallToolResult result) -> {
                recordSuccess(open);
                yield masked(ResultText.outcome(result));
            }
            case ServerReply.ErrorReply<McpSchema.CallToolResult> refused -> {
                recordSuccess(open);
                yield new ToolOutcome.Failed(redacted(named() + " " + refused.problem()));
            }
            case ServerReply.Timeout<McpSchema.CallToolResult> late ->
                new ToolOutcome.Failed(named() + " " + late.problem() + UNKNOWN);
            case ServerReply.Disconnection<McpSchema.CallToolResult> lost -> {
                recordFailure(open, lost.problem());
                yield new ToolOutcome.Failed(redacted(named() + " " + lost.problem() + UNKNOWN));
            }
        };
    }

    /** Ends it; returns when nothing of it is left. */
    void close() {
        McpConnection known;
        synchronized (this) {
            closed = true;
            known = link;
        }
        if (known != null) {
            known.end();
        }
    }

    private ServerReply<McpConnection> reach() throws InterruptedException {
        McpConnection known = link;
        if (known != null && known.isUsable() && !known.shouldReconnect()) {
            return new ServerReply.Answer<>(known);
        }
        connecting.lockInterruptibly();
        try {
            McpConnection latest = link;
            if (latest != null && latest.isUsable() && !latest.shouldReconnect()) {
                return new ServerReply.Answer<>(latest);
            }
            if (latest != null) {
                latest.end();
            }
            return connect();
        } finally {
            connecting.unlock();
        }
    }

    private ServerReply<McpConnection> connect() throws InterruptedException {
        McpConnection fresh;
        synchronized (this) {
            if (closed) {
                return new ServerReply.Disconnection<>("is closed");
            }
            long pause = notBefore - world.nanos();
            if (failures > 1 && pause > 0) {
                return new ServerReply.Disconnection<>(lastTrouble + "; it is tried again in "
                        + Math.ceilDiv(pause, Duration.ofMillis(1).toNanos()) + " ms");
            }
            fresh = new McpConnection(transports.open(config.transport()), world);
            link = fresh;
        }
        boolean isOpen = false;
        try {
            ServerReply<McpSchema.InitializeResult> opened = fresh.open(config.connectTimeout());
            isOpen = opened instanceof ServerReply.Answer;
            if (isOpen) {
                fresh.markToolsChanged();
                return new ServerReply.Answer<>(fresh);
            }
            recordFailure(fresh, opened.problem());
            return new ServerReply.Disconnection<>(opened.problem());
        } finally {
            if (!isOpen) {
                fresh.end();
            }
        }
    }

    private synchronized void recordFailure(McpConnection dead, String trouble) {
        if (lastDied == dead) {
            return;
        }
        lastDied = dead;
        lastTrouble = trouble;
        failures++;
        long pause = INITIAL_BACKOFF.toNanos() << Math.clamp(failures - 2, 0, 16);
        notBefore = world.nanos() + Math.min(pause, MAX_BACKOFF.toNanos());
    }

    private synchronized void recordSuccess(McpConnection open) {
        if (open == link) {
            failures = 0;
        }
    }

    private ToolServerException failure(String trouble) {
        McpConnection known = link;
        return new ToolServerException(redacted(named() + " " + trouble + (known == null ? "" : known.stderrTail())));
    }

    /** The outcome without the secrets that the server was given, which it may echo. */
    private ToolOutcome masked(ToolOutcome outcome) {
        return switch (outcome) {
            case ToolOutcome.Done(String text, JsonValue details) ->
                new ToolOutcome.Done(secrets.mask(text), JsonTextMapper.map(details, secrets::mask));
            case ToolOutcome.Failed(String reason) -> new ToolOutcome.Failed(redacted(reason));
        };
    }

    private String redacted(String message) {
        return secrets.maskError(message);
    }

    private String named() {
        return "the tool server " + JsonLine.quoted(config.name());
    }
}
