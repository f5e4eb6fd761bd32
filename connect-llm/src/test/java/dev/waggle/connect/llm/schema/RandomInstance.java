package dev.waggle.connect.llm.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/**
 * Values of a seed that a schema mostly accepts. It follows JSON Schema alone, and for fitted schemas the words "JSON
 * text" in a description. Fields that the schema does not list appear in maps only.
 */
final class RandomInstance {

    private static final int MAX_DEPTH = 8;

    private final SplittableRandom random;
    private final JsonValue root;

    RandomInstance(long seed, JsonValue root) {
        this.random = new SplittableRandom(seed);
        this.root = root;
    }

    JsonValue value() {
        return value(root, 0);
    }

    private JsonValue value(JsonValue schema, int depth) {
        if (!(schema instanceof JsonValue.Obj object) || depth > MAX_DEPTH) {
            return anything();
        }
        Map<String, JsonValue> keywords = object.fields();
        if (keywords.get("$ref") instanceof JsonValue.Str reference) {
            return SchemaPointer.target(root, reference.value()).map(target -> value(target, depth + 1))
                    .orElseGet(this::anything);
        }
        JsonValue constant = keywords.get("const");
        if (constant != null) {
            return constant;
        }
        if (keywords.get("enum") instanceof JsonValue.Arr values) {
            return one(values.items());
        }
        for (String keyword : List.of("anyOf", "oneOf")) {
            if (keywords.get(keyword) instanceof JsonValue.Arr several) {
                return value(one(several.items()), depth + 1);
            }
        }
        if (keywords.get("allOf") instanceof JsonValue.Arr parts) {
            return together(parts, depth);
        }
        JsonValue type = keywords.get("type") instanceof JsonValue.Arr types
                ? one(types.items())
                : keywords.get("type");
        return type instanceof JsonValue.Str word ? typed(word.value(), keywords, depth) : anything();
    }

    private JsonValue typed(String type, Map<String, JsonValue> keywords, int depth) {
        return switch (type) {
            case "null" -> JsonValue.ofNull();
            case "boolean" -> JsonValue.of(random.nextBoolean());
            case "integer" -> JsonValue.of(random.nextInt(-1, 4));
            case "number" -> JsonValue.of(random.nextInt(1, 9) / 4.0);
            case "string" -> text(keywords);
            case "array" -> array(keywords, depth);
            default -> object(keywords, depth);
        };
    }

    private JsonValue text(Map<String, JsonValue> keywords) {
        String description = keywords.get("description") instanceof JsonValue.Str words ? words.value() : "";
        if (description.contains("a JSON object, written as JSON text")) {
            return JsonValue.of("{}");
        }
        if (description.contains("any JSON value, written as JSON text")) {
            return JsonValue.of(JsonText.write(anything()));
        }
        return JsonValue.of("a".repeat(random.nextInt(1, 5)));
    }

    private JsonValue array(Map<String, JsonValue> keywords, int depth) {
        List<JsonValue> items = new ArrayList<>();
        List<JsonValue> first = keywords.get("prefixItems") instanceof JsonValue.Arr stated
                ? stated.items()
                : List.of();
        first.forEach(item -> items.add(value(item, depth + 1)));
        JsonValue rest = keywords.getOrDefault("items", JsonValue.of(true));
        long least = keywords.get("minItems") instanceof JsonValue.Num min ? min.value().longValue() : 0;
        long most = keywords.get("maxItems") instanceof JsonValue.Num max ? max.value().longValue() : 3;
        boolean isOver = rest instanceof JsonValue.Bool more && !more.value();
        long size = isOver ? first.size() : Math.min(most, least + random.nextInt(3));
        while (items.size() < size) {
            items.add(value(rest, depth + 1));
        }
        return JsonValue.of(items);
    }

    private JsonValue object(Map<String, JsonValue> keywords, int depth) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        List<String> required = keywords.get("required") instanceof JsonValue.Arr names ? SchemaWords.texts(names)
                : List.of();
        Map<String, JsonValue> properties = keywords.get("properties") instanceof JsonValue.Obj stated ? stated.fields()
                : Map.of();
        properties.forEach((name, property) -> {
            if (required.contains(name) || random.nextBoolean()) {
                fields.put(name, value(property, depth + 1));
            }
        });
        if (properties.isEmpty() && keywords.get("additionalProperties") instanceof JsonValue.Obj each) {
            fields.put("some key", value(each, depth + 1));
        }
        return new JsonValue.Obj(fields);
    }

    private JsonValue together(JsonValue.Arr parts, int depth) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        for (JsonValue part : parts.items()) {
            if (value(part, depth + 1) instanceof JsonValue.Obj object) {
                object.fields().forEach((name, value) -> {
                    if (!fields.containsKey(name) || saysMore(part, name)) {
                        fields.put(name, value);
                    }
                });
            }
        }
        return new JsonValue.Obj(fields);
    }

    private static boolean saysMore(JsonValue part, String name) {
        return part instanceof JsonValue.Obj schema && schema.fields().get("properties") instanceof JsonValue.Obj fields
                && fields.fields().get(name) instanceof JsonValue.Obj property && !property.fields().isEmpty();
    }

    private JsonValue anything() {
        return switch (random.nextInt(5)) {
            case 0 -> JsonValue.of("free text");
            case 1 -> JsonValue.of(3);
            case 2 -> JsonValue.of(List.of(JsonValue.of(true)));
            case 3 -> JsonValue.of(Map.of("k", JsonValue.of("12")));
            default -> JsonValue.of(false);
        };
    }

    private JsonValue one(List<JsonValue> all) {
        return all.get(random.nextInt(all.size()));
    }
}
