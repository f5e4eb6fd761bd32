package dev.waggle.connect.mcp.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.JsonLine;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.world.World;
import io.modelcontextprotocol.spec.McpSchema;
import org.jspecify.annotations.Nullable;

/**
 * A server that is used: its connection, a new one when that dies, and its tools. Any number of threads may call at the
 * same time. A dead server is tried again by whoever calls next, one at a time, at once and then after pauses that
 * double with each failure since it last answered.
 */
final class ToolServer {

    /** Pause after the second failure in a row. */
    static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    /** Longest pause: a server that is mended is found again within it. */
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    /** What a model must know before it tries again. */
    private static final String UNKNOWN = "; whether it did what it was asked is not known";

    private final McpServerConfig config;
    private final Transports transports;
    private final World world;
    private final Secrets secrets;

    /** Held while a connection is made; taken before the monitor of this object. */
    private final ReentrantLock connecting = new ReentrantLock();
    private volatile @Nullable Link link;
    private volatile Listing listing = new Listing(Map.of(), Map.of(), Set.of());

    private boolean closed;
    private @Nullable Link lastDied;
    private String lastTrouble = "";
    private int failures;
    private long notBefore;

    ToolServer(McpServerConfig config, Transports transports, World world) {
        this.config = config;
        this.transports = transports;
        this.world = world;
        this.secrets = new Secrets(config.transport().secrets());
    }

    McpServerConfig config() {
        return config;
    }

    /** Connects for the first time and lists its tools. */
    void start() throws InterruptedException, ToolServerException {
        Deadline deadline = Deadline.in(config.connectTimeout(), world);
        Answer<Link> reached = reach();
        if (!(reached instanceof Answer.Given<Link>(Link opened))) {
            throw failure(reached.trouble());
        }
        opened.takeToolsChanged();
        Answer<List<McpSchema.Tool>> listed = opened.list(deadline.remaining());
        if (!(listed instanceof Answer.Given<List<McpSchema.Tool>>(List<McpSchema.Tool> tools))) {
            throw failure(listed.trouble());
        }
        Listing found = Listing.of(config, tools);
        String missing = found.missing(config);
        if (!missing.isEmpty()) {
            throw failure(missing);
        }
        listing = found;
    }

    /** Lists its tools again when they have changed; whether it did. What cannot be listed stays as it was. */
    boolean refresh() throws InterruptedException {
        Link known = link;
        if (known == null || !known.isUsable() || !known.takeToolsChanged()) {
            return false;
        }
        Answer<List<McpSchema.Tool>> listed;
        try {
            listed = known.list(config.connectTimeout());
        } catch (InterruptedException stop) {
            known.setToolsChanged();
            throw stop;
        }
        if (listed instanceof Answer.Given<List<McpSchema.Tool>>(List<McpSchema.Tool> tools)) {
            listing = Listing.of(config, tools);
            return true;
        }
        known.setToolsChanged();
        return false;
    }

    Listing listing() {
        return listing;
    }

    /** Calls a tool by the server's own name for it. */
    ToolOutcome call(String tool, JsonValue.Obj arguments) throws InterruptedException {
        if (!listing.tools().containsKey(tool)) {
            return new ToolOutcome.Failed(named() + " has no tool " + JsonLine.quoted(tool)
                    + " any more\nMaybe one of: " + Listing.named(listing.tools().keySet()) + ".");
        }
        Answer<Link> reached = reach();
        if (!(reached instanceof Answer.Given<Link>(Link open))) {
            return new ToolOutcome.Failed(hidden(named() + " " + reached.trouble() + "; it was not called"));
        }
        Answer<McpSchema.CallToolResult> answer = open.call(tool, arguments, config.callTimeout());
        return switch (answer) {
            case Answer.Given<McpSchema.CallToolResult>(McpSchema.CallToolResult result) -> {
                isWell(open);
                yield ResultText.outcome(result);
            }
            case Answer.Refused<McpSchema.CallToolResult> refused -> {
                isWell(open);
                yield new ToolOutcome.Failed(hidden(named() + " " + refused.trouble()));
            }
            case Answer.Late<McpSchema.CallToolResult> late ->
                new ToolOutcome.Failed(named() + " " + late.trouble() + UNKNOWN);
            case Answer.Lost<McpSchema.CallToolResult> lost -> {
                died(open, lost.trouble());
                yield new ToolOutcome.Failed(hidden(named() + " " + lost.trouble() + UNKNOWN));
            }
        };
    }

    /** Ends it; returns when nothing of it is left. */
    void close() {
        Link known;
        synchronized (this) {
            closed = true;
            known = link;
        }
        if (known != null) {
            known.end();
        }
    }

    private Answer<Link> reach() throws InterruptedException {
        Link known = link;
        if (known != null && known.isUsable() && !known.isWorn()) {
            return new Answer.Given<>(known);
        }
        connecting.lockInterruptibly();
        try {
            Link latest = link;
            if (latest != null && latest.isUsable() && !latest.isWorn()) {
                return new Answer.Given<>(latest);
            }
            if (latest != null) {
                latest.end();
            }
            return connect();
        } finally {
            connecting.unlock();
        }
    }

    private Answer<Link> connect() throws InterruptedException {
        Link fresh;
        synchronized (this) {
            if (closed) {
                return new Answer.Lost<>("is closed");
            }
            long pause = notBefore - world.nanos();
            if (failures > 1 && pause > 0) {
                return new Answer.Lost<>(lastTrouble + "; it is tried again in "
                        + Math.ceilDiv(pause, Duration.ofMillis(1).toNanos()) + " ms");
            }
            fresh = new Link(transports.open(config.transport()), world);
            link = fresh;
        }
        boolean isOpen = false;
        try {
            Answer<McpSchema.InitializeResult> opened = fresh.open(config.connectTimeout());
            isOpen = opened instanceof Answer.Given;
            if (isOpen) {
                fresh.setToolsChanged();
                return new Answer.Given<>(fresh);
            }
            died(fresh, opened.trouble());
            return new Answer.Lost<>(opened.trouble());
        } finally {
            if (!isOpen) {
                fresh.end();
            }
        }
    }

    private synchronized void died(Link dead, String trouble) {
        if (lastDied == dead) {
            return;
        }
        lastDied = dead;
        lastTrouble = trouble;
        failures++;
        long pause = FIRST_PAUSE.toNanos() << Math.clamp(failures - 2, 0, 16);
        notBefore = world.nanos() + Math.min(pause, LONGEST_PAUSE.toNanos());
    }

    private synchronized void isWell(Link open) {
        if (open == link) {
            failures = 0;
        }
    }

    private ToolServerException failure(String trouble) {
        Link known = link;
        return new ToolServerException(hidden(named() + " " + trouble + (known == null ? "" : known.lastWords())));
    }

    private String hidden(String message) {
        return secrets.hiddenIn(message);
    }

    private String named() {
        return "the tool server " + JsonLine.quoted(config.name());
    }
}
