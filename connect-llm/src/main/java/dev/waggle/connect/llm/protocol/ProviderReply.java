package dev.waggle.connect.llm.protocol;

import java.util.List;

import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A whole reply.
 *
 * @param text the answer; may be empty
 * @param calls the tools that it calls. Arguments that are no JSON are a text, which no schema of a tool takes
 * @param usage the tokens as the provider counts them; {@code null} when it counts none, or an impossible number
 * @param stop why it ended; {@code null} when the provider gave no reason
 * @param wireForm the answer in the form in which it goes back to its provider; never one that the provider refuses
 */
public record ProviderReply(String text, List<ToolCall> calls, @Nullable TokenUsage usage, @Nullable Stop stop,
        JsonValue wireForm) {

    public ProviderReply {
        calls = List.copyOf(calls);
    }

    /**
     * Reason for the end of a reply.
     *
     * @param kind what it means
     * @param word the provider's own word
     */
    public record Stop(StopKind kind, String word) {}

    /** Meaning of the reason for an end. */
    public enum StopKind {
        /** The answer is complete. */
        COMPLETE,
        /** The limit of the output was reached. */
        LENGTH,
        /** It waits for results of tools. */
        TOOLS,
        /** The provider or the model does not answer this. */
        REFUSED,
        /** Anything else; the answer so far counts. */
        OTHER
    }
}
