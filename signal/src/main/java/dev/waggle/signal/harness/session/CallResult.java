package dev.waggle.signal.harness.session;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.VisibleText;

/**
 * Result of a tool as the answer to the call that waits for it.
 *
 * @param callId the id of the call
 * @param toolName the tool
 * @param text the result for the model, never blank
 * @param failed whether the tool failed
 */
public record CallResult(String callId, String toolName, String text, boolean failed) {

    private static final String NO_RESULT = "(no result)";

    /**
     * Pairs results with the calls that wait for them, in their order.
     *
     * @param json writes a value as JSON
     * @throws HarnessException of the kind {@code BAD_REQUEST} when results and calls do not fit together
     */
    public static List<CallResult> paired(List<ToolCall> calls, List<ToolResult> results,
            Function<JsonValue, String> json) throws HarnessException {
        if (calls.size() != results.size()) {
            throw refused("the session waits for the results of " + calls.size() + " calls, got " + results.size()
                    + "\nMaybe the session id is missing or an older one: give the one of the answer that holds the"
                    + " calls, and one result for each.");
        }
        List<CallResult> paired = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            ToolCall call = calls.get(i);
            ToolResult result = results.get(i);
            if (!call.name().equals(result.toolName())) {
                throw refused("result " + (i + 1) + " is of the tool " + VisibleText.of(result.toolName())
                        + ", but that call was to " + VisibleText.of(call.name())
                        + "\nMaybe they are in another order: results go in the order of the calls.");
            }
            paired.add(new CallResult(call.id(), call.name(), text(result, json), result.error() != null));
        }
        return paired;
    }

    private static String text(ToolResult result, Function<JsonValue, String> json) {
        String error = result.error();
        String text = switch (result.result()) {
            case null -> error == null ? NO_RESULT : "";
            case JsonValue.Str words -> words.value();
            case JsonValue other -> json.apply(other);
        };
        String all = error == null ? text : ("error: " + error + "\n" + text).strip();
        return all.isBlank() ? NO_RESULT : all;
    }

    private static HarnessException refused(String reason) {
        return HarnessException.of(HarnessFailure.Kind.BAD_REQUEST, reason);
    }
}
