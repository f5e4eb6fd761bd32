package dev.waggle.journal;

import dev.waggle.signal.JsonValue;

/** JSON text of values. */
public final class JsonText {

    private JsonText() {
    }

    /** One line of JSON. */
    public static String write(JsonValue value) {
        return String.valueOf(value);
    }
}
