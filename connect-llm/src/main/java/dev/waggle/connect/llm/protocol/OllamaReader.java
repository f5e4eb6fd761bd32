package dev.waggle.connect.llm.protocol;

import java.util.List;

import dev.waggle.connect.llm.protocol.ProviderReply.StopKind;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;

/** Reader of streamed chats. Calls come whole, and without ids. */
final class OllamaReader extends ReplyBuilder {

    private final StringBuilder thoughts = new StringBuilder();

    OllamaReader(ReplySink sink) {
        super(sink);
    }

    @Override
    public void read(JsonValue event) {
        if (EventFields.at(event, "error") instanceof JsonValue.Str) {
            fail(event);
        }
        String thought = EventFields.text(event, "message", "thinking");
        thoughts.append(addThought(thought));
        var _ = addText(EventFields.text(event, "message", "content"));
        for (JsonValue call : EventFields.items(event, "message", "tool_calls")) {
            String arguments = arguments(EventFields.at(call, "function", "arguments"));
            beginCall(EventFields.text(call, "id"), EventFields.text(call, "function", "name"), arguments);
        }
        if (EventFields.isTrue(event, "done")) {
            complete();
            count(new TokenCounts(EventFields.number(event, "prompt_eval_count"),
                    EventFields.number(event, "eval_count"), null, null, null, null));
            String reason = EventFields.text(event, "done_reason");
            stop(meaning(reason), reason.isEmpty() ? "done" : reason);
        }
    }

    /** Arguments are an object; some models write the text of one. */
    private static String arguments(JsonValue arguments) {
        return arguments instanceof JsonValue.Str text ? text.value() : EventFields.argumentText(arguments);
    }

    @Override
    JsonValue wireForm(List<ToolCall> made) {
        return OllamaMessage.answer(text(), made, thoughts.toString());
    }

    private static StopKind meaning(String reason) {
        return switch (reason) {
            case "", "stop" -> StopKind.COMPLETE;
            case "length" -> StopKind.LENGTH;
            default -> StopKind.OTHER;
        };
    }
}
