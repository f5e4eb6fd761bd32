package dev.waggle.swarm.harness;

import java.time.Duration;

import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolResult;

/**
 * What became of a call of a tool.
 *
 * @param call what the model asked for
 * @param result what the model is told; an error unless the tool answered
 * @param ending how it ended
 * @param took how long it took; zero when the tool was not called
 */
public record ToolCallResult(ToolCall call, ToolResult result, CallStatus ending, Duration took) {

    /** How a call of a tool ends. */
    public enum CallStatus {
        /** The tool did it. */
        ANSWERED,
        /** The tool says that it did not do it, or it broke. */
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
