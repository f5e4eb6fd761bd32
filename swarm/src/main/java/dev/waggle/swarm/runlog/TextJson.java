package dev.waggle.swarm.runlog;

import java.util.List;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Texts as JSON. */
public final class TextJson {

    private TextJson() {}

    /** A text, or {@code null} if there is none. */
    public static JsonValue of(@Nullable String text) {
        return text == null ? JsonValue.ofNull() : JsonValue.of(text);
    }

    /** A list of texts in their order. */
    public static JsonValue of(List<String> texts) {
        return JsonValue.of(texts.stream().map(JsonValue::of).toList());
    }
}
