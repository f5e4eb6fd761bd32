package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.HarnessPayload;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.trace.TraceSpanKind;
import dev.waggle.swarm.harness.call.ToolCallResult.CallStatus;
import org.jspecify.annotations.Nullable;

/**
 * Tool calls of an agent in one turn.
 *
 * <pre>
 *   output = harness.run(input, session.context())
 *   while output asks for tools and something is left:
 *       results = session.execute(output.toolCalls())
 *       output = harness.run(the results, and no tools when nothing is left, session.context())
 * </pre>
 *
 * All calls of one answer run concurrently, each on a virtual thread. No tool can end the turn: a tool that throws,
 * hangs or answers without end yields an error for the model. A tool that ignores its interrupt occupies its thread,
 * and its late answer is discarded. Owned by the thread of the turn.
 */
public final class ToolSession {

    /** The field of {@code tool:result} that holds the duration of the call, in milliseconds. */
    public static final String DURATION = "durationMs";

    /** The field of a stored tool answer that holds its text. */
    private static final String TEXT = "text";
    private static final String REASON = "reason";

    /** The runtime part that emits the results. */
    private static final String TOOLS = "tools";

    /** At most this many characters of an unknown tool name in a message. */
    private static final int MAX_NAME = 100;

    private final AgentTools tools;
    private final RunContext outer;
    private final RunContext context;
    /** The signal of each call of the latest run, by the id of the call. */
    private final Map<String, String> causes = new ConcurrentHashMap<>();
    /** Number of calls so far, by request; owned by the thread of the turn. */
    private final Map<String, Integer> repeats = new HashMap<>();
    private final ToolCaller caller;
    private int left;

    /** A session with these tools in one turn, on behalf of the caller of that context. */
    public ToolSession(AgentTools tools, RunContext context) {
        this.tools = tools;
        this.outer = context;
        this.context = context.withSink(signal -> {
            recordCause(signal);
            context.sink().accept(signal);
        });
        caller = new ToolCaller(context.caller().emission().by(), context.caller().emission().invocation());
        left = tools.limits().maxToolCalls();
    }

    /** The context for calls of the model: results refer to the calls that are reported there. */
    public RunContext context() {
        return context;
    }

    /** Tools to offer the model now: the agent's tools, or none when no call is left. */
    public List<ToolOffer> offers() {
        return left == 0 ? List.of() : tools.offers();
    }

    /** Number of calls left in this turn. */
    public int left() {
        return left;
    }

    /**
     * Makes the tool calls of one answer, as many as are left; the rest is refused. A call of an unknown tool is refused
     * too, and uses up a call only where no other tool is called beside it. Each result is emitted as {@code
     * tool:result}, in the order of the calls, also after the turn is cancelled.
     *
     * @return the result of each call, in the order of the calls; empty for no calls
     * @throws InterruptedException when the turn is cancelled; the tools are interrupted
     */
    public List<ToolCallResult> execute(List<ToolCall> calls) throws InterruptedException {
        long begin = outer.world().nanos();
        Deadline limit = outer.deadline().within(tools.limits().toolTimeout());
        List<RunningCall> running = calls.stream().map(call -> start(call, limit)).toList();
        if (!calls.isEmpty() && calls.stream().noneMatch(call -> tools.has(call.name()))) {
            left = Math.max(0, left - 1); // Else a model that calls only unknown tools would be answered without end.
        }
        try {
            limit.await(CompletableFuture.allOf(running.stream().map(RunningCall::done)
                    .toArray(CompletableFuture<?>[]::new)));
        } catch (InterruptedException cancelled) {
            publishResults(finish(running, CallStatus.CANCELLED, "the turn was cancelled", begin));
            throw cancelled;
        }
        String late = "no answer within " + DurationText.format(since(begin))
                + (outer.deadline().isExpired() ? ", and the time of the solve is up" : "");
        return publishResults(finish(running, CallStatus.TIMED_OUT, late, begin));
    }

    /**
     * A call that is running or complete.
     *
     * @param thread of the tool, if it was called
     */
    private record RunningCall(ToolCall call, @Nullable Thread thread, CompletableFuture<ToolCallResult> done,
            TraceSpan span) {}

    /**
     * A call as it is stored.
     *
     * @param request the name of its answer
     * @param key the key under which a tool recognises it
     */
    private record StoredRequest(String request, String key) {}

    private RunningCall start(ToolCall call, Deadline limit) {
        String refusal = refusal(call, limit);
        left = tools.has(call.name()) ? Math.max(0, left - 1) : left;
        if (refusal != null) {
            ToolCallResult refused = ToolCallResult.error(call, CallStatus.REFUSED, refusal, Duration.ZERO);
            return new RunningCall(call, null, CompletableFuture.completedFuture(refused), TraceSpan.NONE);
        }
        CompletableFuture<ToolCallResult> done = new CompletableFuture<>();
        JsonValue input = call.input() == null ? JsonValue.of(Map.of()) : call.input();
        String request = "tool " + RequestHash.of(call.id() + '\n' + call.name() + '\n' + JsonLine.of(input));
        String key = key(request);
        TraceSpan span = TraceSpan.current().child(TraceSpanKind.TOOL_CALL, call.name());
        if (span.isRecording()) {
            span.set(TraceAttribute.TOOL_NAME, call.name());
            span.set(TraceAttribute.TOOL_CALL_ID, call.id());
            if (span.recordsContent()) {
                span.set(TraceAttribute.TOOL_ARGUMENTS, JsonLine.of(input));
            }
        }
        Thread thread = outer.world().start("tool " + call.name(), span.wrap(() -> {
            ToolCallResult result = outcome(call, input, request, key);
            end(span, result);
            done.complete(result);
        }));
        return new RunningCall(call, thread, done, span);
    }

