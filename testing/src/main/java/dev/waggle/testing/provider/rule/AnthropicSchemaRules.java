package dev.waggle.testing.provider.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonValue;

/**
 * Rules of Anthropic for schemas. A schema that constrains an answer obeys all of them; one of a tool obeys few.
 *
 * <p>Source: platform.claude.com, Structured outputs, "JSON Schema limitations" and "Schema complexity limits",
 * September 2026. The words of the refusals are quoted in public issues, each at its check.
 */
public final class AnthropicSchemaRules {

    private static final Set<String> OF_NUMBERS = Set.of("minimum", "maximum", "exclusiveMinimum",
            "exclusiveMaximum", "multipleOf");
    private static final Set<String> OF_TEXTS = Set.of("minLength", "maxLength");
    private static final Set<String> OF_ARRAYS = Set.of("maxItems", "uniqueItems", "contains", "minContains",
            "maxContains", "prefixItems");
    private static final Set<String> OF_OBJECTS = Set.of("patternProperties", "propertyNames", "minProperties",
            "maxProperties");
    private static final Set<String> COMBINATORS = Set.of("oneOf", "not", "if", "then", "else", "dependentSchemas",
            "unevaluatedProperties");
    private static final Set<String> FORMATS = Set.of("date-time", "time", "date", "duration", "email", "hostname",
            "uri", "ipv4", "ipv6", "uuid");

    private static final int MAX_OPTIONAL = 24;
    private static final int MAX_UNIONS = 16;
    private static final int MAX_STRICT_TOOLS = 20;

    private static final Pattern KEY = Pattern.compile("[a-zA-Z0-9_.-]{1,64}");

    private final List<String> problems = new ArrayList<>();
    private int optional;
    private int unions;

    private AnthropicSchemaRules() {}

    /** The first broken rule of the schemas in that body, in words. */
    public static Optional<String> check(JsonValue body) {
        AnthropicSchemaRules strict = new AnthropicSchemaRules();
        List<JsonValue> tools = WireJson.items(body, "tools");
        int strictTools = 0;
        for (int i = 0; i < tools.size(); i++) {
            Optional<String> loose = ofTool(tools.get(i), "tools." + i + ".custom.input_schema");
            if (loose.isPresent()) {
                return loose;
            }
            if (WireJson.flag(tools.get(i), "strict")) {
                strictTools++;
                strict.root("tools." + i + ".custom", WireJson.field(tools.get(i), "input_schema"));
            }
        }
        if (WireJson.has(body, "output_config", "format")) {
            strict.root("output_config.format.schema", WireJson.field(body, "output_config", "format", "schema"));
        }
        return strictTools > MAX_STRICT_TOOLS
                ? Optional.of("Too many strict tools (" + strictTools + "). The maximum number of strict tools is "
                        + MAX_STRICT_TOOLS + ".")
                : strict.firstProblem();
    }

    /** Rules for the input of every tool. */
    private static Optional<String> ofTool(JsonValue tool, String where) {
        JsonValue schema = WireJson.field(tool, "input_schema");
        if (!(schema instanceof JsonValue.Obj object)) {
            return Optional.empty(); // A tool of the provider has none; the shape asks for that of any other.
        }
        // gist of anthropics MCP troubleshooting, May 2026: no combinator at the top.
        if (Set.of("oneOf", "allOf", "anyOf").stream().anyMatch(object.fields()::containsKey)) {
            return Optional.of(where + ": input_schema does not support oneOf, allOf, or anyOf at the top level");
        }
        // modelcontextprotocol/go-sdk#169: names of properties.
        if (WireJson.field(schema, "properties") instanceof JsonValue.Obj properties
                && properties.fields().keySet().stream().anyMatch(name -> !KEY.matcher(name).matches())) {
            return Optional.of(where + ".properties: Property keys should match pattern '^" + KEY + "$'");
        }
        return Optional.empty();
    }

    private Optional<String> firstProblem() {
        if (!problems.isEmpty()) {
            return Optional.of(problems.getFirst());
        }
        if (optional > MAX_OPTIONAL) {
            return Optional.of("Schemas contains too many optional parameters (" + optional
                    + "), which would make grammar compilation inefficient. Reduce the number of optional parameters"
                    + " in your tool schemas (limit: " + MAX_OPTIONAL + ").");
        }
        return unions > MAX_UNIONS
                ? Optional.of("Schemas contains too many parameters with union types (" + unions
                        + " parameters with type arrays or anyOf) which exceeds the limit: " + MAX_UNIONS)
                : Optional.empty();
    }

    private void root(String where, JsonValue schema) {
        walk(where, schema);
        cycles(where, schema);
    }

    private void walk(String where, JsonValue value) {
        if (!(value instanceof JsonValue.Obj schema)) {
            return;
        }
        combinators(where, schema);
        if (schema.fields().containsKey("anyOf") || schema.fields().get("type") instanceof JsonValue.Arr) {
            unions++;
        }
        types(schema).forEach(type -> typed(where, type, schema));
        if (schema.fields().get("enum") instanceof JsonValue.Arr words && words.items().stream()
                .anyMatch(word -> word instanceof JsonValue.Obj || word instanceof JsonValue.Arr)) {
            problems.add(where + ": Enum values must be strings, numbers, booleans, or null");
        }
        if (schema.fields().get("$ref") instanceof JsonValue.Str ref && !ref.value().startsWith("#")) {
            problems.add(where + ": External $ref '" + ref.value() + "' is not supported");
        }
        below(schema).forEach(child -> walk(where, child));
    }

