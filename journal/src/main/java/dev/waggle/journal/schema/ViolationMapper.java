package dev.waggle.journal.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.codec.TextPatterns;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Mapper of the checking library's errors to violations of this project, with a dotted path and a reason. */
final class ViolationMapper {

    /** Longest piece of a value that a reason shows, in UTF-16 units. */
    private static final int MAX_EXCERPT = 60;

    private static final Map<String, String> NOTATIONS = Map.of(
            TextPatterns.NOT_BLANK, "must not be blank",
            TextPatterns.NOT_BLANK_OR_EMPTY, "must not be blank",
            TextPatterns.TIME, "must be an ISO-8601 date with its zone",
            TextPatterns.UTC_TIME, "must be a UTC date that exists, such as 2026-01-01T00:00:00.000Z",
            TextPatterns.DURATION, "must be an ISO-8601 duration that is not negative",
            TextPatterns.ABSOLUTE_URI, "must be an absolute URI in ASCII");

    private static final Map<String, String> TYPES = Map.of("string", "a text", "object", "an object", "array",
            "an array", "number", "a number", "integer", "a whole number", "boolean", "true or false", "null", "null");

    private ViolationMapper() {}

    static SchemaViolation of(Error error) {
        return new SchemaViolation(path(error), reason(error));
    }

    private static String path(Error error) {
        NodePath location = error.getInstanceLocation();
        List<String> steps = new ArrayList<>();
        for (int i = 0; i < location.getNameCount(); i++) {
            steps.add(visible(String.valueOf(location.getElement(i))));
        }
        if (isAboutProperty(error) && error.getProperty() != null) {
            steps.add(visible(error.getProperty()));
        }
        return String.join(".", steps);
    }

    /** Paths are shown in terminals and logs, so the name of a field must not move the cursor or forge a line. */
    private static String visible(String name) {
        if (name.chars().noneMatch(unit -> Character.isISOControl(unit) || unit == '\u2028' || unit == '\u2029')) {
            return name;
        }
        String quoted = JsonText.write(JsonValue.of(name));
        return quoted.substring(1, quoted.length() - 1);
    }

    /** True if the library means a field but points to the object around it. */
    private static boolean isAboutProperty(Error error) {
        return switch (error.getKeyword()) {
            case "required", "additionalProperties", "propertyNames", "unevaluatedProperties" -> true;
            default -> false;
        };
    }

    private static String reason(Error error) {
        JsonNode rule = error.getSchemaNode();
        JsonNode value = error.getInstanceNode();
        if (rule == null) {
            return error.getMessage();
        }
        return switch (error.getKeyword()) {
            case "required" -> "is missing";
            case "additionalProperties", "propertyNames", "unevaluatedProperties" -> "is unknown";
            case "false" -> "must not be there";
            case "type" -> "must be " + types(rule) + got(value);
            case "enum" -> "must be one of " + words(rule) + got(value);
            case "const" -> "must be " + excerpt(rule) + got(value);
            case "minimum" -> "must be at least " + excerpt(rule) + got(value);
            case "exclusiveMinimum" -> "must be above " + excerpt(rule) + got(value);
            case "maximum" -> "must be at most " + excerpt(rule) + got(value);
            case "exclusiveMaximum" -> "must be below " + excerpt(rule) + got(value);
            case "maxLength" -> "must have at most " + excerpt(rule) + " characters" + length(value);
            case "minLength" -> "must have at least " + excerpt(rule) + " characters" + length(value);
            case "maxItems" -> "must hold at most " + excerpt(rule) + " values";
            case "minItems" -> "must hold at least " + excerpt(rule) + " values";
            case "pattern" -> NOTATIONS.getOrDefault(rule.asString(), "must fit the pattern " + rule.asString())
                    + got(value);
            case "not" -> rule.path("pattern").asString("").equals(TextPatterns.CONTROL)
                    ? "must not hold control characters" + got(value)
                    : "must not fit " + excerpt(rule) + got(value);
            default -> error.getMessage();
        };
    }

    private static String types(JsonNode rule) {
        if (!rule.isArray()) {
            return TYPES.getOrDefault(rule.asString(), rule.asString());
        }
        StringJoiner types = new StringJoiner(" or ");
        rule.forEach(type -> types.add(types(type)));
        return types.toString();
    }

    private static String words(JsonNode rule) {
        StringJoiner words = new StringJoiner(", ");
        rule.forEach(word -> words.add(word.isString() ? word.asString() : excerpt(word)));
        return words.toString();
    }

    private static String got(@Nullable JsonNode value) {
        return value == null ? "" : ", got " + excerpt(value);
    }

    private static String length(@Nullable JsonNode value) {
        return value == null ? "" : ", got " + value.asString().codePointCount(0, value.asString().length());
    }

    private static String excerpt(JsonNode value) {
        if (value.isString()) {
            return JsonText.write(JsonValue.of(truncated(value.asString())));
        }
        return value.isObject() ? "an object" : value.isArray() ? "an array" : truncated(value.toString());
    }

    private static String truncated(String text) {
        return text.length() > MAX_EXCERPT ? text.substring(0, MAX_EXCERPT) + "..." : text;
    }
}
