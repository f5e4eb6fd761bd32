package dev.waggle.connect.llm.protocol;

import java.util.List;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Request for an answer, decided in every point. A wire format only spells it.
 *
 * @param model the model's name without its provider
 * @param system the system prompt, if any; never blank
 * @param conversation what was said so far; ends with words or results for the model
 * @param tools the tools of the conversation
 * @param options the options of the answer
 * @param extra fields for the body, merged into it at every depth
 */
public record ProviderRequest(String model, @Nullable String system, List<ConversationItem> conversation,
        ToolList tools, AnswerOptions options, JsonValue.Obj extra) {

    public ProviderRequest {
        conversation = List.copyOf(conversation);
    }

    /**
     * Tools of a conversation.
     *
     * @param tools the tools
     * @param callable whether the model may call them now; else they are only named, because calls stand in the
     *        conversation
     */
    public record ToolList(List<ToolForm> tools, boolean callable) {

        public static final ToolList NONE = new ToolList(List.of(), false);

        public ToolList {
            tools = List.copyOf(tools);
        }

        boolean isEmpty() {
            return tools.isEmpty();
        }
    }

    /**
     * A tool as the wire format takes it.
     *
     * @param name the name
     * @param description the purpose
     * @param parameters the schema of its input, fitted; {@code null} for a tool without input where the format asks for
     *        that
     */
    public record ToolForm(String name, String description, JsonValue.@Nullable Obj parameters) {}

    /**
     * Options of an answer.
     *
     * @param maxTokens limit of the output with its thoughts; {@code null} leaves that to the provider
     * @param tokenField name of the limit in chat completions
     * @param temperature the sampling temperature; {@code null} leaves that to the provider
     * @param format the form of the answer
     * @param returnsThoughts whether thoughts are asked for in the form in which they go back, where that is a setting
     */
    public record AnswerOptions(@Nullable Integer maxTokens, String tokenField, @Nullable Double temperature,
            AnswerFormat format, boolean returnsThoughts) {}

    /** Form of an answer. */
    public sealed interface AnswerFormat {

        /** Any text. */
        record AnyText() implements AnswerFormat {}

        /** Any JSON object. */
        record AnyObject() implements AnswerFormat {}

        /**
         * JSON of a schema.
         *
         * @param schema the schema, fitted
         * @param strict whether every token can be held to it
         */
        record OfSchema(JsonValue.Obj schema, boolean strict) implements AnswerFormat {}
    }
}
