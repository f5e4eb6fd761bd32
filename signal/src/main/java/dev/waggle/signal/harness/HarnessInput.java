package dev.waggle.signal.harness;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Input of a model call.
 *
 * @param system the system prompt, if any
 * @param messages the conversation so far; may be empty
 * @param tools the tools that the model may call
 * @param toolResults the results of earlier tool calls
 * @param sessionId the session to resume, if any
 * @param maxTokens the maximum number of output tokens, finite and above 0
 * @param temperature the sampling temperature, 0..1
 */
public record HarnessInput(@Nullable String system, List<Message> messages, List<ToolOffer> tools,
        List<ToolResult> toolResults, @Nullable String sessionId, @Nullable Double maxTokens,
        @Nullable Double temperature) {

    public HarnessInput {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
        toolResults = List.copyOf(toolResults);
        maxTokens = HarnessPreconditions.optionalPositive("maxTokens", maxTokens);
        temperature = HarnessPreconditions.optionalUnit("temperature", temperature);
    }

    /** Returns this input with another limit of the output. */
    public HarnessInput withMaxTokens(@Nullable Double most) {
        return new HarnessInput(system, messages, tools, toolResults, sessionId, most, temperature);
    }

    /** Returns an input of a conversation only. */
    public static HarnessInput of(List<Message> messages) {
        return new HarnessInput(null, messages, List.of(), List.of(), null, null, null);
    }
}
