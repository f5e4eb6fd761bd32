package dev.waggle.server;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import dev.waggle.connect.mcp.server.HttpEndpoint;
import dev.waggle.connect.mcp.server.McpServerDefinition;
import dev.waggle.connect.mcp.server.McpServerHandle;
import dev.waggle.signal.world.World;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * Tools for clients of the Model Context Protocol at {@code /mcp}. Their first request opens them, because that costs a
 * tenth of a start.
 */
final class McpMount extends Handler.Abstract implements AutoCloseable {

    private static final String PATH = "/mcp";

    private final Supplier<Optional<McpServerDefinition>> tools;
    private final McpAdmission admission;
    private final World world;
    private @Nullable McpServerHandle opened;
    private @Nullable Handler handler;
    private boolean isDecided;

    /**
     * Tools that are not open yet.
     *
     * @param tools asked for at the first request; empty for none
     */
    McpMount(Supplier<Optional<McpServerDefinition>> tools, McpAdmission admission, World world) {
        this.tools = tools;
        this.admission = admission;
        this.world = world;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!PATH.equals(Request.getPathInContext(request))) {
            return false;
        }
        Handler open = opened();
        return open != null && open.handle(request, response, callback);
    }

    /** Cancels the calls that run; opens nothing from now on. */
    @Override
    public synchronized void close() {
        isDecided = true;
        handler = null;
        McpServerHandle open = opened;
        if (open != null) {
            open.close();
        }
    }

    private synchronized @Nullable Handler opened() throws Exception {
        if (!isDecided) {
            Optional<McpServerDefinition> known = tools.get();
            if (known.isPresent()) {
                open(known.get());
            }
            isDecided = true;
        }
        return handler;
    }

    private void open(McpServerDefinition known) throws Exception {
        AtomicReference<@Nullable Handler> mounted = new AtomicReference<>();
        McpServerHandle open = McpServerHandle.mounted(known, admission, HttpEndpoint.SessionLimits.defaults(), world,
                mounted::set);
        Handler started = mounted.get();
        if (started == null) {
            throw new IllegalStateException("the tools have no handler");
        }
        started.setServer(getServer());
        boolean _ = addBean(started, true); // Stopped with this.
        LifeCycle.start(started);
        opened = open;
        handler = started;
    }
}
