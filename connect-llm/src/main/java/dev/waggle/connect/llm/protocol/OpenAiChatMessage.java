package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Messages of chat completions. */
final class OpenAiChatMessage {

    private OpenAiChatMessage() {}

    /**
     * The message of an answer, with a stub for an empty one.
     *
     * @param extras further fields of calls, by their place
     */
    static JsonValue.Obj answer(String text, List<ToolCall> calls, Map<Integer, JsonValue.Obj> extras) {
        JsonObjectBuilder message = new JsonObjectBuilder().with("role", "assistant");
        String words = ConversationItem.textOrStub(text, calls);
        if (!words.isEmpty()) {
            message.with("content", words);
        }
        List<JsonValue> all = new ArrayList<>();
        for (ToolCall call : calls) {
            all.add(new JsonObjectBuilder().with("id", call.id()).with("type", "function")
                    .with("function", new JsonObjectBuilder().with("name", call.name())
                            .with("arguments", EventFields.argumentText(call.input())).json())
                    .withPresent("extra_content", extras.get(all.size())).json());
        }
        return (all.isEmpty() ? message : message.with("tool_calls", all)).json();
    }
}
