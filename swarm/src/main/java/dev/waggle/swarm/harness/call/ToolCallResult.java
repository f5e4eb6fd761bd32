package dev.waggle.swarm.harness.call;

import java.time.Duration;

import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolResult;

/**
 * Result of a tool call.
 *
 * @param call the model's request
 * @param result the result for the model; an error unless the tool answered
 * @param ending final status of the call
 * @param took duration of the call; zero when the tool was not called
 */
public record ToolCallResult(ToolCall call, ToolResult result, CallStatus ending, Duration took) {

    /** Final status of a tool call. */
    public enum CallStatus {
        /** The tool succeeded. */
        ANSWERED,
        /** The tool reported a failure or threw. */
        FAILED,
        /** The tool did not answer in time; it was interrupted. */
        TIMED_OUT,
        /** The turn was cancelled; the tool was interrupted. */
        CANCELLED,
        /** The tool was not called: there is none of that name for this agent, or no call or time was left. */
        REFUSED
    }

    static ToolCallResult answered(ToolCall call, ToolResult result, Duration took) {
        return new ToolCallResult(call, result, CallStatus.ANSWERED, took);
    }

    static ToolCallResult error(ToolCall call, CallStatus ending, String error, Duration took) {
        return new ToolCallResult(call, new ToolResult(call.name(), null, error), ending, took);
    }
}
