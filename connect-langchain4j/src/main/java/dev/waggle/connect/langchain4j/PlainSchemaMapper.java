package dev.waggle.connect.langchain4j;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNullSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Maps JSON Schemas to the library's own types: types, enums of texts, fields, items, alternatives. References are
 * followed. Every other keyword goes into the description, because the arguments of a call are checked against the
 * whole schema afterwards.
 */
final class PlainSchemaMapper {

    /** Depth limit; deeper schemas, and recursive ones, end as any object. */
    private static final int MAX_DEPTH = 12;

    /** Limit of elements; beyond it everything is any object. References may multiply them without end. */
    private static final int MAX_ELEMENTS = 20_000;

    private static final Set<String> KNOWN = Set.of("type", "description", "properties", "required", "items", "anyOf",
            "oneOf", "$ref", "$defs", "definitions", "$schema", "$id", "title", "additionalProperties");

    private final JsonValue.Obj root;
    private int elements;

    private PlainSchemaMapper(JsonValue.Obj root) {
        this.root = root;
    }

    /** The input of a tool. */
    static JsonObjectSchema object(JsonValue.Obj schema) {
        return new PlainSchemaMapper(schema).object(schema, 0);
    }

    private JsonSchemaElement element(@Nullable JsonValue value, int depth) {
        elements++;
        if (!(value instanceof JsonValue.Obj given) || depth > MAX_DEPTH || elements > MAX_ELEMENTS) {
            return JsonObjectSchema.builder().build();
        }
        JsonValue.Obj schema = given.fields().get("$ref") instanceof JsonValue.Str reference
                ? target(reference.value())
                : given;
        if (isReference(schema)) {
            return element(schema, depth + 1);
        }
        List<JsonSchemaElement> alternatives = alternatives(schema, depth);
        if (!alternatives.isEmpty()) {
            return JsonAnyOfSchema.builder().anyOf(alternatives).description(description(schema, Set.of())).build();
        }
        List<String> words = texts(schema, "enum");
        if (!words.isEmpty()) {
            return JsonEnumSchema.builder().enumValues(words).description(description(schema, Set.of("enum"))).build();
        }
        return typed(schema, depth);
    }

    private JsonSchemaElement typed(JsonValue.Obj schema, int depth) {
        String descriptionText = description(schema, Set.of());
        String type = schema.fields().get("type") instanceof JsonValue.Str text ? text.value() : "object";
        return switch (type) {
            case "string" -> JsonStringSchema.builder().description(descriptionText).build();
            case "integer" -> JsonIntegerSchema.builder().description(descriptionText).build();
            case "number" -> JsonNumberSchema.builder().description(descriptionText).build();
            case "boolean" -> JsonBooleanSchema.builder().description(descriptionText).build();
            case "null" -> new JsonNullSchema();
            case "array" -> JsonArraySchema.builder().description(descriptionText)
                    .items(element(schema.fields().get("items"), depth + 1)).build();
            default -> object(schema, depth);
        };
    }

    private JsonObjectSchema object(JsonValue.Obj schema, int depth) {
        Map<String, JsonSchemaElement> fields = new LinkedHashMap<>();
        if (schema.fields().get("properties") instanceof JsonValue.Obj properties) {
            properties.fields().forEach((name, field) -> fields.put(name, element(field, depth + 1)));
        }
        List<String> required = new ArrayList<>(texts(schema, "required"));
        required.retainAll(fields.keySet());
        return JsonObjectSchema.builder().description(description(schema, Set.of())).addProperties(fields)
                .required(required).build();
    }

    /** {@code anyOf}, {@code oneOf} and a list of types are alternatives. */
    private List<JsonSchemaElement> alternatives(JsonValue.Obj schema, int depth) {
        JsonValue several = schema.fields().getOrDefault("anyOf", schema.fields().get("oneOf"));
        if (several instanceof JsonValue.Arr arr) {
            return arr.items().stream().map(item -> element(item, depth + 1)).toList();
        }
        if (schema.fields().get("type") instanceof JsonValue.Arr types) {
            return types.items().stream().map(type -> element(with(schema, type), depth + 1)).toList();
        }
        return List.of();
    }

    private static JsonValue.Obj with(JsonValue.Obj schema, JsonValue type) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(schema.fields());
        fields.put("type", type);
        return new JsonValue.Obj(fields);
    }

    private static boolean isReference(JsonValue.Obj schema) {
        return schema.fields().get("$ref") instanceof JsonValue.Str;
    }

    /** Target of a reference within the schema; an empty schema when there is none. */
    private JsonValue.Obj target(String reference) {
        JsonValue at = root;
        for (String step : reference.replaceFirst("^#/?", "").split("/", -1)) {
            JsonValue next = at instanceof JsonValue.Obj object ? object.fields().get(step) : null;
            at = next == null ? new JsonValue.Obj(Map.of()) : next;
        }
        return at instanceof JsonValue.Obj object ? object : new JsonValue.Obj(Map.of());
    }

    private static @Nullable String description(JsonValue.Obj schema, Set<String> omitted) {
        String own = schema.fields().get("description") instanceof JsonValue.Str text ? text.value() : "";
        String rest = schema.fields().entrySet().stream()
                .filter(field -> !KNOWN.contains(field.getKey()) && !omitted.contains(field.getKey()))
                .map(field -> field.getKey() + ": " + JsonLine.of(field.getValue()))
                .collect(Collectors.joining(", "));
        String all = rest.isEmpty() ? own : (own + " (" + rest + ")").strip();
        return all.isEmpty() ? null : all;
    }

    /** The texts in the array of that keyword; none when there is no such array. */
    static List<String> texts(JsonValue.Obj schema, String keyword) {
        List<String> all = new ArrayList<>();
        if (schema.fields().get(keyword) instanceof JsonValue.Arr arr) {
            for (JsonValue item : arr.items()) {
                if (item instanceof JsonValue.Str text) {
                    all.add(text.value());
                }
            }
        }
        return all;
    }
}
