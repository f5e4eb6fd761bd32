package dev.waggle.connect.llm.schema;

import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;

/**
 * Rules of one dialect; {@link SchemaDialect} names the sources.
 *
 * @param limits the limiting keywords
 * @param formats the formats of texts
 * @param enumTypes the types whose values may be listed
 * @param openObjects the way in which objects with fields of any name are said
 * @param anyValues the way in which any value is said
 */
record DialectRules(Set<String> limits, Set<String> formats, Set<SchemaType> enumTypes, OpenObjects openObjects,
        AnyValues anyValues, Set<Trait> traits) {

    /** Spelling of an object whose fields have any name. */
    enum OpenObjects {
        /** By {@code additionalProperties}. */
        STATED,
        /** By saying nothing. */
        UNSAID,
        /** As a text that holds JSON. */
        AS_TEXT,
        /** Not at all. */
        REFUSED
    }

    /** Spelling of any value. */
    enum AnyValues {
        /** By a schema without keywords. */
        EMPTY_SCHEMA,
        /** By a list of all types. */
        ALL_TYPES,
        /** As a text that holds JSON. */
        AS_TEXT,
        /** Not at all. */
        REFUSED
    }

    /** Further demands and abilities. */
    enum Trait {
        /** Objects are closed by {@code additionalProperties: false}. */
        CLOSES_OBJECTS,
        /** Every field is required. */
        REQUIRES_ALL,
        /** Null is a flag, and types are in capitals. */
        OPEN_API,
        /** An object without fields is refused, and a tool without them has no parameters. */
        NEEDS_FIELDS,
        /** Tuples have {@code prefixItems}. */
        TAKES_TUPLES,
        /** Objects always have {@code properties}, even if there are none. */
        STATES_PARTS,
        /** An empty text is no value of an enum. */
        REFUSES_EMPTY_TEXTS,
        /** Names of fields are letters, digits, {@code _}, {@code .} and {@code -}, at most 64. */
        PLAIN_NAMES
    }

    /** A larger number of items makes the grammar of llama.cpp too large. */
    private static final BigDecimal MOST_ITEMS_OF_GRAMMAR = BigDecimal.valueOf(100);

    private static final Set<String> STRICT_LIMITS = Set.of("minimum", "maximum", "exclusiveMinimum",
            "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "pattern");
    private static final Set<String> ALL_LIMITS = Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
            "multipleOf", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minProperties",
            "maxProperties");
    private static final Set<String> STRICT_FORMATS = Set.of("date-time", "time", "date", "duration", "email",
            "hostname", "ipv4", "ipv6", "uuid");
    private static final Set<String> ANTHROPIC_FORMATS = Set.of("date-time", "time", "date", "duration", "email",
            "hostname", "uri", "ipv4", "ipv6", "uuid");
    private static final Set<String> TOOL_FORMATS = Set.of("date-time", "time", "date", "duration", "email",
            "hostname", "uri", "uri-reference", "ipv4", "ipv6", "uuid", "regex", "json-pointer");
    private static final Set<SchemaType> SCALARS = EnumSet.of(SchemaType.BOOLEAN, SchemaType.INTEGER, SchemaType.NUMBER,
            SchemaType.STRING);

    static DialectRules of(SchemaDialect dialect) {
        return switch (dialect) {
            case OPENAI_STRICT -> new DialectRules(STRICT_LIMITS, STRICT_FORMATS, SCALARS, OpenObjects.REFUSED,
                    AnyValues.REFUSED,
                    EnumSet.of(Trait.CLOSES_OBJECTS, Trait.REQUIRES_ALL, Trait.STATES_PARTS));
            case OPENAI_OPEN -> new DialectRules(ALL_LIMITS, TOOL_FORMATS, SCALARS, OpenObjects.STATED,
                    AnyValues.EMPTY_SCHEMA, EnumSet.of(Trait.STATES_PARTS, Trait.TAKES_TUPLES));
            case ANTHROPIC -> new DialectRules(Set.of("minItems"), ANTHROPIC_FORMATS, SCALARS, OpenObjects.AS_TEXT,
                    AnyValues.AS_TEXT, EnumSet.of(Trait.CLOSES_OBJECTS, Trait.STATES_PARTS, Trait.PLAIN_NAMES));
            case ANTHROPIC_TOOL -> new DialectRules(ALL_LIMITS, TOOL_FORMATS, SCALARS, OpenObjects.STATED,
                    AnyValues.EMPTY_SCHEMA,
                    EnumSet.of(Trait.STATES_PARTS, Trait.TAKES_TUPLES, Trait.PLAIN_NAMES));
            case GEMINI_RESPONSE -> new DialectRules(Set.of("minimum", "maximum", "minItems", "maxItems"),
                    Set.of("date-time", "date", "time"),
                    EnumSet.of(SchemaType.STRING, SchemaType.INTEGER, SchemaType.NUMBER), OpenObjects.STATED,
                    AnyValues.AS_TEXT, EnumSet.of(Trait.TAKES_TUPLES, Trait.REFUSES_EMPTY_TEXTS));
            case GEMINI_TOOL -> new DialectRules(Set.of(), Set.of("date-time"), EnumSet.of(SchemaType.STRING),
                    OpenObjects.AS_TEXT, AnyValues.AS_TEXT, EnumSet.of(Trait.OPEN_API, Trait.NEEDS_FIELDS,
                            Trait.REFUSES_EMPTY_TEXTS));
            case OLLAMA_FORMAT -> new DialectRules(
                    Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems"),
                    Set.of("date", "time", "date-time", "uuid"), SCALARS, OpenObjects.STATED, AnyValues.ALL_TYPES,
                    EnumSet.noneOf(Trait.class));
            case OLLAMA_TOOL -> new DialectRules(Set.of(), Set.of(), SCALARS, OpenObjects.UNSAID,
                    AnyValues.EMPTY_SCHEMA, EnumSet.of(Trait.STATES_PARTS));
        };
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** True if the keyword is taken with that value for values of that type. */
    boolean takes(SchemaDialect dialect, SchemaType type, String keyword, JsonValue value) {
        if (keyword.equals("format")) {
            return value instanceof JsonValue.Str format && formats.contains(format.value());
        }
        if (!limits.contains(keyword)) {
            return false;
        }
        return switch (dialect) {
            case ANTHROPIC -> value instanceof JsonValue.Num least && least.value().compareTo(BigDecimal.ONE) <= 0;
            case OLLAMA_FORMAT -> type == SchemaType.INTEGER || (type == SchemaType.ARRAY
                    && value instanceof JsonValue.Num count && count.value().compareTo(MOST_ITEMS_OF_GRAMMAR) <= 0);
            case OPENAI_STRICT, OPENAI_OPEN, ANTHROPIC_TOOL, GEMINI_RESPONSE, GEMINI_TOOL, OLLAMA_TOOL -> true;
        };
    }
}
