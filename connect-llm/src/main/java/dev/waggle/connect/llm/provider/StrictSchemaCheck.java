package dev.waggle.connect.llm.provider;

import java.util.HashSet;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Check of a schema for strict modes; a provider rejects others when asked to be strict. */
final class StrictSchemaCheck {

    private StrictSchemaCheck() {}

    public static ChatModelFactory.SchemaFit fit(JsonValue.@Nullable Obj schema) {
        return schema != null && isClosed(schema) ? ChatModelFactory.SchemaFit.CLOSED : ChatModelFactory.SchemaFit.OPEN;
    }

    /** Every object within names its fields, needs them all and takes no others. */
    private static boolean isClosed(JsonValue value) {
        return switch (value) {
            case JsonValue.Obj schema -> isClosedObject(schema)
                    && schema.fields().values().stream().allMatch(StrictSchemaCheck::isClosed);
            case JsonValue.Arr items -> items.items().stream().allMatch(StrictSchemaCheck::isClosed);
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> true;
        };
    }

    private static boolean isClosedObject(JsonValue.Obj schema) {
        boolean isObject = schema.fields().get("type") instanceof JsonValue.Str type && type.value().equals("object");
        if (!isObject) {
            return true;
        }
        return schema.fields().get("properties") instanceof JsonValue.Obj properties
                && schema.fields().get("additionalProperties") instanceof JsonValue.Bool more && !more.value()
                && new HashSet<>(SchemaKeywords.texts(schema, "required")).equals(properties.fields().keySet());
    }
}
