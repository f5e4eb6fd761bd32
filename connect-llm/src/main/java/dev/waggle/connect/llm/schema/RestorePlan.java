package dev.waggle.connect.llm.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/**
 * Way back from an answer by a fitted schema to one by the schema that was fitted. It goes as deep as the schema, so
 * no answer can make it go deeper. An answer that breaks the fitted schema passes through, and its reader rejects it.
 */
sealed interface RestorePlan {

    /** Nothing changes. */
    record Unchanged() implements RestorePlan {}

    /**
     * A text holds the value as JSON; a text that is no JSON stays.
     *
     * @param isObject true if the value is an object, so that a text with another value stays too
     */
    record JsonInText(boolean isObject) implements RestorePlan {

        /** The value in the text; empty if there is none of the right kind. */
        Optional<JsonValue> value(JsonValue answer) {
            if (!(answer instanceof JsonValue.Str text)) {
                return Optional.empty();
            }
            try {
                JsonValue value = JsonText.read(text.value());
                return isObject && !(value instanceof JsonValue.Obj) ? Optional.empty() : Optional.of(value);
            } catch (IllegalArgumentException noJson) {
                return Optional.empty();
            }
        }
    }

    /**
     * The fields of an object, by their fitted names.
     *
     * @param others the plan for fields with other names
     */
    record OfFields(Map<String, FieldPlan> fields, RestorePlan others) implements RestorePlan {}

    /** The items of an array. */
    record OfItems(List<RestorePlan> first, RestorePlan rest) implements RestorePlan {}

    /** An object in a text if the value is one, otherwise the first alternative whose fitted schema accepts it. */
    record OfAlternatives(List<Alternative> alternatives) implements RestorePlan {

        JsonValue restored(JsonValue answer) {
            return alternatives.stream()
                    .flatMap(one -> one.plan() instanceof JsonInText text
                            ? text.value(answer).stream()
                            : Stream.empty())
                    .findFirst()
                    .orElseGet(() -> alternatives.stream()
                            .filter(one -> FittedMatcher.accepts(one.schema(), answer)).findFirst()
                            .map(one -> restore(one.plan(), answer)).orElse(answer));
        }
    }

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
            case JsonInText text -> text.value(answer).orElse(answer);
            case OfFields fields -> answer instanceof JsonValue.Obj object ? restore(fields, object) : answer;
            case OfItems items -> answer instanceof JsonValue.Arr array ? restore(items, array) : answer;
            case OfAlternatives several -> several.restored(answer);
            case InField field -> answer instanceof JsonValue.Obj object && object.fields().size() == 1
                    ? Optional.ofNullable(object.fields().get(field.name()))
                            .map(value -> restore(field.value(), value)).orElse(answer)
                    : answer;
        };
    }

    /** True if that plan changes no answer. */
    static boolean keepsAnswers(RestorePlan plan) {
        return switch (plan) {
            case Unchanged _ -> true;
            case JsonInText _, InField _ -> false;
            case OfFields fields -> keepsAnswers(fields.others()) && fields.fields().entrySet().stream()
                    .allMatch(entry -> entry.getKey().equals(entry.getValue().name())
                            && !entry.getValue().dropsNull() && keepsAnswers(entry.getValue().value()));
            case OfItems items ->
                keepsAnswers(items.rest()) && items.first().stream().allMatch(RestorePlan::keepsAnswers);
            case OfAlternatives several -> several.alternatives().stream().allMatch(one -> keepsAnswers(one.plan()));
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
}
