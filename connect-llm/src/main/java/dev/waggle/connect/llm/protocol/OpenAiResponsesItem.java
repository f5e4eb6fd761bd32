package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Items of the input of responses. */
final class OpenAiResponsesItem {

    private OpenAiResponsesItem() {}

    /** The items of an answer of another provider. */
    static List<JsonValue> answer(String text, List<ToolCall> calls) {
        List<JsonValue> items = new ArrayList<>();
        String words = ConversationItem.textOrStub(text, calls);
        if (!words.isEmpty()) {
            items.add(message("assistant", words));
        }
        calls.forEach(call -> items.add(new JsonObjectBuilder().with("type", "function_call")
                .with("call_id", call.id()).with("name", call.name())
                .with("arguments", EventFields.argumentText(call.input())).json()));
        return items;
    }

    static JsonValue message(String role, String text) {
        return new JsonObjectBuilder().with("type", "message").with("role", role).with("content", text).json();
    }
}
