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
 */
public record HarnessOutput(String content, List<ToolCall> toolCalls, @Nullable String sessionId,
        @Nullable TokenUsage usage, @Nullable ModelStopReason stopReason) {

    public HarnessOutput {
        HarnessPreconditions.present("content", content);
        toolCalls = List.copyOf(toolCalls);
    }

    /** Returns an output of a text only. */
    public static HarnessOutput of(String content) {
        return new HarnessOutput(content, List.of(), null, null, null);
    }
}
