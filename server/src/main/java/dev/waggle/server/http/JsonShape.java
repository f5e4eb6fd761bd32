package dev.waggle.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * JSON Schema of a closed object, field by field, for answers that are the JSON of no record. Fields are required
 * unless they are optional. Immutable parts; the builder is owned by one thread.
 */
public final class JsonShape {

    /** A text. */
    public static final JsonValue.Obj TEXT = ofType("string");

    /** A text or null. */
    public static final JsonValue.Obj TEXT_OR_NULL = ofTypes("string", "null");

    /** A number. */
    public static final JsonValue.Obj NUMBER = ofType("number");

    /** A number or null. */
    public static final JsonValue.Obj NUMBER_OR_NULL = ofTypes("number", "null");

    /** A whole number. */
    public static final JsonValue.Obj WHOLE = ofType("integer");

    /** True or false. */
    public static final JsonValue.Obj FLAG = ofType("boolean");

    /** Any object. */
    public static final JsonValue.Obj OBJECT = ofType("object");

    /** Any object or null. */
    public static final JsonValue.Obj OBJECT_OR_NULL = ofTypes("object", "null");

    /** Any value. */
    public static final JsonValue.Obj ANY = new JsonObjectBuilder().json();

    private final Map<String, JsonValue> properties = new LinkedHashMap<>();
    private final List<JsonValue> required = new ArrayList<>();

    /** A field that is always there. */
    public JsonShape with(String name, JsonValue.Obj schema) {
        required.add(JsonValue.of(name));
        return withOptional(name, schema);
    }

    /** A field that may be absent. */
    public JsonShape withOptional(String name, JsonValue.Obj schema) {
        properties.put(name, schema);
        return this;
    }

    /** The schema. */
    public JsonValue.Obj json() {
        return new JsonObjectBuilder().with("type", "object").with("properties", properties)
                .with("required", required).with("additionalProperties", false).json();
    }

    /** A list of such values. */
    public static JsonValue.Obj list(JsonValue.Obj item) {
        return new JsonObjectBuilder().with("type", "array").with("items", item).json();
    }

    /** A page of such items, with the cursor of the next one. */
    public static JsonValue.Obj page(JsonValue.Obj item) {
        return new JsonShape().with("items", list(item)).withOptional("next", TEXT).json();
    }

    /** The shipped schema of that name. */
    public static JsonValue.Obj shipped(String name) {
        return new JsonObjectBuilder().with("$ref", "urn:waggle:schema:" + name).json();
    }

    private static JsonValue.Obj ofType(String type) {
        return new JsonObjectBuilder().with("type", type).json();
    }

    private static JsonValue.Obj ofTypes(String... types) {
        return new JsonObjectBuilder().withTexts("type", List.of(types)).json();
    }
}
