package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Contents of Gemini and their parts. */
final class GeminiContent {

    private GeminiContent() {}

    static JsonValue content(String role, List<JsonValue> parts) {
        return new JsonObjectBuilder().with("role", role).with("parts", parts).json();
    }

    static JsonValue text(String text) {
        return new JsonObjectBuilder().with("text", text).json();
    }

    /** The parts of an answer of another provider. */
    static List<JsonValue> answer(String text, List<ToolCall> calls) {
        List<JsonValue> parts = new ArrayList<>();
        String words = ConversationItem.textOrStub(text, calls);
        if (!words.isEmpty()) {
            parts.add(text(words));
        }
        calls.forEach(call -> parts.add(new JsonObjectBuilder().with("functionCall", new JsonObjectBuilder()
                .with("name", call.name()).with("args", EventFields.argumentObject(call.input())).json()).json()));
        return parts;
    }
}
