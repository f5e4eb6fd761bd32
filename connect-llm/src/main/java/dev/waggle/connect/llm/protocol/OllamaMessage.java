package dev.waggle.connect.llm.protocol;

import java.util.List;

import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Messages of Ollama. */
final class OllamaMessage {

    private OllamaMessage() {}

    /**
     * The message of an answer, with a stub for an empty one.
     *
     * @param thoughts the thoughts that led to its calls; may be empty
     */
    static JsonValue answer(String text, List<ToolCall> calls, String thoughts) {
        JsonObjectBuilder message = new JsonObjectBuilder().with("role", "assistant").with("content",
                ConversationItem.textOrStub(text, calls));
        if (!calls.isEmpty()) {
            message.withPresent("thinking", thoughts.isEmpty() ? null : thoughts);
            message.with("tool_calls", calls.stream().map(call -> new JsonObjectBuilder().with("function",
                    new JsonObjectBuilder().with("name", call.name())
                            .with("arguments", EventFields.argumentObject(call.input())).json())
                    .json()).toList());
        }
        return message.json();
    }
}
