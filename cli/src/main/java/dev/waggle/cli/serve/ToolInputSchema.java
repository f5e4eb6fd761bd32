package dev.waggle.cli.serve;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/** A JSON Schema as it is written. */
final class ToolInputSchema {

    private ToolInputSchema() {}

    static JsonValue.Obj of(String json) {
        if (JsonText.read(json) instanceof JsonValue.Obj schema) {
            return schema;
        }
        throw new IllegalArgumentException("the schema of an input is an object, got " + json);
    }
}