    private void combinators(String where, JsonValue.Obj schema) {
        schema.fields().keySet().stream().filter(COMBINATORS::contains).sorted().findFirst()
                .ifPresent(word -> problems.add(where + ": Schema type '" + word + "' is not supported"));
    }

    private void typed(String where, String type, JsonValue.Obj schema) {
        switch (type) {
            // the-llm-council PR 55, July 2026; agentjido/req_llm#302.
            case "number", "integer" -> unsupported(where, type, schema, OF_NUMBERS);
            case "string" -> text(where, schema);
            case "array" -> array(where, schema);
            case "object" -> object(where, schema);
            default -> {
                // Flags and null have no constraints.
            }
        }
    }

    private void text(String where, JsonValue.Obj schema) {
        unsupported(where, "string", schema, OF_TEXTS);
        String format = WireJson.text(schema, "format");
        if (!format.isEmpty() && !FORMATS.contains(format)) {
            problems.add(where + ": For 'string' type, format '" + format + "' is not supported");
        }
    }

    private void array(String where, JsonValue.Obj schema) {
        // agentjido/req_llm PR 706, May 2026.
        unsupported(where, "array", schema, OF_ARRAYS);
        Double least = WireJson.number(schema, "minItems");
        if (least != null && least > 1) {
            problems.add(where + ": For 'array' type, 'minItems' values other than 0 or 1 are not supported (got: "
                    + least.intValue() + ")");
        }
    }

    private void object(String where, JsonValue.Obj schema) {
        unsupported(where, "object", schema, OF_OBJECTS);
        JsonValue more = schema.fields().get("additionalProperties");
        // Quoted in many repositories of 2026, for example "live 400" of structured outputs.
        if (more == null) {
            problems.add(where + ": For 'object' type, 'additionalProperties' must be explicitly set to false");
        } else if (!(more instanceof JsonValue.Bool open) || open.value()) {
            problems.add(where + ": For 'object' type, 'additionalProperties: "
                    + (more instanceof JsonValue.Bool ? "true" : "object")
                    + "' is not supported. Please set 'additionalProperties' to false");
        }
        if (schema.fields().get("properties") instanceof JsonValue.Obj properties) {
            List<String> required = WireJson.texts(schema, "required");
            optional += (int) properties.fields().keySet().stream().filter(name -> !required.contains(name)).count();
        }
    }

    private void unsupported(String where, String type, JsonValue.Obj schema, Set<String> words) {
        Set<String> found = schema.fields().keySet().stream().filter(words::contains)
                .collect(Collectors.toCollection(TreeSet::new));
        if (found.size() == 1) {
            problems.add(where + ": For '" + type + "' type, property '" + found.iterator().next()
                    + "' is not supported");
        } else if (found.size() > 1) {
            problems.add(where + ": For '" + type + "' type, properties " + String.join(", ", found)
                    + " are not supported");
        }
    }

    /** Refuses definitions that lead back to themselves. */
    private void cycles(String where, JsonValue schema) {
        for (String place : List.of("$defs", "definitions")) {
            if (WireJson.field(schema, place) instanceof JsonValue.Obj definitions) {
                definitions.fields().keySet().forEach(name -> cycle(where, name, List.of(), definitions.fields()));
            }
        }
        if (references(schema).contains("#")) {
            circular(where, List.of("#", "#"));
        }
    }

    private void cycle(String where, String name, List<String> so, Map<String, JsonValue> definitions) {
        List<String> path = new ArrayList<>(so);
        path.add(name);
        if (so.contains(name)) {
            circular(where, path.subList(path.indexOf(name), path.size()));
            return;
        }
        JsonValue target = definitions.get(name);
        if (target != null && problems.isEmpty()) {
            references(target).forEach(reference -> cycle(where, reference.replaceFirst("^#/[^/]+/", ""), path,
                    definitions));
        }
    }

    // Live probe quoted in public code, July 2026.
    private void circular(String where, List<String> path) {
        problems.add(where + ": Circular reference detected in schema definitions: " + String.join(" -> ", path)
                + ". Self-referencing or mutually-referencing definitions are not supported.");
    }

    private static List<String> references(JsonValue value) {
        List<String> all = new ArrayList<>();
        switch (value) {
            case JsonValue.Obj object -> {
                String own = WireJson.text(object, "$ref");
                if (!own.isEmpty()) {
                    all.add(own);
                }
                object.fields().forEach((name, child) -> {
                    if (!name.equals("$defs") && !name.equals("definitions")) {
                        all.addAll(references(child));
                    }
                });
            }
            case JsonValue.Arr list -> list.items().forEach(item -> all.addAll(references(item)));
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> {
                // No references in there.
            }
        }
        return all;
    }

    private static List<String> types(JsonValue.Obj schema) {
        return switch (schema.fields().get("type")) {
            case JsonValue.Str one -> List.of(one.value());
            case JsonValue.Arr several -> WireJson.texts(several);
            case null, default -> List.of();
        };
    }

    /** The schemas directly within a schema. */
    private static List<JsonValue> below(JsonValue.Obj schema) {
        List<JsonValue> all = new ArrayList<>();
        for (String place : List.of("properties", "$defs", "definitions", "patternProperties")) {
            if (schema.fields().get(place) instanceof JsonValue.Obj named) {
                all.addAll(named.fields().values());
            }
        }
        for (String place : List.of("anyOf", "allOf", "oneOf", "prefixItems")) {
            all.addAll(WireJson.items(schema, place));
        }
        all.add(WireJson.field(schema, "items"));
        return all;
    }
}
