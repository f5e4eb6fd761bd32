package dev.waggle.signal.harness;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a model is asked.
 *
 * @param system the system prompt, if any
 * @param messages the conversation so far; may be empty
 * @param tools the tools that the model may call
 * @param toolResults what earlier calls of tools answered
 * @param sessionId the session to go on with, if any
 * @param maxTokens the most tokens to write, finite and above 0
 * @param temperature how much chance is in the answer, 0..1
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

    /** The same with another limit of the output. */
    public HarnessInput withMaxTokens(@Nullable Double most) {
        return new HarnessInput(system, messages, tools, toolResults, sessionId, most, temperature);
    }

    /** A conversation and nothing else. */
    public static HarnessInput of(List<Message> messages) {
        return new HarnessInput(null, messages, List.of(), List.of(), null, null, null);
    }
}
