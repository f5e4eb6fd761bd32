package dev.waggle.journal.form;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a signal that a foreign form cannot express, as the fields of our own object in which the two differ. The
 * value null marks a field that has to be removed again; extensions are added one by one.
 */
public final class ResidualFields {

    private static final String EXTENSIONS = "extensions";

    private ResidualFields() {}

    /** Fields that have to be laid over {@code base} so that it becomes {@code whole}. */
    public static Map<String, JsonValue> difference(JsonValue.Obj whole, JsonValue.Obj base) {
        Map<String, JsonValue> rest = new LinkedHashMap<>();
        whole.fields().forEach((name, value) -> {
            JsonValue known = base.fields().get(name);
            if (!value.equals(known)) {
                rest.put(name, name.equals(EXTENSIONS) ? added(value, known) : value);
            }
        });
        base.fields().keySet().stream()
                .filter(name -> !whole.fields().containsKey(name))
                .forEach(name -> rest.put(name, JsonValue.ofNull()));
        return rest;
    }

    /** The object {@code base} with the residual fields laid over it. */
    public static JsonValue.Obj merge(JsonValue.Obj base, Map<String, JsonValue> rest) {
        Map<String, JsonValue> whole = new LinkedHashMap<>(base.fields());
        rest.forEach((name, value) -> {
            if (value instanceof JsonValue.Null) {
                whole.remove(name);
            } else if (name.equals(EXTENSIONS)) {
                Map<String, JsonValue> all = new LinkedHashMap<>(fields(whole.get(name)));
                all.putAll(fields(value));
                whole.put(name, JsonValue.of(all));
            } else {
                whole.put(name, value);
            }
        });
        return new JsonValue.Obj(whole);
    }

    private static JsonValue added(JsonValue all, @Nullable JsonValue known) {
        Map<String, JsonValue> added = new LinkedHashMap<>(fields(all));
        fields(known).forEach(added::remove);
        return JsonValue.of(added);
    }

    private static Map<String, JsonValue> fields(@Nullable JsonValue value) {
        return value instanceof JsonValue.Obj obj ? obj.fields() : Map.of();
    }
}
