package dev.waggle.connect.llm.protocol;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.protocol.ProviderReply.StopKind;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;

/**
 * Reader of streamed chat completions. Compatible servers differ: calls without an index, calls in one piece, arguments
 * as an object, thoughts as {@code reasoning_content} or {@code reasoning}.
 */
final class OpenAiChatReader extends ReplyBuilder {

    /** Fields of a call beside the usual ones, by its place: signatures that have to go back. */
    private final Map<Integer, JsonValue.Obj> callExtras = new LinkedHashMap<>();

    /** The place of the newest call with an index. Some servers give one index to all calls of an answer. */
    private final Map<Integer, Integer> placeAt = new HashMap<>();

    OpenAiChatReader(ReplySink sink) {
        super(sink);
    }

    @Override
    public void read(JsonValue event) {
        if (EventFields.at(event, "error") instanceof JsonValue.Obj || !EventFields.text(event, "error").isEmpty()
                || EventFields.text(event, "type").equals("error")) {
            fail(event);
        }
        if (EventFields.at(event, "usage") instanceof JsonValue.Obj usage) {
            count(counts(usage));
        }
        for (JsonValue choice : EventFields.items(event, "choices")) {
            if (EventFields.place(choice, "index", 0) == 0) {
                readChoice(choice);
            }
        }
    }

    private void readChoice(JsonValue choice) {
        JsonValue delta = EventFields.at(choice, "delta");
        String thought = EventFields.text(delta, "reasoning_content");
        String piece = thought.isEmpty() ? EventFields.text(delta, "reasoning") : thought;
        var _ = addThought(piece);
        var _ = addText(content(EventFields.at(delta, "content")));
        if (piece.isEmpty()) { // Some servers send thoughts in this form alone.
            EventFields.items(delta, "reasoning_details").forEach(part -> addHidden(EventFields.text(part, "text")));
        }
        String refusal = EventFields.text(delta, "refusal");
        if (!refusal.isEmpty()) {
            stop(StopKind.REFUSED, "refusal"); // Streamed apart from the text of an answer.
            addHidden(refusal);
        }
        EventFields.items(delta, "tool_calls").forEach(this::readCall);
        String finish = EventFields.text(choice, "finish_reason");
        if (!finish.isEmpty()) {
            stop(meaning(finish), finish);
        }
    }

    /** A text, or the texts of a list of parts. */
    private static String content(JsonValue content) {
        if (content instanceof JsonValue.Str text) {
            return text.value();
        }
        StringBuilder all = new StringBuilder();
        EventFields.items(content).forEach(part -> all.append(EventFields.text(part, "text")));
        return all.toString();
    }

    private void readCall(JsonValue call) {
        String id = EventFields.text(call, "id");
        String name = EventFields.text(call, "function", "name");
        int index = EventFields.place(call, "index", -1);
        int unnamed = name.isEmpty() ? calls().placeOf(id) : calls().size();
        int place = index < 0 ? unnamed : placeAt.merge(index, calls().size(),
                (known, next) -> !name.isEmpty() && calls().isOfOther(known, id) ? next : known);
        JsonValue arguments = EventFields.at(call, "function", "arguments");
        String piece = switch (arguments) {
            case JsonValue.Str words -> words.value();
            case JsonValue.Obj object -> JsonLine.of(object);
            default -> "";
        };
        extendCall(place, id, name, piece);
        if (EventFields.at(call, "extra_content") instanceof JsonValue.Obj extra) {
            callExtras.put(place, extra);
        }
    }

    @Override
    JsonValue wireForm(List<ToolCall> made) {
        return OpenAiChatMessage.answer(text(), made, callExtras);
    }

    private static TokenCounts counts(JsonValue usage) {
        return new TokenCounts(EventFields.number(usage, "prompt_tokens"),
                EventFields.number(usage, "completion_tokens"), EventFields.number(usage, "total_tokens"),
                EventFields.number(usage, "prompt_tokens_details", "cached_tokens"),
                EventFields.number(usage, "prompt_tokens_details", "cache_write_tokens"),
                EventFields.number(usage, "completion_tokens_details", "reasoning_tokens"));
    }

    private static StopKind meaning(String finish) {
        return switch (finish) {
            case "stop" -> StopKind.COMPLETE;
            case "length" -> StopKind.LENGTH;
            case "tool_calls", "function_call" -> StopKind.TOOLS;
            case "content_filter" -> StopKind.REFUSED;
            default -> StopKind.OTHER;
        };
    }
}
