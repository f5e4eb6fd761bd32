package dev.waggle.connect.llm.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Schemas of a seed: of every shape that tools use, and on demand with parts that are no schema at all. */
final class RandomSchema {

    private static final List<String> NAMES = List.of("id", "name", "at", "a b", "filter[x]", "größe", "$top", "last");
    private static final List<String> WORDS = List.of("red", "green", "blue", "", "1");

    private static final List<String> KEYWORDS = List.of("type", "enum", "const", "properties", "required",
            "additionalProperties", "items", "prefixItems", "anyOf", "oneOf", "allOf", "$ref", "$defs", "minimum",
            "maxItems", "minLength", "pattern", "format", "description", "not", "if", "patternProperties", "default",
            "nullable", "uniqueItems", "exclusiveMinimum", "title", "unevaluatedProperties", "definitions");

    private final SplittableRandom random;
    private List<String> targets = List.of("plain");

    RandomSchema(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** An object with definitions that its fields refer to. */
    JsonValue.Obj schema() {
        Map<String, JsonValue> definitions = new LinkedHashMap<>();
        definitions.put("plain", scalar());
        definitions.put("a/b~c", object(1));
        targets = List.of("plain", "a~1b~0c", "nested", "tree");
        definitions.put("nested", new JsonObjectBuilder().with("$ref", "#/$defs/a~1b~0c").json());
        definitions.put("tree", new JsonObjectBuilder().with("type", "object").with("properties",
                Map.of("left", JsonValue.of(Map.of("$ref", JsonValue.of("#/$defs/tree"))))).json());
        return new JsonObjectBuilder().withAll(object(3)).with("$defs", definitions).json();
    }

    /** As {@link #schema}, where some keywords have values of any kind. */
    JsonValue.Obj hostile() {
        return (JsonValue.Obj) broken(schema());
    }

    private JsonValue broken(JsonValue value) {
        return switch (value) {
            case JsonValue.Obj object -> {
                Map<String, JsonValue> fields = new LinkedHashMap<>();
                object.fields()
                        .forEach((name, field) -> fields.put(name, random.nextInt(20) == 0 ? junk() : broken(field)));
                if (random.nextInt(6) == 0) {
                    fields.put(one(KEYWORDS), junk());
                }
                yield new JsonValue.Obj(fields);
            }
            case JsonValue.Arr array -> JsonValue.of(array.items().stream().map(this::broken).toList());
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> value;
        };
    }

    private JsonValue junk() {
        return switch (random.nextInt(11)) {
            case 0 -> JsonValue.ofNull();
            case 1 -> JsonValue.of(random.nextBoolean());
            case 2 -> JsonValue.of(random.nextInt(-5, 5));
            case 3 -> JsonValue.of(one(List.of("object", "array", "string", "STRING", "any", "#", "#/$defs/tree",
                    "#/x")));
            case 4 -> JsonValue.of(List.of());
            case 5 -> JsonValue.of(List.of(JsonValue.of("string"), JsonValue.of("null"), JsonValue.of(1)));
            case 6 -> JsonValue.of(Map.of());
            case 7 -> JsonValue.of(List.of(node(0), JsonValue.of(false)));
            case 8 -> JsonValue.of(Map.of("^x", node(0)));
            case 9 -> JsonValue.of(List.of(JsonValue.of(Map.of("required", JsonValue.ofTexts(List.of("id"))))));
            default -> node(1);
        };
    }

    private JsonValue node(int depth) {
        if (depth == 0) {
            return scalar();
        }
        return switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> scalar();
            case 4, 5, 6 -> object(depth - 1);
            case 7, 8 -> array(depth - 1);
            case 9 -> tuple(depth - 1);
            case 10 -> JsonValue.of(Map.of(random.nextBoolean() ? "anyOf" : "oneOf",
                    JsonValue.of(List.of(node(depth - 1), node(depth - 1), scalar()))));
            case 11 -> JsonValue.of(Map.of("anyOf", JsonValue.of(List.of(node(depth - 1),
                    JsonValue.of(Map.of("type", JsonValue.of("null")))))));
            case 12 -> JsonValue.of(Map.of("allOf", JsonValue.of(List.of(part(depth - 1), part(depth - 1)))));
            case 13 -> JsonValue.of(Map.of());
            case 14 -> JsonValue.of(true);
            default -> JsonValue.of(Map.of("$ref", JsonValue.of("#/$defs/"
                    + one(targets))));
        };
    }

    private JsonValue.Obj scalar() {
        JsonObjectBuilder schema = new JsonObjectBuilder();
        if (random.nextInt(3) == 0) {
            schema.with("description", "about " + one(WORDS));
        }
        boolean takesNull = random.nextInt(4) == 0;
        switch (random.nextInt(7)) {
            case 0 -> type("string", takesNull, schema).with("minLength", random.nextInt(3)).with("maxLength", 5);
            case 1 -> type("string", takesNull, schema).with("pattern", "^a+$");
            case 2 -> type("integer", takesNull, schema).with("minimum", -random.nextInt(5)).with("maximum", 3);
            case 3 -> type("number", takesNull, schema).with("exclusiveMinimum", 0).with("default", 1);
            case 4 -> type("boolean", takesNull, schema);
            case 5 -> {
                List<JsonValue> words = new ArrayList<>(WORDS.subList(0, random.nextInt(2, 5)).stream()
                        .map(JsonValue::of).toList());
                if (takesNull) {
                    words.add(JsonValue.ofNull());
                }
                type("string", takesNull, schema).with("enum", words);
            }
            default -> schema.with("const", random.nextBoolean() ? JsonValue.of("only") : JsonValue.of(7));
        }
        return schema.json();
    }

    private static JsonObjectBuilder type(String word, boolean takesNull, JsonObjectBuilder schema) {
        return takesNull ? schema.withTexts("type", List.of(word, "null")) : schema.with("type", word);
    }

    private JsonValue.Obj object(int depth) {
        JsonObjectBuilder properties = new JsonObjectBuilder();
        List<String> required = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String name = one(NAMES);
            properties.with(name, node(depth));
            if (random.nextBoolean() && !required.contains(name)) {
                required.add(name);
            }
        }
        JsonObjectBuilder schema = new JsonObjectBuilder().with("type", "object").with("properties", properties.json())
                .withTexts("required", required);
        switch (random.nextInt(6)) {
            case 0, 1 -> schema.with("additionalProperties", false);
            case 2 -> schema.with("additionalProperties", true);
            case 3 -> schema.with("additionalProperties", scalar());
            default -> schema.with("description", "an object");
        }
        return schema.json();
    }

    /** An object that is no map, because a map within {@code allOf} limits the fields of the others. */
    private JsonValue part(int depth) {
        JsonValue.Obj object = object(depth);
        return object.fields().get("additionalProperties") instanceof JsonValue.Obj ? part(depth) : object;
    }

    private JsonValue array(int depth) {
        JsonObjectBuilder schema = new JsonObjectBuilder().with("type", "array");
        if (random.nextInt(5) > 0) {
            schema.with("items", node(depth));
        }
        return random.nextBoolean() ? schema.with("minItems", random.nextInt(3)).with("maxItems", 4).json()
                : schema.json();
    }

    private JsonValue tuple(int depth) {
        JsonObjectBuilder schema = new JsonObjectBuilder().with("type", "array")
                .with("prefixItems", List.of(node(depth), scalar()));
        return random.nextBoolean() ? schema.with("items", false).json() : schema.with("items", scalar()).json();
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
