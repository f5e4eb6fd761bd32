package dev.waggle.connect.llm.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/**
 * Way back from an answer by a fitted schema to one by the schema that was fitted. It goes as deep as the schema, so
 * no answer can make it go deeper. An answer that breaks the fitted schema passes through, and its reader rejects it.
 */
sealed interface RestorePlan {

    /** Nothing changes. */
    record Unchanged() implements RestorePlan {}

    /** A text holds the value as JSON; a text that is no JSON stays. */
    record JsonInText() implements RestorePlan {}

    /**
     * The fields of an object, by their fitted names.
     *
     * @param others the plan for fields with other names
     */
    record OfFields(Map<String, FieldPlan> fields, RestorePlan others) implements RestorePlan {}

    /** The items of an array. */
    record OfItems(List<RestorePlan> first, RestorePlan rest) implements RestorePlan {}

    /** The first alternative whose fitted schema accepts the value. */
    record OfAlternatives(List<Alternative> alternatives) implements RestorePlan {}

    /** The value stands in one field of an object that fitting added. */
    record InField(String name, RestorePlan value) implements RestorePlan {}

    /**
     * One field.
     *
     * @param name the name before fitting
     * @param dropsNull true if null stands for no field
     */
    record FieldPlan(String name, boolean dropsNull, RestorePlan value) {}

    /** A fitted schema and its plan. */
    record Alternative(JsonValue.Obj schema, RestorePlan plan) {}

    /** The answer as the schema before fitting has it. */
    static JsonValue restore(RestorePlan plan, JsonValue answer) {
        return switch (plan) {
            case Unchanged _ -> answer;
            case JsonInText _ -> answer instanceof JsonValue.Str text ? parsed(text) : answer;
            case OfFields fields -> answer instanceof JsonValue.Obj object ? restore(fields, object) : answer;
            case OfItems items -> answer instanceof JsonValue.Arr array ? restore(items, array) : answer;
            case OfAlternatives several -> several.alternatives().stream()
                    .filter(alternative -> FittedMatcher.accepts(alternative.schema(), answer)).findFirst()
                    .map(alternative -> restore(alternative.plan(), answer)).orElse(answer);
            case InField field -> answer instanceof JsonValue.Obj object && object.fields().size() == 1
                    ? Optional.ofNullable(object.fields().get(field.name()))
                            .map(value -> restore(field.value(), value)).orElse(answer)
                    : answer;
        };
    }

    private static JsonValue restore(OfFields plan, JsonValue.Obj object) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        object.fields().forEach((name, value) -> {
            FieldPlan field = plan.fields().get(name);
            if (field == null) {
                fields.put(name, restore(plan.others(), value));
            } else if (!(field.dropsNull() && value instanceof JsonValue.Null)) {
                fields.put(field.name(), restore(field.value(), value));
            }
        });
        return new JsonValue.Obj(fields);
    }

    private static JsonValue restore(OfItems plan, JsonValue.Arr array) {
        List<JsonValue> items = new ArrayList<>();
        for (JsonValue item : array.items()) {
            int at = items.size();
            items.add(restore(at < plan.first().size() ? plan.first().get(at) : plan.rest(), item));
        }
        return JsonValue.of(items);
    }

    private static JsonValue parsed(JsonValue.Str text) {
        try {
            return JsonText.read(text.value());
        } catch (IllegalArgumentException noJson) {
            return text;
        }
    }
}
