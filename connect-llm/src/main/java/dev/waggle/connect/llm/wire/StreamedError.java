package dev.waggle.connect.llm.wire;

import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Error or refusal within a stream that began well, which the library ignores. Only events that contain its field
 * name are parsed for it; within a quoted answer the name is between escapes.
 */
final class StreamedError {

    private static final String ERROR = "error";

    private StreamedError() {}

    /**
     * The error in a body or event that is an array, as Gemini sends it; {@code null} when it is none. A body that is
     * one object is read too.
     */
    static @Nullable TransportError findInArray(String data) {
        JsonValue first = read(data) instanceof JsonValue.Arr array && !array.items().isEmpty()
                ? array.items().getFirst()
                : read(data);
        return field(first, ERROR) instanceof JsonValue.Null ? null : new TransportError.ErrorEvent(data);
    }

    /** The fault in an event; {@code null} when it has none. */
    static @Nullable TransportError findIn(ServerSentEvent event) {
        String data = event.data();
        if (ERROR.equals(event.event())) {
            return new TransportError.ErrorEvent(data);
        }
        boolean isTelling = data.contains("\"error\"") || data.contains("\"refusal\"")
                || data.contains("\"blockReason\"");
        return isTelling ? findIn(read(data), data) : null;
    }

    private static @Nullable TransportError findIn(JsonValue object, String data) {
        boolean isFailed = field(object, "type").equals(JsonValue.of("response.failed"))
                || field(object, "type").equals(JsonValue.of(ERROR));
        if (isFailed || !(field(object, ERROR) instanceof JsonValue.Null)) {
            return new TransportError.ErrorEvent(data);
        }
        boolean isRefusal = field(field(object, "delta"), "stop_reason").equals(JsonValue.of("refusal"))
                || field(field(object, "promptFeedback"), "blockReason") instanceof JsonValue.Str
                || isRefusedChoice(object);
        return isRefusal ? new TransportError.Refusal() : null;
    }

    /** OpenAI streams the text of a refusal apart from the text of an answer. */
    private static boolean isRefusedChoice(JsonValue object) {
        return field(object, "choices") instanceof JsonValue.Arr choices && choices.items().stream()
                .anyMatch(choice -> field(field(choice, "delta"), "refusal") instanceof JsonValue.Str words
                        && !words.value().isEmpty());
    }

    private static JsonValue field(JsonValue of, String name) {
        JsonValue value = of instanceof JsonValue.Obj object ? object.fields().get(name) : null;
        return value == null ? JsonValue.ofNull() : value;
    }

    private static JsonValue read(String data) {
        try {
            return JsonText.read(data);
        } catch (IllegalArgumentException notJson) {
            return JsonValue.ofNull();
        }
    }
}
