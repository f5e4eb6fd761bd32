package dev.waggle.connect.llm.schema;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Decides which alternative of a fitted schema an answer follows: by types, only values, fields, items and limits of
 * numbers. Patterns and formats are not looked at. As deep as the schema is, and never deeper.
 */
final class FittedMatcher {

    private FittedMatcher() {}

    static boolean accepts(JsonValue schema, JsonValue value) {
        if (!(schema instanceof JsonValue.Obj object)) {
            return !(schema instanceof JsonValue.Bool accepts) || accepts.value();
        }
        Map<String, JsonValue> keywords = object.fields();
        if (value instanceof JsonValue.Null && keywords.get("nullable") instanceof JsonValue.Bool nullable
                && nullable.value()) {
            return true;
        }
        return isOfType(keywords.get("type"), value)
                && !(keywords.get("enum") instanceof JsonValue.Arr values && !holds(values, value))
                && !(keywords.get("anyOf") instanceof JsonValue.Arr several
                        && several.items().stream().noneMatch(one -> accepts(one, value)))
                && switch (value) {
                    case JsonValue.Obj fields -> hasFields(keywords, fields);
                    case JsonValue.Arr items -> hasItems(keywords, items.items());
                    case JsonValue.Num number -> isWithin(keywords, number.value());
                    case JsonValue.Str _, JsonValue.Bool _, JsonValue.Null _ -> true;
                };
    }

    private static boolean isOfType(@Nullable JsonValue type, JsonValue value) {
        return switch (type) {
            case JsonValue.Str word -> {
                SchemaType stated = SchemaType.of(word.value());
                yield stated != null && stated.includes(SchemaType.of(value));
            }
            case JsonValue.Arr words -> words.items().stream().anyMatch(word -> isOfType(word, value));
            case null, default -> true;
        };
    }

    private static boolean holds(JsonValue.Arr values, JsonValue value) {
        return values.items().stream().anyMatch(one -> isSame(one, value));
    }

    private static boolean isSame(JsonValue one, JsonValue other) {
        if (one instanceof JsonValue.Num a && other instanceof JsonValue.Num b) {
            return a.value().compareTo(b.value()) == 0;
        }
        return SchemaType.of(one).isScalar() && one.equals(other);
    }

    private static boolean hasFields(Map<String, JsonValue> keywords, JsonValue.Obj object) {
        Map<String, JsonValue> properties = keywords.get("properties") instanceof JsonValue.Obj stated
                ? stated.fields()
                : Map.of();
        if (keywords.get("required") instanceof JsonValue.Arr names && !SchemaWords.texts(names).stream()
                .allMatch(object.fields()::containsKey)) {
            return false;
        }
        JsonValue others = keywords.getOrDefault("additionalProperties", JsonValue.of(true));
        return object.fields().entrySet().stream()
                .allMatch(field -> accepts(properties.getOrDefault(field.getKey(), others), field.getValue()));
    }

    private static boolean hasItems(Map<String, JsonValue> keywords, List<JsonValue> items) {
        List<JsonValue> first = keywords.get("prefixItems") instanceof JsonValue.Arr stated ? stated.items()
                : List.of();
        JsonValue rest = keywords.getOrDefault("items", JsonValue.of(true));
        for (int i = 0; i < items.size(); i++) {
            if (!accepts(i < first.size() ? first.get(i) : rest, items.get(i))) {
                return false;
            }
        }
        BigDecimal size = BigDecimal.valueOf(items.size());
        return holds(keywords, "minItems", size, order -> order >= 0)
                && holds(keywords, "maxItems", size, order -> order <= 0);
    }

    private static boolean isWithin(Map<String, JsonValue> keywords, BigDecimal number) {
        return holds(keywords, "minimum", number, order -> order >= 0)
                && holds(keywords, "maximum", number, order -> order <= 0)
                && holds(keywords, "exclusiveMinimum", number, order -> order > 0)
                && holds(keywords, "exclusiveMaximum", number, order -> order < 0);
    }

    private static boolean holds(Map<String, JsonValue> keywords, String keyword, BigDecimal number,
            IntPredicate order) {
        return !(keywords.get(keyword) instanceof JsonValue.Num bound) || order.test(number.compareTo(bound.value()));
    }
}
