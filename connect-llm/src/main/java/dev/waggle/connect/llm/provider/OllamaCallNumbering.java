package dev.waggle.connect.llm.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/**
 * Numbers the tool calls in a stream of Ollama. Not every version does. The library merges calls of one number into
 * one, with names and arguments concatenated. One stream, one thread.
 */
final class OllamaCallNumbering implements UnaryOperator<ServerSentEvent> {

    private static final String CALLS = "tool_calls";

    private int count;

    @Override
    public ServerSentEvent apply(ServerSentEvent event) {
        if (!event.data().contains("\"" + CALLS + "\"")) {
            return event;
        }
        try {
            JsonValue numbered = JsonText.read(event.data()) instanceof JsonValue.Obj line
                    && line.fields().get("message") instanceof JsonValue.Obj message
                    && message.fields().get(CALLS) instanceof JsonValue.Arr calls
                            ? with(line, "message", with(message, CALLS, numbered(calls)))
                            : JsonValue.ofNull();
            return numbered instanceof JsonValue.Obj
                    ? new ServerSentEvent(event.event(), JsonText.write(numbered))
                    : event;
        } catch (IllegalArgumentException notJson) {
            return event;
        }
    }

    private JsonValue numbered(JsonValue.Arr calls) {
        List<JsonValue> all = new ArrayList<>();
        for (JsonValue call : calls.items()) {
            all.add(call instanceof JsonValue.Obj object && object.fields().get("function") instanceof JsonValue.Obj to
                    ? with(object, "function", with(to, "index", JsonValue.of(count++)))
                    : call);
        }
        return JsonValue.of(all);
    }

    private static JsonValue.Obj with(JsonValue.Obj object, String field, JsonValue value) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(object.fields());
        fields.put(field, value);
        return new JsonValue.Obj(fields);
    }
}
