package dev.waggle.server.http;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * Schemas of one OpenAPI document. A record and a shipped schema stand once, under {@code components}, and every use
 * refers to that place. Owned by one thread.
 */
final class DocumentSchemas {

    /** Place of the schemas in the document. */
    static final String PLACE = "#/components/schemas/";

    private static final String SHIPPED = "urn:waggle:schema:";

    private final Map<String, JsonValue> components = new TreeMap<>();
    private final Map<Class<?>, String> records = new HashMap<>();
    private final Queue<String> missing = new ArrayDeque<>();

    /** A reference to the schema of a record. */
    JsonValue.Obj of(Class<? extends Record> type) {
        String name = records.get(type);
        if (name == null) {
            name = records.containsValue(type.getSimpleName())
                    ? type.getName().substring(type.getPackageName().length() + 1)
                    : type.getSimpleName();
            records.put(type, name);
            components.put(name, of(RecordJson.schema(type)));
        }
        return reference(PLACE + name);
    }

    /** That schema, whose references to shipped schemas name their place in this document. */
    JsonValue.Obj of(JsonValue.Obj schema) {
        return (JsonValue.Obj) placed(schema, "");
    }

    /** All schemas that are referred to, by name. */
    JsonValue.Obj components() {
        for (String name = missing.poll(); name != null; name = missing.poll()) {
            JsonValue.Obj shipped = (JsonValue.Obj) JsonText.read(JsonSchemas.of(name));
            Map<String, JsonValue> fields = new LinkedHashMap<>(shipped.fields());
            fields.remove("$id");
            fields.remove("$schema");
            components.put(dotted(name), placed(new JsonValue.Obj(fields), PLACE + dotted(name)));
        }
        return new JsonValue.Obj(components);
    }

    /**
     * A part of a schema.
     *
     * @param root the place in the document of the schema that it is a part of; empty for none
     */
    private JsonValue placed(JsonValue value, String root) {
        return switch (value) {
            case JsonValue.Arr(var items) -> new JsonValue.Arr(items.stream().map(it -> placed(it, root)).toList());
            case JsonValue.Obj obj when obj.fields().get("$id") instanceof JsonValue.Str(String id)
                    && id.startsWith(SHIPPED) ->
                reference(place(id));
            case JsonValue.Obj obj -> {
                Map<String, JsonValue> fields = new LinkedHashMap<>();
                obj.fields().forEach((name, field) -> fields.put(name, name.equals("$ref")
                        && field instanceof JsonValue.Str(String target)
                                ? JsonValue.of(target(target, root))
                                : placed(field, root)));
                yield new JsonValue.Obj(fields);
            }
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> value;
        };
    }

    private String target(String reference, String root) {
        if (reference.startsWith(SHIPPED)) {
            return place(reference);
        }
        return root.isEmpty() || !reference.startsWith("#") ? reference : root + reference.substring(1);
    }

    /** The place in this document of a shipped schema, or of a part of it after a hash. */
    private String place(String id) {
        int end = id.indexOf('#');
        String name = id.substring(SHIPPED.length(), end < 0 ? id.length() : end);
        if (!components.containsKey(dotted(name)) && !missing.contains(name)) {
            missing.add(name);
        }
        return PLACE + dotted(name) + (end < 0 ? "" : id.substring(end + 1));
    }

    private static JsonValue.Obj reference(String place) {
        return new JsonObjectBuilder().with("$ref", place).json();
    }

    /** A name may have letters, digits, dots, hyphens and underscores only. */
    private static String dotted(String name) {
        return name.replace('/', '.').replace(':', '.');
    }
}
