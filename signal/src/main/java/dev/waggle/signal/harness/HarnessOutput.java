package dev.waggle.signal.harness;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a model answered.
 *
 * @param content the text; may be empty
 * @param toolCalls the tools that it wants to be called
 * @param sessionId the session that can go on, if any
 * @param usage what it cost, if the provider says so
 * @param stopReason why it stopped, if known
 */
public record HarnessOutput(String content, List<ToolCall> toolCalls, @Nullable String sessionId,
        @Nullable TokenUsage usage, @Nullable ModelStopReason stopReason) {

    public HarnessOutput {
        HarnessPreconditions.present("content", content);
        toolCalls = List.copyOf(toolCalls);
    }

    /** A text and nothing else. */
    public static HarnessOutput of(String content) {
        return new HarnessOutput(content, List.of(), null, null, null);
    }
}
