package dev.waggle.connect.mcp.server;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;

/** A host with a few tools and resources that records the calls of its tools. */
final class TestHost implements ResourceProvider {

    final Queue<String> log = new ConcurrentLinkedQueue<>();
    /** Permits for the end of a call of the tool {@code wait}; each call takes one. */
    final Semaphore goOn = new Semaphore(0);
    final Semaphore waiting = new Semaphore(0);
    final CountDownLatch stopped = new CountDownLatch(1);
    /** Permits for the calls of the tool {@code flood}. */
    final Semaphore flooded = new Semaphore(0);

    McpServerDefinition served() {
        return new McpServerDefinition("house", "1", "Knock first.",
                ToolRegistry.of(List.of(tool("echo", this::echo), tool("refuse", TestHost::refuse),
                        tool("break", TestHost::fail), tool("flood", this::flood))),
                List.of(waiting()), this);
    }

    @Override
    public List<ResourceInfo> list() {
        return List.of(new ResourceInfo("house://rooms", "rooms", "All rooms", "text/plain"),
                new ResourceInfo("house://rooms/{id}", "room", "One room", "text/plain"),
                new ResourceInfo("house://rooms/{id}/log", "log", "What happened there", "text/plain"));
    }

    @Override
    public ResourceResult read(String uri) {
        return uri.contains("nowhere")
                ? new ResourceResult.Missing("there is no room \"nowhere\"\nMaybe read house://rooms.")
                : new ResourceResult.Found("text/plain", "read " + uri);
    }

    private ToolOutcome echo(ToolCaller caller, JsonValue input) {
        log.add(caller.agentId() + "/" + caller.invocation());
        return new ToolOutcome.Done("heard by " + caller.agentId(), input);
    }

    private static ToolOutcome refuse(ToolCaller caller, JsonValue input) {
        return new ToolOutcome.Failed("not today\nMaybe tomorrow.");
    }

    /** More than the buffers between two sockets hold. */
    private ToolOutcome flood(ToolCaller caller, JsonValue input) {
        flooded.release();
        return new ToolOutcome.Done("x".repeat(12_000_000), JsonValue.ofNull());
    }

    private static ToolOutcome fail(ToolCaller caller, JsonValue input) {
        throw new IllegalStateException("the roof is gone");
    }

    private LongRunningTool waiting() {
        ToolDefinition definition = definition("wait");
        return new LongRunningTool() {
            @Override
            public ToolDefinition definition() {
                return definition;
            }

            @Override
            public ToolOutcome call(ClientCall call, JsonValue input) throws InterruptedException {
                if (!call.trace().isEmpty()) {
                    log.add("trace " + new TreeMap<>(call.trace()));
                }
                call.progress().report(1, "waiting");
                waiting.release();
                try {
                    goOn.acquire();
                } catch (InterruptedException taken) {
                    log.add("interrupted");
                    stopped.countDown();
                    throw taken;
                }
                call.progress().report(2, "waited");
                return new ToolOutcome.Done("done", JsonValue.ofNull());
            }
        };
    }

    private static Tool tool(String name, Calling calling) {
        ToolDefinition definition = definition(name);
        return new Tool() {
            @Override
            public ToolDefinition definition() {
                return definition;
            }

            @Override
            public ToolOutcome call(ToolCaller caller, JsonValue input) {
                return calling.call(caller, input);
            }
        };
    }

    private static ToolDefinition definition(String name) {
        return new ToolDefinition(name, "Does " + name + ".",
                new JsonValue.Obj(Map.of("type", JsonValue.of("object"))));
    }

    private interface Calling {
        ToolOutcome call(ToolCaller caller, JsonValue input);
    }
}
