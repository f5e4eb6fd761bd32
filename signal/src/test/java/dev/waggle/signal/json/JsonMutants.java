package dev.waggle.signal.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Mutants of a JSON value, each with one change at one of its places. They try the law of a strict reader, which
 * refuses a mutant or would write it back.
 */
public final class JsonMutants {

    private static final List<JsonValue> OTHERS = List.of(JsonValue.ofNull(), JsonValue.of(true), JsonValue.of("yes"),
            JsonValue.of(-1), JsonValue.of(0.5), new JsonValue.Num(new BigDecimal("1E400")), JsonValue.of(List.of()),
            JsonValue.of(List.of(JsonValue.ofNull())), JsonValue.of(Map.of()),
            JsonValue.of(Map.of("a", JsonValue.of(1))));

    private JsonMutants() {}

    /** Another kind, another number, nothing, another name, a field more, an item twice, items in another order. */
    public static List<JsonValue> of(JsonValue value) {
        List<JsonValue> mutants = new ArrayList<>();
        switch (value) {
            case JsonValue.Obj object -> {
                object.fields().forEach((name, field) -> {
                    mutants.add(without(object, name, Map.of()));
                    mutants.add(without(object, name, Map.of(name + "X", field)));
                    changes(field).forEach(other -> mutants.add(with(object, name, other)));
                });
                mutants.add(with(object, "surprise", JsonValue.of(true)));
            }
            case JsonValue.Arr array -> {
                for (int i = 0; i < array.items().size(); i++) {
                    JsonValue item = array.items().get(i);
                    for (JsonValue other : changes(item)) {
                        List<JsonValue> items = new ArrayList<>(array.items());
                        items.set(i, other);
                        mutants.add(JsonValue.of(items));
                    }
                    List<JsonValue> twice = new ArrayList<>(array.items());
                    twice.add(item);
                    mutants.add(JsonValue.of(twice));
                }
                mutants.add(JsonValue.of(array.items().reversed()));
            }
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> {}
        }
        return mutants;
    }

    /** A form that is equal for equal numbers: 1 and 1.0 are one. */
    public static Object plain(JsonValue value) {
        return switch (value) {
            case JsonValue.Obj object -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                object.fields().forEach((name, field) -> fields.put(name, plain(field)));
                yield fields;
            }
            case JsonValue.Arr array -> array.items().stream().map(JsonMutants::plain).toList();
            case JsonValue.Num number -> number.value().stripTrailingZeros();
            case JsonValue leaf -> leaf;
        };
    }

    private static List<JsonValue> changes(JsonValue value) {
        List<JsonValue> changes = new ArrayList<>(OTHERS);
        changes.remove(value);
        changes.addAll(of(value));
        return changes;
    }

    private static JsonValue with(JsonValue.Obj object, String name, JsonValue field) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(object.fields());
        fields.put(name, field);
        return JsonValue.of(fields);
    }

    private static JsonValue without(JsonValue.Obj object, String name, Map<String, JsonValue> instead) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(object.fields());
        fields.remove(name);
        fields.putAll(instead);
        return JsonValue.of(fields);
    }
}
