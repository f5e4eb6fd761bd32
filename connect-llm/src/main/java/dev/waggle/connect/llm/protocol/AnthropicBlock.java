package dev.waggle.connect.llm.protocol;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Blocks of messages of Anthropic. */
final class AnthropicBlock {

    private AnthropicBlock() {}

    /** The blocks of an answer of another provider. */
    static List<JsonValue> answer(String text, List<ToolCall> calls) {
        List<JsonValue> blocks = new ArrayList<>();
        String words = ConversationItem.textOrStub(text, calls);
        if (!words.isEmpty()) {
            blocks.add(text(words));
        }
        calls.forEach(call -> blocks.add(new JsonObjectBuilder().with("type", "tool_use").with("id", call.id())
                .with("name", call.name()).with("input", EventFields.argumentObject(call.input())).json()));
        return blocks;
    }

    static JsonValue text(String text) {
        return new JsonObjectBuilder().with("type", "text").with("text", text).json();
    }
}
