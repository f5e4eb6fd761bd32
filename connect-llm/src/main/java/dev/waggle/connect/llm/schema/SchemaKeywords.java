package dev.waggle.connect.llm.schema;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** The keywords of one schema object: which type they speak of, its limits, and the rules that only words can say. */
final class SchemaKeywords {

    private static final Set<String> OBJECT_WORDS = Set.of("properties", "required", "additionalProperties",
            "patternProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired",
            "dependentSchemas", "unevaluatedProperties");
    private static final Set<String> ARRAY_WORDS = Set.of("items", "prefixItems", "minItems", "maxItems",
            "uniqueItems", "contains", "unevaluatedItems");
    private static final Set<String> STRING_WORDS = Set.of("minLength", "maxLength", "pattern", "format",
            "contentEncoding", "contentMediaType");
    private static final Set<String> NUMBER_WORDS = Set.of("minimum", "maximum", "exclusiveMinimum",
            "exclusiveMaximum", "multipleOf");
    private static final List<String> COUNTS = List.of("minLength", "maxLength", "minItems", "maxItems",
            "minProperties", "maxProperties");

    /** Largest number of digits and of zeros that a limit may have. */
    private static final int MAX_DIGITS = 40;

    private SchemaKeywords() {}

    /** The only type that the keywords speak of; none if there are several, or none. */
    static Set<SchemaType> implied(Set<String> keywords) {
        Set<SchemaType> types = EnumSet.noneOf(SchemaType.class);
        for (String keyword : keywords) {
            if (OBJECT_WORDS.contains(keyword)) {
                types.add(SchemaType.OBJECT);
            } else if (ARRAY_WORDS.contains(keyword)) {
                types.add(SchemaType.ARRAY);
            } else if (STRING_WORDS.contains(keyword)) {
                types.add(SchemaType.STRING);
            } else if (NUMBER_WORDS.contains(keyword)) {
                types.add(SchemaType.NUMBER);
            }
        }
        return types.size() == 1 ? types : Set.of();
    }

    /** The well-formed limits of that type, or of every type. */
    static Map<String, JsonValue> limits(JsonValue.Obj schema, @Nullable SchemaType type) {
        Map<String, JsonValue> limits = new LinkedHashMap<>();
        schema.fields().forEach((keyword, value) -> {
            if (isOf(keyword, type) && isWellFormed(keyword, value)) {
                limits.put(keyword, value);
            }
        });
        // Draft 4 wrote an exclusive bound as a flag beside the bound.
        exclude("exclusiveMinimum", "minimum", schema, limits);
        exclude("exclusiveMaximum", "maximum", schema, limits);
        return limits;
    }

    private static void exclude(String flag, String bound, JsonValue.Obj schema, Map<String, JsonValue> limits) {
        JsonValue value = limits.get(bound);
        if (isTrue(schema, flag) && value != null) {
            limits.remove(bound);
            limits.put(flag, value);
        }
    }

    private static boolean isOf(String keyword, @Nullable SchemaType type) {
        return switch (type) {
            case STRING -> STRING_WORDS.contains(keyword);
            case INTEGER, NUMBER -> NUMBER_WORDS.contains(keyword);
            case ARRAY -> ARRAY_WORDS.contains(keyword);
            case OBJECT -> OBJECT_WORDS.contains(keyword);
            case NULL, BOOLEAN -> false;
            case null -> true;
        };
    }

    private static boolean isWellFormed(String keyword, JsonValue value) {
        if (COUNTS.contains(keyword)) {
            return value instanceof JsonValue.Num number && isPlain(number.value()) && number.value().signum() >= 0
                    && SchemaType.of(number) == SchemaType.INTEGER;
        }
        if (NUMBER_WORDS.contains(keyword)) {
            return value instanceof JsonValue.Num number && isPlain(number.value())
                    && (!keyword.equals("multipleOf") || number.value().signum() > 0);
        }
        if (STRING_WORDS.contains(keyword)) {
            return value instanceof JsonValue.Str text && !text.value().isEmpty()
                    && text.value().length() <= SchemaWords.MAX_NOTE;
        }
        return keyword.equals("uniqueItems") && value instanceof JsonValue.Bool unique && unique.value();
    }

    private static boolean isPlain(BigDecimal number) {
        return number.precision() <= MAX_DIGITS && Math.abs((long) number.scale()) <= MAX_DIGITS;
    }

    /** Rules that no provider takes as keywords, in words. */
    static List<String> notes(JsonValue.Obj schema) {
        List<String> notes = new ArrayList<>();
        schema.fields().forEach((keyword, value) -> {
            switch (keyword) {
                case "not" -> notes.add("not " + SchemaWords.json(value));
                case "if", "then", "else" -> notes.add(keyword + ' ' + SchemaWords.json(value));
                case "patternProperties" ->
                    notes.add("fields by the pattern of their name: " + SchemaWords.json(value));
                case "propertyNames" -> notes.add("names of fields: " + SchemaWords.json(value));
                case "dependentRequired" -> notes.add("fields that need others: " + SchemaWords.json(value));
                case "dependentSchemas", "dependencies" ->
                    notes.add("rules for fields together: " + SchemaWords.json(value));
                case "contains" -> notes.add("holds an item like " + SchemaWords.json(value));
                case "minContains" -> notes.add("at least " + SchemaWords.json(value) + " of these items");
                case "maxContains" -> notes.add("at most " + SchemaWords.json(value) + " of these items");
                case "default" -> notes.add("default " + SchemaWords.json(value));
                case "examples", "example" -> notes.add("for example " + SchemaWords.json(value));
                case "deprecated" -> {
                    if (isTrue(schema, keyword)) {
                        notes.add("deprecated");
                    }
                }
                case "pattern" -> {
                    if (value instanceof JsonValue.Str text && text.value().length() > SchemaWords.MAX_NOTE) {
                        notes.add(SchemaWords.limit(keyword, value));
                    }
                }
                default -> {
                    // Structure is read elsewhere, and unknown keywords are comments.
                }
            }
        });
        return notes;
    }

    /** The description, else the title, else nothing. */
    static String description(JsonValue.Obj schema) {
        for (String keyword : List.of("description", "title")) {
            if (schema.fields().get(keyword) instanceof JsonValue.Str text && !text.value().isBlank()) {
                return SchemaWords.cut(text.value(), SchemaWords.MAX_DESCRIPTION);
            }
        }
        return "";
    }

    /** The items of a list; none if there is no list. */
    static List<JsonValue> array(JsonValue.Obj schema, String keyword) {
        return schema.fields().get(keyword) instanceof JsonValue.Arr items ? items.items() : List.of();
    }

    static boolean isTrue(JsonValue.Obj schema, String keyword) {
        return schema.fields().get(keyword) instanceof JsonValue.Bool flag && flag.value();
    }

    static boolean isFalse(JsonValue.Obj schema, String keyword) {
        return schema.fields().get(keyword) instanceof JsonValue.Bool flag && !flag.value();
    }
}
