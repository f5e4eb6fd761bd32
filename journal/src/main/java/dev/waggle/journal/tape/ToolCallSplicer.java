package dev.waggle.journal.tape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessPayload;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.tool.ToolOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Finds the results of tool calls. They are in a {@code tool:result}. If there is none, as in the remains of a killed
 * run, they are in the next request. That request gives the model the results in the order of its calls. Owned by one
 * thread.
 */
final class ToolCallSplicer {

    /** Input of a tool for which the model gives none. */
    private static final JsonValue NOTHING = JsonValue.of(Map.of());

    private final Map<Emission, List<PendingToolCall>> askings = new LinkedHashMap<>();
    /** The calls of an answer, by its caller and session. */
    private final Map<Emission, Map<String, List<PendingToolCall>>> bySession = new HashMap<>();

    /** A call of a tool that a model asked for. */
    private static final class PendingToolCall {
        final ToolCall call;
        @Nullable ToolOutcome outcome;

        PendingToolCall(ToolCall call) {
            this.call = call;
        }

        void answer(ToolOutcome answer) {
            outcome = outcome == null ? answer : outcome;
        }
    }

    /** A model answered. */
    void addCalls(Emission by, HarnessOutput output) {
        List<PendingToolCall> calls = output.toolCalls().stream().map(PendingToolCall::new).toList();
        askings.computeIfAbsent(by, _ -> new ArrayList<>()).addAll(calls);
        if (output.sessionId() != null && !calls.isEmpty()) {
            bySession.computeIfAbsent(by, _ -> new HashMap<>()).put(output.sessionId(), calls);
        }
    }

    /** A tool answered: the oldest call of that id that has no answer. */
    void addResult(Emission by, HarnessPayload.Result result) {
        for (PendingToolCall asking : askings.getOrDefault(by, List.of())) {
            if (asking.outcome == null && asking.call.id().equals(result.id())
                    && asking.call.name().equals(result.name())) {
                asking.answer(outcome(result.result(), result.error()));
                return;
            }
        }
    }

    /** Adds a request, which gives a model tool results. */
    void addRequest(Emission by, HarnessInput input) {
        String session = input.sessionId();
        List<PendingToolCall> calls = session == null
                ? List.of()
                : bySession.getOrDefault(by, Map.of()).getOrDefault(session, List.of());
        if (calls.size() != input.toolResults().size()) {
            return;
        }
        for (int i = 0; i < calls.size(); i++) {
            ToolResult result = input.toolResults().get(i);
            if (calls.get(i).call.name().equals(result.toolName())) {
                calls.get(i).answer(outcome(result.result(), result.error()));
            }
        }
    }

    Map<Emission, List<RecordedToolCall>> toolCalls() {
        Map<Emission, List<RecordedToolCall>> answered = new LinkedHashMap<>();
        askings.forEach((by, all) -> {
            List<RecordedToolCall> tools = new ArrayList<>();
            for (PendingToolCall asking : all) {
                ToolOutcome outcome = asking.outcome;
                if (outcome != null) {
                    JsonValue input = asking.call.input();
                    tools.add(new RecordedToolCall(asking.call.name(), input == null ? NOTHING : input, outcome));
                }
            }
            answered.put(by, List.copyOf(tools));
        });
        return answered;
    }

    private static ToolOutcome outcome(@Nullable JsonValue result, @Nullable String error) {
        if (error != null) {
            return new ToolOutcome.Failed(error);
        }
        JsonValue resultValue = result == null ? JsonValue.ofNull() : result;
        String text = resultValue instanceof JsonValue.Str(String value) ? value : JsonLine.of(resultValue);
        return new ToolOutcome.Done(text, resultValue);
    }
}
