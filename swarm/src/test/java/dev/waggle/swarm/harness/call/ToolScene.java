package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessLaws;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.harness.ToolLimits;

/** A turn of an agent with tools, in a world whose clock a test moves. */
final class ToolScene {

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
    private final List<Signal> told = Collections.synchronizedList(new ArrayList<>());
    private final RunContext context = RunContext.of(RunContext.Caller.of("ada", 4), world, told::add);

    /** Action of a tool. */
    interface Act {
        ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException;
    }

    /** Code that runs in another thread. */
    interface Code<T> {
        T run() throws Exception;
    }

    RunContext context() {
        return context;
    }

    ToolSession session(Tool... tools) {
        return new ToolSession(belt(tools), context);
    }

    static AgentTools belt(Tool... tools) {
        return new AgentTools(ToolRegistry.of(List.of(tools)), ToolLimits.DEFAULTS, _ -> true);
    }

    static Tool tool(String name, Act act) {
        return new Tool() {
            @Override
            public ToolDefinition definition() {
                return new ToolDefinition(name, "for a test", new JsonValue.Obj(Map.of()));
            }

            @Override
            public ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException {
                return act.call(caller, input);
            }
        };
    }

    static ToolOutcome done(String text) {
        return new ToolOutcome.Done(text, JsonValue.ofNull());
    }

    static ToolCall call(String id, String name) {
        return new ToolCall(id, name, null);
    }

    static String text(ToolCallResult done) {
        return done.result().result() instanceof JsonValue.Str text ? text.value() : "";
    }

    /** All signals that were published. */
    List<Signal> told() {
        synchronized (told) {
            return List.copyOf(told);
        }
    }

    /** The tool results that were published. */
    List<Signal> results() {
        return HarnessLaws.of(HarnessSignals.TOOL_RESULT, told());
    }

    <T> CompletableFuture<T> aside(Code<T> code) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(code.run());
            } catch (Throwable thrown) {
                result.completeExceptionally(thrown);
            }
        });
        return result;
    }

    /** Moves the clock until the answer arrives. */
    <T> T onceTimeHasPassed(CompletableFuture<T> answer) {
        while (!answer.isDone()) {
            world.advance(Duration.ofSeconds(1));
            LockSupport.parkNanos(100_000);
        }
        return answer.join();
    }
}
