package dev.waggle.signal.harness;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Output of a model call.
 *
 * @param content the text; may be empty
 * @param toolCalls the requested tool calls
 * @param sessionId the session that can be resumed, if any
 * @param usage the token usage, if the provider reports it
 * @param stopReason the stop reason, if known
 * @param stopDetail the provider's own word for the stop, if it is not one of the usual ones, for example {@code
 *        pause_turn}
 */
public record HarnessOutput(String content, List<ToolCall> toolCalls, @Nullable String sessionId,
        @Nullable TokenUsage usage, @Nullable ModelStopReason stopReason, @Nullable String stopDetail) {

    /** The {@link #stopDetail} of an output that the client cut, because the model wrote more than its limit. */
    public static final String CUT = "cut by the client";

    public HarnessOutput {
        HarnessPreconditions.present("content", content);
        toolCalls = List.copyOf(toolCalls);
    }

    /** Creates an output after a usual stop. */
    public HarnessOutput(String content, List<ToolCall> toolCalls, @Nullable String sessionId,
            @Nullable TokenUsage usage, @Nullable ModelStopReason stopReason) {
        this(content, toolCalls, sessionId, usage, stopReason, null);
    }

    /** Returns this output with another session. */
    public HarnessOutput withSessionId(@Nullable String session) {
        return new HarnessOutput(content, toolCalls, session, usage, stopReason, stopDetail);
    }

    /** Returns true if the client cut this output, because the model wrote more than its limit. */
    public boolean wasCut() {
        return CUT.equals(stopDetail);
    }

    /** Returns an output of a text only. */
    public static HarnessOutput of(String content) {
        return new HarnessOutput(content, List.of(), null, null, null);
    }
}
