package dev.waggle.signal.harness;

import java.util.List;

import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;

/** The nine signal types of a harness; only the first two are required. */
public final class HarnessSignals {

    /** The first signal of a call: {@link HarnessPayload.Start}. */
    public static final SignalType START = type("harness:start");
    /** The last signal of a call: {@link HarnessPayload.End}. */
    public static final SignalType END = type("harness:end");
    /** {@link HarnessPayload.Error}. */
    public static final SignalType ERROR = type("harness:error");
    /** {@link HarnessPayload.Text}, a piece. */
    public static final SignalType TEXT_DELTA = type("text:delta");
    /** {@link HarnessPayload.Text}, all of it. */
    public static final SignalType TEXT_COMPLETE = type("text:complete");
    /** {@link HarnessPayload.Thinking}, a piece. */
    public static final SignalType THINKING_DELTA = type("thinking:delta");
    /** {@link HarnessPayload.Thinking}, all of it. */
    public static final SignalType THINKING_COMPLETE = type("thinking:complete");
    /** {@link HarnessPayload.Call}. */
    public static final SignalType TOOL_CALL = type("tool:call");
    /** {@link HarnessPayload.Result}. */
    public static final SignalType TOOL_RESULT = type("tool:result");

    /** All nine, in the order of the specification. */
    public static final List<SignalType> ALL = List.of(START, END, ERROR, TEXT_DELTA, TEXT_COMPLETE, THINKING_DELTA,
            THINKING_COMPLETE, TOOL_CALL, TOOL_RESULT);

    private HarnessSignals() {}

    private static SignalType type(String text) {
        return new SignalType(Profile.HARNESS, text);
    }
}
