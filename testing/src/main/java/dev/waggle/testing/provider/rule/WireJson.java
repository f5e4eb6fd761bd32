package dev.waggle.testing.provider.rule;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Makes and reads JSON of wire formats. A missing part reads as an empty value, so that no reader asks twice. */
public final class WireJson {

    private WireJson() {}

    /** True for a number without a fraction. */
    public static boolean isWhole(JsonValue value) {
        return value instanceof JsonValue.Num number && number.value().stripTrailingZeros().scale() <= 0;
    }

    /** An object of names and values in turn. Values are texts, numbers, flags, JSON values; null omits the field. */
    public static JsonValue.Obj object(@Nullable Object... namesAndValues) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            if (value != null) {
                fields.put(String.valueOf(namesAndValues[i]), value(value));
            }
        }
        return new JsonValue.Obj(fields);
    }

    public static JsonValue array(JsonValue... items) {
        return JsonValue.of(List.of(items));
    }

    public static JsonValue nothing() {
        return JsonValue.ofNull();
    }

    private static JsonValue value(Object value) {
        return switch (value) {
            case JsonValue json -> json;
            case String text -> JsonValue.of(text);
            case Integer number -> JsonValue.of(number.longValue());
            case Long number -> JsonValue.of(number.longValue());
            case Double number -> JsonValue.of(number.doubleValue());
            case Boolean flag -> JsonValue.of(flag.booleanValue());
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass().getName());
        };
    }

    /** The field; the value null where there is none. */
    public static JsonValue field(@Nullable JsonValue of, String... path) {
        JsonValue at = of;
        for (String name : path) {
            at = at instanceof JsonValue.Obj object ? object.fields().get(name) : null;
        }
        return at == null ? JsonValue.ofNull() : at;
    }

    public static boolean has(JsonValue of, String... path) {
        return !(field(of, path) instanceof JsonValue.Null);
    }

    /** The items of an array field; none where it is no array. */
    public static List<JsonValue> items(JsonValue of, String... path) {
        return field(of, path) instanceof JsonValue.Arr array ? array.items() : List.of();
    }

    /** The texts in an array field; other items are left out. */
    public static List<String> texts(JsonValue of, String... path) {
        return items(of, path).stream().filter(JsonValue.Str.class::isInstance)
                .map(item -> ((JsonValue.Str) item).value()).toList();
    }

    /** The text of a field; empty where it is no text. */
    public static String text(JsonValue of, String... path) {
        return field(of, path) instanceof JsonValue.Str text ? text.value() : "";
    }

    public static boolean flag(JsonValue of, String... path) {
        return field(of, path) instanceof JsonValue.Bool bool && bool.value();
    }

    public static @Nullable Double number(JsonValue of, String... path) {
        return field(of, path) instanceof JsonValue.Num number ? number.value().doubleValue() : null;
    }

    /** The text of a content, which is a text or a list of parts. */
    public static String contentText(JsonValue content) {
        if (content instanceof JsonValue.Str text) {
            return text.value();
        }
        StringBuilder all = new StringBuilder();
        items(content).forEach(part -> all.append(text(part, "text")));
        return all.toString();
    }
}
