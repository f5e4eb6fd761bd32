package dev.waggle.connect.llm.schema;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The published rules of each dialect, written a second time as a provider would check a request. {@link SchemaDialect}
 * names the documents. It shares nothing with the fitter.
 */
final class DialectChecker {

    private static final Set<String> COMMON = Set.of("type", "description", "enum", "properties", "required", "items",
            "anyOf");
    private static final Set<String> DRAFT_LIMITS = Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
            "multipleOf", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minProperties",
            "maxProperties", "format", "prefixItems", "additionalProperties");

    private final SchemaDialect dialect;
    private final List<String> complaints = new ArrayList<>();

    private DialectChecker(SchemaDialect dialect) {
        this.dialect = dialect;
    }

    /** Everything that the provider would refuse, by place. */
    static List<String> check(SchemaDialect dialect, JsonValue.Obj schema) {
        DialectChecker checker = new DialectChecker(dialect);
        checker.root(schema);
        checker.schema("#", schema);
        return checker.complaints;
    }

    private void root(JsonValue.Obj schema) {
        refuseUnless("#", "object".equalsIgnoreCase(text(schema, "type")), "the root must be an object");
        refuseUnless("#", !schema.fields().containsKey("anyOf"), "anyOf at the top level");
    }

    private void schema(String at, JsonValue value) {
        if (!(value instanceof JsonValue.Obj schema)) {
            complaints.add(at + ": a schema must be an object");
            return;
        }
        keywords(at, schema);
        types(at, schema);
        values(at, schema);
        if ("object".equalsIgnoreCase(text(schema, "type"))) {
            object(at, schema);
        }
        if ("array".equalsIgnoreCase(text(schema, "type"))) {
            refuseUnless(at, schema.fields().containsKey("items") || schema.fields().containsKey("prefixItems"),
                    "array schema missing items");
        }
        schema.fields().forEach((keyword, part) -> {
            switch (keyword) {
                case "items" -> schema(at + "/items", part);
                case "properties" -> ((JsonValue.Obj) part).fields()
                        .forEach((name, each) -> schema(at + "/" + name, each));
                case "anyOf", "prefixItems" -> ((JsonValue.Arr) part).items()
                        .forEach(one -> schema(at + "/" + keyword, one));
                case "additionalProperties" -> {
                    if (!(part instanceof JsonValue.Bool)) {
                        schema(at + "/*", part);
                    }
                }
                default -> {
                    // No schema within.
                }
            }
        });
    }

    private void keywords(String at, JsonValue.Obj schema) {
        Set<String> allowed = new HashSet<>(COMMON);
        allowed.addAll(switch (dialect) {
            case OPENAI_STRICT -> Set.of("additionalProperties", "pattern", "format", "multipleOf", "minimum",
                    "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems");
            case OPENAI_OPEN, ANTHROPIC_TOOL -> DRAFT_LIMITS;
            case ANTHROPIC -> Set.of("additionalProperties", "format", "minItems");
            case GEMINI_RESPONSE -> Set.of("additionalProperties", "format", "minimum", "maximum", "minItems",
                    "maxItems", "prefixItems");
            case GEMINI_TOOL -> Set.of("format", "nullable");
            case OLLAMA_FORMAT -> Set.of("additionalProperties", "format", "minimum", "maximum", "exclusiveMinimum",
                    "exclusiveMaximum", "minItems", "maxItems");
            case OLLAMA_TOOL -> Set.of();
        });
        schema.fields().keySet().forEach(keyword -> refuseUnless(at, allowed.contains(keyword), keyword
                + " is not permitted"));
        if (dialect == SchemaDialect.ANTHROPIC && schema.fields().get("minItems") instanceof JsonValue.Num least) {
            refuseUnless(at, least.value().compareTo(BigDecimal.ONE) <= 0, "minItems other than 0 or 1");
        }
        String format = text(schema, "format");
        Set<String> formats = dialect == SchemaDialect.GEMINI_TOOL
                ? Set.of("date-time")
                : Set.of("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid");
        refuseUnless(at, format == null || formats.contains(format), "format " + format);
    }

    private void types(String at, JsonValue.Obj schema) {
        JsonValue type = schema.fields().get("type");
        if (dialect == SchemaDialect.GEMINI_TOOL) {
            refuseUnless(at, type == null ? schema.fields().containsKey("anyOf")
                    : type instanceof JsonValue.Str word && Set.of("STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY",
                            "OBJECT").contains(word.value()),
                    "type must be a constant of Type");
            return;
        }
        boolean takesAny = dialect == SchemaDialect.OPENAI_OPEN || dialect == SchemaDialect.ANTHROPIC_TOOL
                || dialect == SchemaDialect.OLLAMA_TOOL;
        refuseUnless(at, takesAny || type != null || schema.fields().containsKey("anyOf"), "schema must have a type");
        List<JsonValue> words = type instanceof JsonValue.Arr several ? several.items()
                : type == null ? List.of() : List.of(type);
        for (JsonValue word : words) {
            refuseUnless(at, word instanceof JsonValue.Str text && Set.of("string", "number", "integer", "boolean",
                    "array", "object", "null").contains(text.value()), "type " + word);
        }
        if (type instanceof JsonValue.Arr && dialect == SchemaDialect.GEMINI_RESPONSE) {
            refuseUnless(at, words.size() == 2 && words.contains(JsonValue.of("null")), "a list of types is for null");
        }
    }

    private void values(String at, JsonValue.Obj schema) {
        if (!(schema.fields().get("enum") instanceof JsonValue.Arr values)) {
            return;
        }
        refuseUnless(at, !values.items().isEmpty(), "enum: should be non-empty");
        for (JsonValue value : values.items()) {
            boolean isGemini = dialect == SchemaDialect.GEMINI_TOOL || dialect == SchemaDialect.GEMINI_RESPONSE;
            refuseUnless(at, !(value instanceof JsonValue.Obj || value instanceof JsonValue.Arr), "complex enum value");
            refuseUnless(at, !isGemini || !value.equals(JsonValue.of("")), "enum: cannot be empty");
            refuseUnless(at, dialect != SchemaDialect.GEMINI_TOOL || value instanceof JsonValue.Str,
                    "enum only allowed for STRING type");
            refuseUnless(at, dialect != SchemaDialect.GEMINI_RESPONSE || !(value instanceof JsonValue.Bool),
                    "enum is for strings and numbers");
        }
    }

    private void object(String at, JsonValue.Obj schema) {
        Set<String> names = schema.fields().get("properties") instanceof JsonValue.Obj properties
                ? properties.fields().keySet()
                : Set.of();
        List<String> required = new ArrayList<>();
        if (schema.fields().get("required") instanceof JsonValue.Arr listed) {
            listed.items().forEach(name -> required.add(((JsonValue.Str) name).value()));
        }
        JsonValue others = schema.fields().get("additionalProperties");
        refuseUnless(at, names.containsAll(required), "required: property is not defined");
        refuseUnless(at, new HashSet<>(required).size() == required.size(), "required: not unique");
        switch (dialect) {
            case OPENAI_STRICT -> {
                refuseUnless(at, JsonValue.of(false).equals(others), "additionalProperties must be false");
                refuseUnless(at, new HashSet<>(required).equals(names), "required must hold every key in properties");
                refuseUnless(at, schema.fields().containsKey("properties"), "object schema missing properties");
            }
            case OPENAI_OPEN -> refuseUnless(at, schema.fields().containsKey("properties"),
                    "object schema missing properties");
            case ANTHROPIC -> {
                refuseUnless(at, JsonValue.of(false).equals(others), "additionalProperties must be false");
                plain(at, names);
            }
            case ANTHROPIC_TOOL -> plain(at, names);
            case GEMINI_TOOL -> refuseUnless(at, !names.isEmpty(), "properties: should be non-empty for OBJECT type");
            case GEMINI_RESPONSE, OLLAMA_FORMAT -> {
                // Any object is taken.
            }
            case OLLAMA_TOOL -> refuseUnless(at, schema.fields().containsKey("properties"), "properties missing");
        }
    }

    private void plain(String at, Set<String> names) {
        names.forEach(name -> refuseUnless(at, name.matches("[a-zA-Z0-9_.-]{1,64}"), "property key " + name));
    }

    private void refuseUnless(String at, boolean isRight, String complaint) {
        if (!isRight) {
            complaints.add(at + ": " + complaint);
        }
    }

    private static @Nullable String text(JsonValue.Obj schema, String keyword) {
        return schema.fields().get(keyword) instanceof JsonValue.Str text ? text.value() : null;
    }

    /** The fitted schema as plain JSON Schema: Gemini's capitals and its flag for null in the words of the standard. */
    static JsonValue standard(JsonValue value) {
        return switch (value) {
            case JsonValue.Obj object -> {
                Map<String, JsonValue> fields = new LinkedHashMap<>();
                object.fields().forEach((name, field) -> fields.put(name, name.equals("properties")
                        ? new JsonValue.Obj(properties((JsonValue.Obj) field))
                        : name.equals("type") && field instanceof JsonValue.Str word
                                ? JsonValue.of(word.value().toLowerCase(Locale.ROOT))
                                : name.equals("enum") || name.equals("required") ? field : standard(field)));
                boolean takesNull = fields.remove("nullable") != null;
                JsonValue plain = new JsonValue.Obj(fields);
                yield takesNull
                        ? JsonValue.of(Map.of("anyOf", JsonValue.of(List.of(plain,
                                JsonValue.of(Map.of("type", JsonValue.of("null")))))))
                        : plain;
            }
            case JsonValue.Arr array -> JsonValue.of(array.items().stream().map(DialectChecker::standard).toList());
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> value;
        };
    }

    private static Map<String, JsonValue> properties(JsonValue.Obj properties) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        properties.fields().forEach((name, property) -> fields.put(name, standard(property)));
        return fields;
    }
}
