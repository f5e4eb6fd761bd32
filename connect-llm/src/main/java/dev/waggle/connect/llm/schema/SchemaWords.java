package dev.waggle.connect.llm.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;

/** Words for the rules of a schema that a provider does not take as keywords. All of bounded length. */
final class SchemaWords {

    /** Longest description, in characters; longer ones are cut and say so. */
    static final int MAX_DESCRIPTION = 8_000;

    /** Maximum number of characters of one rule in words. */
    static final int MAX_NOTE = 300;

    /** Maximum number of rules in words at one place. */
    static final int MAX_NOTES = 20;

    private static final String CUT = " [cut]";

    /** Depth to which a value is shown. */
    private static final int MAX_SHOWN_DEPTH = 4;

    private SchemaWords() {}

    /** The author's description and then the rules, at most {@link #MAX_DESCRIPTION} long; empty without both. */
    static String description(String own, List<String> notes) {
        String rules = notes.stream().distinct().limit(MAX_NOTES).map(note -> cut(note, MAX_NOTE))
                .collect(Collectors.joining("; "));
        if (rules.isEmpty()) {
            return cut(own, MAX_DESCRIPTION);
        }
        return own.isEmpty() ? rules : cut(own, MAX_DESCRIPTION - rules.length() - 3) + " (" + rules + ')';
    }

    /** The words of one limiting keyword. */
    static String limit(String keyword, JsonValue value) {
        String shown = value instanceof JsonValue.Str text ? cut(text.value(), MAX_NOTE) : json(value);
        return switch (keyword) {
            case "minimum" -> "at least " + shown;
            case "maximum" -> "at most " + shown;
            case "exclusiveMinimum" -> "more than " + shown;
            case "exclusiveMaximum" -> "less than " + shown;
            case "multipleOf" -> "a multiple of " + shown;
            case "minLength" -> "at least " + shown + " characters";
            case "maxLength" -> "at most " + shown + " characters";
            case "pattern" -> "matches " + shown;
            case "minItems" -> "at least " + shown + " items";
            case "maxItems" -> "at most " + shown + " items";
            case "uniqueItems" -> "all items different";
            case "minProperties" -> "at least " + shown + " fields";
            case "maxProperties" -> "at most " + shown + " fields";
            case "contentEncoding" -> "encoded as " + shown;
            case "contentMediaType" -> "content of type " + shown;
            default -> keyword + ' ' + shown;
        };
    }

    /** The only values, as many as fit. */
    static String values(List<JsonValue> values) {
        StringBuilder words = new StringBuilder(values.size() == 1 ? "only " : "one of ");
        for (int i = 0; i < values.size(); i++) {
            String shown = json(values.get(i));
            if (i > 0 && words.length() + shown.length() > MAX_NOTE - 40) {
                return words + " and " + (values.size() - i) + " more";
            }
            words.append(i == 0 ? "" : ", ").append(shown);
        }
        return words.toString();
    }

    /** A schema in a few words, for a place that can hold no schema. */
    static String type(SchemaNode node) {
        if (node.isAny() || node.isNever()) {
            return "any value";
        }
        return node.shapes().stream().limit(5).map(SchemaWords::type).distinct().collect(Collectors.joining(" or "));
    }

    private static String type(SchemaNode.Shape shape) {
        if (!shape.values().isEmpty()) {
            return values(shape.values());
        }
        return switch (shape.type()) {
            case NULL -> "null";
            case BOOLEAN -> "true or false";
            case INTEGER -> "a whole number";
            case NUMBER -> "a number";
            case STRING -> "a text";
            case ARRAY -> "an array";
            case OBJECT -> shape.fields().properties().isEmpty()
                    ? "an object"
                    : "an object with " + shape.fields().properties().keySet().stream().limit(10)
                            .map(name -> cut(name, 40)).collect(Collectors.joining(", "));
        };
    }

    /** A value as JSON; deep parts and the end of a long one are left out. */
    static String json(JsonValue value) {
        StringBuilder text = new StringBuilder();
        show(value, text, 0);
        return cut(text.toString(), MAX_NOTE);
    }

    private static void show(JsonValue value, StringBuilder text, int depth) {
        if (text.length() > MAX_NOTE) {
            return;
        }
        switch (value) {
            case JsonValue.Str string -> text.append(JsonLine.quoted(cut(string.value(), MAX_NOTE)));
            case JsonValue.Arr array when depth < MAX_SHOWN_DEPTH -> {
                List<JsonValue> items = array.items();
                text.append('[');
                for (int i = 0; i < items.size() && text.length() <= MAX_NOTE; i++) {
                    text.append(i == 0 ? "" : ",");
                    show(items.get(i), text, depth + 1);
                }
                text.append(']');
            }
            case JsonValue.Obj object when depth < MAX_SHOWN_DEPTH -> {
                text.append('{');
                String separator = "";
                for (Map.Entry<String, JsonValue> field : object.fields().entrySet()) {
                    if (text.length() > MAX_NOTE) {
                        break;
                    }
                    text.append(separator).append(JsonLine.quoted(cut(field.getKey(), MAX_NOTE))).append(':');
                    show(field.getValue(), text, depth + 1);
                    separator = ",";
                }
                text.append('}');
            }
            case JsonValue.Arr _ -> text.append("[...]");
            case JsonValue.Obj _ -> text.append("{...}");
            case JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> text.append(JsonLine.of(value));
        }
    }

    /** The beginning of a text, at most that long; says that it was cut. */
    static String cut(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        int end = Math.max(0, max - CUT.length());
        if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end) + CUT;
    }

    /** The texts of an array, in order. */
    static List<String> texts(JsonValue.Arr array) {
        List<String> texts = new ArrayList<>();
        for (JsonValue item : array.items()) {
            if (item instanceof JsonValue.Str text) {
                texts.add(text.value());
            }
        }
        return texts;
    }
}
