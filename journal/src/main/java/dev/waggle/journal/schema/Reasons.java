package dev.waggle.journal.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.Notation;
import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the checking library found, in the words of this project: a dotted path and what is wrong there. */
final class Reasons {

    /** Longest piece of a value that a reason shows, in UTF-16 units. */
    private static final int MAX_SHOWN = 60;

    private static final Map<String, String> NOTATIONS = Map.of(
            Notation.NOT_BLANK, "must not be blank",
            Notation.NOT_BLANK_OR_EMPTY, "must not be blank",
            Notation.TIME, "must be an ISO-8601 date with its zone",
            Notation.UTC_TIME, "must be a UTC date that exists, such as 2026-01-01T00:00:00.000Z",
            Notation.SPAN, "must be an ISO-8601 duration that is not negative",
            Notation.ABSOLUTE_URI, "must be an absolute URI in ASCII");

    private static final Map<String, String> TYPES = Map.of("string", "a text", "object", "an object", "array",
            "an array", "number", "a number", "integer", "a whole number", "boolean", "true or false", "null", "null");

    private Reasons() {}

    static Violation of(Error error) {
        return new Violation(path(error), reason(error));
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

    /** A path goes to terminals and logs: the name of a field must not move the cursor or forge a line. */
    private static String visible(String name) {
        if (name.chars().noneMatch(unit -> Character.isISOControl(unit) || unit == '\u2028' || unit == '\u2029')) {
            return name;
        }
        String quoted = JsonText.write(JsonValue.of(name));
        return quoted.substring(1, quoted.length() - 1);
    }

    /** Whether the library speaks of a field but points to the object around it. */
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
            case "const" -> "must be " + shown(rule) + got(value);
            case "minimum" -> "must be at least " + shown(rule) + got(value);
            case "exclusiveMinimum" -> "must be above " + shown(rule) + got(value);
            case "maximum" -> "must be at most " + shown(rule) + got(value);
            case "exclusiveMaximum" -> "must be below " + shown(rule) + got(value);
            case "maxLength" -> "must have at most " + shown(rule) + " characters" + length(value);
            case "minLength" -> "must have at least " + shown(rule) + " characters" + length(value);
            case "maxItems" -> "must hold at most " + shown(rule) + " values";
            case "minItems" -> "must hold at least " + shown(rule) + " values";
            case "pattern" -> NOTATIONS.getOrDefault(rule.asString(), "must fit the pattern " + rule.asString())
                    + got(value);
            case "not" -> rule.path("pattern").asString("").equals(Notation.CONTROL)
                    ? "must not hold control characters" + got(value)
                    : "must not fit " + shown(rule) + got(value);
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
        rule.forEach(word -> words.add(word.isString() ? word.asString() : shown(word)));
        return words.toString();
    }

    private static String got(@Nullable JsonNode value) {
        return value == null ? "" : ", got " + shown(value);
    }

    private static String length(@Nullable JsonNode value) {
        return value == null ? "" : ", got " + value.asString().codePointCount(0, value.asString().length());
    }

    private static String shown(JsonNode value) {
        if (value.isString()) {
            return JsonText.write(JsonValue.of(cut(value.asString())));
        }
        return value.isObject() ? "an object" : value.isArray() ? "an array" : cut(value.toString());
    }

    private static String cut(String text) {
        return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
    }
}
