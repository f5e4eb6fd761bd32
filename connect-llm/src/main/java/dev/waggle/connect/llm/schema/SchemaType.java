package dev.waggle.connect.llm.schema;

import java.math.BigDecimal;
import java.util.Locale;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Type of a JSON value in a schema. */
enum SchemaType {

    NULL, BOOLEAN, INTEGER, NUMBER, STRING, ARRAY, OBJECT;

    /** The word of JSON Schema. */
    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** True for types without parts. */
    boolean isScalar() {
        return this != ARRAY && this != OBJECT;
    }

    /** The type of that word, in small letters or in capitals as Gemini writes it; {@code null} for other words. */
    static @Nullable SchemaType of(String word) {
        for (SchemaType type : values()) {
            if (type.wireName().equals(word) || type.name().equals(word)) {
                return type;
            }
        }
        return null;
    }

    /** The narrowest type of a value: a number without decimals is an integer. */
    static SchemaType of(JsonValue value) {
        return switch (value) {
            case JsonValue.Null _ -> NULL;
            case JsonValue.Bool _ -> BOOLEAN;
            case JsonValue.Num number -> isWhole(number.value()) ? INTEGER : NUMBER;
            case JsonValue.Str _ -> STRING;
            case JsonValue.Arr _ -> ARRAY;
            case JsonValue.Obj _ -> OBJECT;
        };
    }

    /** True if values of that type are values of this one. */
    boolean includes(SchemaType other) {
        return this == other || (this == NUMBER && other == INTEGER);
    }

    private static boolean isWhole(BigDecimal number) {
        return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
    }
}
