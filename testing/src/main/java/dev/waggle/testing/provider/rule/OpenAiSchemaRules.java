package dev.waggle.testing.provider.rule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;

/**
 * Rules of OpenAI for schemas. The strict ones come from the guide "Structured Outputs", "Supported schemas", February
 * 2026; the words come from errors that are quoted in public issues.
 */
public final class OpenAiSchemaRules {

    private static final int MAX_DEPTH = 10;
    private static final int MAX_PROPERTIES = 5_000;
    private static final int MAX_ENUM_VALUES = 1_000;

    /** Keywords that the guide rules out; {@code oneOf} and {@code default} by errors of 2024 and 2025. */
    private static final Set<String> NOT_PERMITTED = Set.of("allOf", "oneOf", "not", "if", "then", "else",
            "dependentRequired", "dependentSchemas", "patternProperties", "default");

    private int properties;
    private int enumValues;

    private OpenAiSchemaRules() {}

    /** The first problem of a schema for strict mode, in OpenAI's words; empty if there is none. */
    public static Optional<String> strict(JsonValue schema) {
        if (WireJson.has(schema, "anyOf")) {
            return Optional.of("In context=(), 'anyOf' is not permitted.");
        }
        OpenAiSchemaRules rules = new OpenAiSchemaRules();
        return rootType(schema).or(() -> rules.check(List.of(), schema, 1)).or(rules::totals);
    }

    /** The first problem of a schema for a tool that is not strict. */
    public static Optional<String> open(JsonValue schema) {
        return rootType(schema).or(() -> WireJson.has(schema, "properties")
                ? Optional.empty()
                // Words: spring-projects/spring-ai#4776, October 2025.
                : Optional.of("In context=(), object schema missing properties."))
                .or(() -> items(List.of(), schema));
    }

    /** Words: quoted in many issues of 2024 to 2026. */
    private static Optional<String> rootType(JsonValue schema) {
        String type = WireJson.text(schema, "type");
        return type.equals("object")
                ? Optional.empty()
                : Optional.of("schema must be a JSON Schema of 'type: \"object\"', got 'type: \""
                        + (type.isEmpty() ? "None" : type) + "\"'.");
    }

    /** Arrays have items. Words: sigoden/aichat#1049, December 2024. */
    private static Optional<String> items(List<String> path, JsonValue schema) {
        if (WireJson.text(schema, "type").equals("array") && !WireJson.has(schema, "items")) {
            return Optional.of(context(path) + "array schema missing items.");
        }
        return children(path, schema).stream().map(child -> items(child.path(), child.schema()))
                .flatMap(Optional::stream).findFirst();
    }

    private Optional<String> check(List<String> path, JsonValue schema, int depth) {
        if (!(schema instanceof JsonValue.Obj object)) {
            return Optional.empty();
        }
        if (depth > MAX_DEPTH) {
            // Words: tidyverse/ellmer#671, 2025, with the limit of today.
            return Optional.of(depth + " levels of nesting exceeds limit of " + MAX_DEPTH + ".");
        }
        // Words: liam-hq/liam#1162, April 2025.
        Optional<String> keyword = object.fields().keySet().stream().filter(NOT_PERMITTED::contains).findFirst()
                .map(word -> context(path) + "'" + word + "' is not permitted.");
        enumValues += WireJson.items(schema, "enum").size();
        return keyword.or(() -> items(path, schema)).or(() -> object(path, schema))
                .or(() -> within(path, schema, depth));
    }

    private Optional<String> within(List<String> path, JsonValue schema, int depth) {
        for (Child child : children(path, schema)) {
            int below = isObject(child.schema()) ? depth + 1 : depth;
            Optional<String> problem = check(child.path(), child.schema(), below);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private Optional<String> object(List<String> path, JsonValue schema) {
        if (!isObject(schema)) {
            return Optional.empty();
        }
        JsonValue more = WireJson.field(schema, "additionalProperties");
        if (!(more instanceof JsonValue.Bool bool) || bool.value()) {
            // Words: dottxt-ai/outlines#844, October 2024.
            return Optional.of(context(path) + "'additionalProperties' is required to be supplied and to be false.");
        }
        List<String> names = WireJson.field(schema, "properties") instanceof JsonValue.Obj fields
                ? List.copyOf(fields.fields().keySet())
                : List.of();
        properties += names.size();
        Set<String> required = new HashSet<>();
        WireJson.items(schema, "required").forEach(name -> required.add(name instanceof JsonValue.Str text
                ? text.value()
                : ""));
        // Words: kevinwatt/mysql-mcp#5, May 2025.
        String rule = context(path) + "'required' is required to be supplied and to be an array including every key in"
                + " properties. ";
        return names.stream().filter(name -> !required.contains(name)).findFirst()
                .map(name -> rule + "Missing '" + name + "'.")
                .or(() -> required.stream().filter(name -> !names.contains(name)).sorted().findFirst()
                        .map(name -> rule + "Extra required key '" + name + "' supplied."));
    }

    private Optional<String> totals() {
        if (enumValues > MAX_ENUM_VALUES) {
            // Words: OpenAI community 974416, October 2024, with the limit of today.
            return Optional.of("Expected at most " + MAX_ENUM_VALUES + " enum values in total within a single schema"
                    + " when using structured outputs, but received " + enumValues + ". Consider reducing the number"
                    + " of enums, or use 'strict: false' to opt out of structured outputs.");
        }
        return properties <= MAX_PROPERTIES
                ? Optional.empty()
                : Optional.of("Expected at most " + MAX_PROPERTIES + " object properties in total within a single"
                        + " schema when using structured outputs, but received " + properties + ".");
    }

    private record Child(List<String> path, JsonValue schema) {}

    private static List<Child> children(List<String> path, JsonValue schema) {
        List<Child> all = new ArrayList<>();
        for (String group : List.of("properties", "$defs", "definitions")) {
            if (WireJson.field(schema, group) instanceof JsonValue.Obj object) {
                object.fields().forEach((name, child) -> all.add(new Child(below(path, group, name), child)));
            }
        }
        if (WireJson.has(schema, "items")) {
            all.add(new Child(below(path, "items"), WireJson.field(schema, "items")));
        }
        List<JsonValue> options = WireJson.items(schema, "anyOf");
        for (int i = 0; i < options.size(); i++) {
            all.add(new Child(below(path, "anyOf", Integer.toString(i)), options.get(i)));
        }
        return all;
    }

    private static boolean isObject(JsonValue schema) {
        return WireJson.text(schema, "type").equals("object")
                || WireJson.items(schema, "type").contains(JsonValue.of("object"));
    }

    private static List<String> below(List<String> path, String... steps) {
        List<String> longer = new ArrayList<>(path);
        longer.addAll(List.of(steps));
        return longer;
    }

    /** The place as OpenAI writes it: a tuple of Python. */
    private static String context(List<String> path) {
        List<String> steps = path.stream().map(step -> "'" + step + "'").toList();
        return "In context=(" + String.join(", ", steps) + (steps.size() == 1 ? "," : "") + "), ";
    }
}