    private static void end(TraceSpan span, ToolCallResult result) {
        if (span.isRecording()) {
            String error = result.result().error();
            if (error != null) {
                span.fail(result.ending().name().toLowerCase(Locale.ROOT), error);
            } else if (span.recordsContent() && result.result().result() != null) {
                span.set(TraceAttribute.TOOL_RESULT, JsonLine.of(result.result().result()));
            }
        }
        span.end();
    }

    /** The key of a call: run, turn, request, and the number of equal requests up to it. */
    private String key(String request) {
        Emission turn = outer.caller().emission();
        int nth = repeats.merge(request, 1, Integer::sum);
        return RequestHash.of(outer.caller().scope().run() + '\n' + turn.by() + '\n' + turn.invocation() + '\n'
                + request + '\n' + nth);
    }

    /** Reason to refuse a call, or {@code null} when it is allowed. */
    private @Nullable String refusal(ToolCall call, Deadline limit) {
        if (!tools.has(call.name())) {
            String names = tools.offers().stream().map(ToolOffer::name).collect(Collectors.joining(", "));
            return "there is no tool " + JsonLine.quoted(shortened(call.name()))
                    + (names.isEmpty() ? "" : "\nMaybe one of: " + names + ".");
        }
        if (left == 0) {
            return "not called: the " + tools.limits().maxToolCalls() + " calls of tools of this turn are used up"
                    + "\nMaybe answer with what is known.";
        }
        return limit.isExpired() ? "not called: the time of the solve is up" : null;
    }

    /** Calls the tool, on a thread of its own; anything that it throws becomes an error text. */
    private ToolCallResult outcome(ToolCall call, JsonValue input, String request, String key) {
        long begin = outer.world().nanos();
        try {
            Optional<ToolCallResult> before = outer.answers().poll(request)
                    .map(recorded -> keptResult(call, recorded, begin));
            return before.isPresent() ? before.get() : answer(call, input, new StoredRequest(request, key), begin);
        } catch (Throwable broken) {
            return ToolCallResult.error(call, CallStatus.FAILED, "the tool failed: " + words(broken), since(begin));
        }
    }

    private ToolCallResult answer(ToolCall call, JsonValue input, StoredRequest kept, long begin)
            throws InterruptedException {
        return switch (tools.tools().call(call.name(), caller, input, kept.key())) {
            case ToolOutcome.Done it -> {
                outer.answers().store(kept.request(), JsonValue.of(Map.of(TEXT, JsonValue.of(it.text()))));
                yield done(call, it.text(), begin);
            }
            case ToolOutcome.Failed it -> {
                outer.answers().store(kept.request(), JsonValue.of(Map.of(REASON, JsonValue.of(it.reason()))));
                yield failed(call, it.reason(), begin);
            }
        };
    }

    /** The tool's answer to that call from before the process that made it ended. */
    private ToolCallResult keptResult(ToolCall call, JsonValue recorded, long begin) {
        JsonObjectReader answer = JsonObjectReader.root("the kept answer of tool " + call.name(), recorded);
        String text = answer.optionalText(TEXT);
        ToolCallResult kept = text == null ? failed(call, answer.text(REASON), begin) : done(call, text, begin);
        answer.rejectUnknownFields();
        return kept;
    }

    private ToolCallResult done(ToolCall call, String text, long begin) {
        return ToolCallResult.answered(call,
                new ToolResult(call.name(), JsonValue.of(tools.limits().fitted(text)), null),
                since(begin));
    }

    private ToolCallResult failed(ToolCall call, String reason, long begin) {
        return ToolCallResult.error(call, CallStatus.FAILED, tools.limits().fitted(reason), since(begin));
    }

    private String words(Throwable broken) {
        try {
            return tools.limits().fitted(broken.toString());
        } catch (Throwable failure) { // Its message may be code of the tool, too.
            return broken.getClass().getName();
        }
    }

    /** Interrupts every unfinished call and completes it with that status. */
    private List<ToolCallResult> finish(List<RunningCall> running, CallStatus ending, String reason, long begin) {
        List<ToolCallResult> all = new ArrayList<>();
        for (RunningCall call : running) {
            Thread thread = call.thread();
            if (thread != null
                    && call.done().complete(ToolCallResult.error(call.call(), ending, reason, since(begin)))) {
                end(call.span(), call.done().join());
                thread.interrupt();
            }
            all.add(call.done().join());
        }
        return List.copyOf(all);
    }

    private List<ToolCallResult> publishResults(List<ToolCallResult> all) {
        for (ToolCallResult done : all) {
            ToolCall call = done.call();
            String parent = causes.get(call.id());
            String cause = parent == null ? outer.caller().cause() : parent;
            HarnessPayload.Result result = new HarnessPayload.Result(call.id(), call.name(), done.result().result(),
                    done.result().error());
            outer.sink().accept(HarnessRun.signal(outer, TOOLS, HarnessSignals.TOOL_RESULT, result, cause,
                    Map.of(DURATION, JsonValue.of(done.took().toNanos() / 1e6))));
        }
        return all;
    }

    private void recordCause(Signal signal) {
        if (signal.type().equals(HarnessSignals.START)) {
            causes.clear();
        } else if (signal.type().equals(HarnessSignals.TOOL_CALL) && signal.payload() instanceof Payload.Open open
                && open.data() instanceof JsonValue.Obj data
                && data.fields().get("id") instanceof JsonValue.Str id) {
            causes.put(id.value(), signal.id());
        }
    }

    private Duration since(long begin) {
        return Duration.ofNanos(outer.world().nanos() - begin);
    }

    private static String shortened(String name) {
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "...";
    }
}
