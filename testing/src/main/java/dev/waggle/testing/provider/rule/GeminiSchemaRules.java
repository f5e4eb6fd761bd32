package dev.waggle.testing.provider.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.RequestShape.ErrorKind;
import dev.waggle.testing.provider.rule.RequestShape.ShapeError;

/**
 * Rules of Gemini for the schemas in {@code parameters}, {@code response} and {@code responseSchema}, a subset of
 * OpenAPI 3.0. Fields that take a JSON Schema, such as {@code parametersJsonSchema}, are not checked.
 *
 * <p>Sources: ai.google.dev, API reference of {@code Schema}, April 2026, and refusals that public issues quote.
 */
public final class GeminiSchemaRules {

    private static final Set<String> FIELDS = Set.of("type", "format", "title", "description", "nullable", "enum",
            "maxItems", "minItems", "properties", "required", "minProperties", "maxProperties", "minLength",
            "maxLength", "pattern", "example", "anyOf", "propertyOrdering", "default", "items", "minimum", "maximum");

    private static final Set<String> TYPES = Set.of("TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER", "BOOLEAN",
            "ARRAY", "OBJECT", "NULL");

    private static final Set<String> FORMATS = Set.of("enum", "date-time");

    private GeminiSchemaRules() {}

    /** The first departure from the published message; fields of maps are named by their number, as its parser does. */
    public static Optional<ShapeError> parse(List<Object> path, JsonValue value) {
        if (!(value instanceof JsonValue.Obj schema)) {
            return Optional.of(new ShapeError(path, ErrorKind.WRONG_TYPE, "object", value));
        }
        for (Map.Entry<String, JsonValue> field : schema.fields().entrySet()) {
            List<Object> at = below(path, field.getKey());
            Optional<ShapeError> error = FIELDS.contains(field.getKey())
                    ? parseField(at, field.getKey(), field.getValue())
                    : Optional.of(new ShapeError(at, ErrorKind.UNKNOWN_FIELD, field.getKey(), field.getValue()));
            if (error.isPresent()) {
                return error;
            }
        }
        return Optional.empty();
    }

    private static Optional<ShapeError> parseField(List<Object> at, String name, JsonValue value) {
        return switch (name) {
            case "type" -> type(at, value);
            case "items" -> parse(at, value);
            case "anyOf" -> RequestShape.list(GeminiSchemaRules::parse).check(at, value);
            case "enum", "required", "propertyOrdering" -> RequestShape.list(RequestShape.text()).check(at, value);
            case "properties" -> properties(at, value);
            case "description", "title", "format", "pattern" -> RequestShape.text().check(at, value);
            case "nullable" -> RequestShape.flag().check(at, value);
            default -> Optional.empty();
        };
    }

    // zed#53919 (a list), agno#2649 (an unknown type), 2025 and 2026.
    private static Optional<ShapeError> type(List<Object> at, JsonValue value) {
        return value instanceof JsonValue.Str text && !TYPES.contains(text.value().toUpperCase(Locale.ROOT))
                ? Optional.of(new ShapeError(at, ErrorKind.UNKNOWN_WORD,
                        "type.googleapis.com/google.ai.generativelanguage.v1beta.Type", value))
                : RequestShape.text().check(at, value);
    }

    private static Optional<ShapeError> properties(List<Object> at, JsonValue value) {
        if (!(value instanceof JsonValue.Obj properties)) {
            return RequestShape.anyObject().check(at, value);
        }
        int place = 0;
        for (JsonValue property : properties.fields().values()) {
            Optional<ShapeError> error = parse(below(below(at, place), "value"), property);
            if (error.isPresent()) {
                return error;
            }
            place++;
        }
        return Optional.empty();
    }

    /** The broken rules of a schema that could be read, each a sentence that begins with its place. */
    public static List<String> problems(String at, JsonValue schema) {
        List<String> all = new ArrayList<>();
        walk(at, schema, all);
        return all;
    }

    private static void walk(String at, JsonValue schema, List<String> problems) {
        String type = WireJson.text(schema, "type").toUpperCase(Locale.ROOT);
        Map<String, JsonValue> properties = WireJson.field(schema, "properties") instanceof JsonValue.Obj object
                ? object.fields()
                : Map.of();
        boolean hasAlternatives = WireJson.has(schema, "anyOf");
        // langchainjs PR 7935, March 2025; agno#2112.
        if (type.equals("OBJECT") && properties.isEmpty() && !hasAlternatives) {
            problems.add(at + ".properties: should be non-empty for OBJECT type");
        }
        // gemini-cli and cline#7339: arrays without items.
        if (type.equals("ARRAY") && !WireJson.has(schema, "items")) {
            problems.add(at + ".items: missing field");
        }
        words(at, type, schema, problems);
        // moltis#747: a required field that is not there.
        List<String> required = WireJson.texts(schema, "required");
        for (int i = 0; i < required.size(); i++) {
            if (!properties.containsKey(required.get(i))) {
                problems.add(at + ".required[" + i + "]: property is not defined");
            }
        }
        properties.forEach((name, property) -> walk(at + ".properties[" + name + "]", property, problems));
        if (WireJson.has(schema, "items")) {
            walk(at + ".items", WireJson.field(schema, "items"), problems);
        }
        List<JsonValue> alternatives = WireJson.items(schema, "anyOf");
        for (int i = 0; i < alternatives.size(); i++) {
            walk(at + ".any_of[" + i + "]", alternatives.get(i), problems);
        }
    }

    // musistudio/llms PR 20, August 2025 (enum of STRING only); google-genai issues of 2025 and 2026 (empty, format).
    private static void words(String at, String type, JsonValue schema, List<String> problems) {
        List<String> words = WireJson.texts(schema, "enum");
        if (!words.isEmpty() && !type.equals("STRING")) {
            problems.add(at + ".enum: only allowed for STRING type");
        }
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).isEmpty()) {
                problems.add(at + ".enum[" + i + "]: cannot be empty");
            }
        }
        String format = WireJson.text(schema, "format");
        if (type.equals("STRING") && !format.isEmpty() && !FORMATS.contains(format)) {
            problems.add(at + ".format: only 'enum' and 'date-time' are supported for STRING type");
        }
    }

    private static List<Object> below(List<Object> path, Object step) {
        List<Object> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }
}
