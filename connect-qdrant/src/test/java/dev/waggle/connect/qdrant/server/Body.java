package dev.waggle.connect.qdrant.server;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Object of a request: the fields that its schema has, and no others. */
final class Body {

    private static final Pattern UUID = Pattern
            .compile("(urn:uuid:)?[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}");

    private final String schema;
    private final Map<String, JsonValue> fields;

    private Body(String schema, Map<String, JsonValue> fields) {
        this.schema = schema;
        this.fields = fields;
    }

    static Body of(String schema, @Nullable JsonValue value, String... allowed) {
        if (!(value instanceof JsonValue.Obj(Map<String, JsonValue> fields))) {
            throw ApiRefusal.format("invalid type: expected struct " + schema);
        }
        for (String name : fields.keySet()) {
            if (!Set.of(allowed).contains(name)) {
                throw ApiRefusal.format("unknown field `" + name + "` of " + schema);
            }
        }
        return new Body(schema, fields);
    }

    @Nullable JsonValue optional(String name) {
        JsonValue value = fields.get(name);
        return value instanceof JsonValue.Null ? null : value;
    }

    boolean has(String name) {
        return optional(name) != null;
    }

    JsonValue value(String name) {
        JsonValue value = optional(name);
        if (value == null) {
            throw ApiRefusal.format("missing field `" + name + "` of " + schema);
        }
        return value;
    }

    String text(String name) {
        if (value(name) instanceof JsonValue.Str(String text)) {
            return text;
        }
        throw ApiRefusal.format("invalid type of `" + name + "`: expected a string");
    }

    boolean flag(String name, boolean otherwise) {
        return optional(name) instanceof JsonValue.Bool(boolean flag) ? flag : otherwise;
    }

    /** A whole number, at least 1 for a limit. */
    int limit(String name, int otherwise) {
        int limit = whole(name, otherwise);
        if (limit < 1) {
            throw new ApiRefusal(422, "Validation error in JSON body: [" + name + ": value " + limit
                    + " invalid, must be 1.0 or larger]");
        }
        return limit;
    }

    int whole(String name, int otherwise) {
        JsonValue value = optional(name);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof JsonValue.Num(BigDecimal number) && number.stripTrailingZeros().scale() <= 0
                && number.signum() >= 0) {
            return number.intValueExact();
        }
        throw ApiRefusal.format("invalid value of `" + name + "`: expected usize");
    }

    double number(String name, double otherwise) {
        JsonValue value = optional(name);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof JsonValue.Num(BigDecimal number)) {
            return number.doubleValue();
        }
        throw ApiRefusal.format("invalid type of `" + name + "`: expected f64");
    }

    List<JsonValue> list(String name) {
        if (value(name) instanceof JsonValue.Arr(List<JsonValue> items)) {
            return items;
        }
        throw ApiRefusal.format("invalid type of `" + name + "`: expected a sequence");
    }

    /** Ids of points, as keys that sort as the server sorts them: numbers, then UUIDs. */
    List<String> ids(String name) {
        List<String> keys = new ArrayList<>();
        list(name).forEach(id -> keys.add(key(id)));
        return keys;
    }

    static String key(JsonValue id) {
        if (id instanceof JsonValue.Num(BigDecimal number) && number.scale() <= 0 && number.signum() >= 0) {
            return number.toBigInteger().toString();
        }
        if (id instanceof JsonValue.Str(String text) && UUID.matcher(text).matches()) {
            return text;
        }
        throw ApiRefusal.format("value " + id
                + " is not a valid point ID, valid values are either an unsigned integer or a UUID");
    }

    /** Vector of finite numbers of 32 bits. */
    static float[] vector(JsonValue value) {
        if (!(value instanceof JsonValue.Arr(List<JsonValue> items))) {
            throw ApiRefusal.format("data did not match any variant of untagged enum VectorStruct");
        }
        float[] vector = new float[items.size()];
        for (int i = 0; i < vector.length; i++) {
            if (!(items.get(i) instanceof JsonValue.Num(BigDecimal number)) || !Float.isFinite(number.floatValue())) {
                throw ApiRefusal.format("data did not match any variant of untagged enum VectorStruct");
            }
            vector[i] = number.floatValue();
        }
        return vector;
    }
}
