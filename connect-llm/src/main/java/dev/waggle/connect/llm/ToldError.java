package dev.waggle.connect.llm;

import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.JsonValue;

/** Errors that providers tell in the middle of a stream that began well: an object with {@code error} in it. */
final class ToldError {

    private static final String FIELD = "error";

    private ToldError() {}

    static boolean isIn(ServerSentEvent event) {
        String data = event.data();
        return FIELD.equals(event.event()) || (data.contains("\"error\"") && hasError(data));
    }

    private static boolean hasError(String data) {
        try {
            return JsonText.read(data) instanceof JsonValue.Obj object && object.fields().get(FIELD) instanceof JsonValue
                    && !(object.fields().get(FIELD) instanceof JsonValue.Null);
        } catch (IllegalArgumentException notJson) {
            return false;
        }
    }
}
