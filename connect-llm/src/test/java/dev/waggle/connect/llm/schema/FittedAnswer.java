package dev.waggle.connect.llm.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/**
 * The answer by which a model says a value of the original under a fitted schema. It has null for missing fields, the
 * fitted names, and JSON text where the schema asks for it. The opposite of {@link FittedSchema#restore}.
 */
final class FittedAnswer {

    private FittedAnswer() {}

    static JsonValue of(JsonValue.Obj schema, JsonValue value) {
        if (schema.fields().get("properties") instanceof JsonValue.Obj properties
                && properties.fields().keySet().equals(Set.of(FittedSchema.VALUE))) {
            JsonValue inner = properties.fields().getOrDefault(FittedSchema.VALUE, JsonValue.of(true));
            return JsonValue.of(Map.of(FittedSchema.VALUE, of(inner, value)));
        }
        return of((JsonValue) schema, value);
    }

    private static JsonValue of(JsonValue schema, JsonValue value) {
        if (!(schema instanceof JsonValue.Obj object)) {
            return value;
        }
        Map<String, JsonValue> keywords = object.fields();
        if (isText(keywords, value) && !(value instanceof JsonValue.Null && takesNull(keywords))) {
            return JsonValue.of(JsonText.write(value));
        }
        if (keywords.get("anyOf") instanceof JsonValue.Arr several) {
            return several.items().stream().filter(one -> FittedMatcher.accepts(one, of(one, value)))
                    .map(one -> of(one, value)).findFirst().orElse(value);
        }
        return switch (value) {
            case JsonValue.Obj fields -> object(keywords, fields);
            case JsonValue.Arr items -> items(keywords, items);
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> value;
        };
    }

    private static boolean isText(Map<String, JsonValue> keywords, JsonValue value) {
        return keywords.get("description") instanceof JsonValue.Str words && !keywords.containsKey("anyOf")
                && (words.value().contains("any JSON value, written as JSON text")
                        || (words.value().contains("a JSON object, written as JSON text")
                                && value instanceof JsonValue.Obj));
    }

    private static boolean takesNull(Map<String, JsonValue> keywords) {
        return keywords.containsKey("nullable") || keywords.get("type") instanceof JsonValue.Arr;
    }

    private static JsonValue object(Map<String, JsonValue> keywords, JsonValue.Obj value) {
        Map<String, JsonValue> properties = keywords.get("properties") instanceof JsonValue.Obj stated ? stated.fields()
                : Map.of();
        List<String> required = keywords.get("required") instanceof JsonValue.Arr names ? SchemaWords.texts(names)
                : List.of();
        Map<String, JsonValue> answer = new LinkedHashMap<>();
        value.fields().forEach((name, field) -> {
            String fitted = properties.containsKey(name) ? name : name.replaceAll("[^a-zA-Z0-9_.-]", "_");
            JsonValue schema = properties.get(fitted);
            JsonValue others = keywords.getOrDefault("additionalProperties", JsonValue.of(true));
            answer.put(schema == null ? name : fitted, of(schema == null ? others : schema, field));
        });
        required.forEach(name -> answer.putIfAbsent(name, JsonValue.ofNull()));
        return new JsonValue.Obj(answer);
    }

    private static JsonValue items(Map<String, JsonValue> keywords, JsonValue.Arr value) {
        List<JsonValue> first = keywords.get("prefixItems") instanceof JsonValue.Arr stated
                ? stated.items()
                : List.of();
        List<JsonValue> items = new ArrayList<>();
        for (JsonValue item : value.items()) {
            JsonValue schema = items.size() < first.size() ? first.get(items.size())
                    : keywords.getOrDefault("items", JsonValue.of(true));
            items.add(of(schema, item));
        }
        return JsonValue.of(items);
    }
}
