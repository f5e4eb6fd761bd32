package dev.waggle.connect.llm.schema;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/** Sizes of a fitted schema that the providers with a strict mode publish limits for. Owned by one thread. */
final class StrictLimits {

    private static final int OPENAI_LEVELS = 10;
    private static final int OPENAI_FIELDS = 5_000;
    private static final int OPENAI_VALUES = 1_000;
    private static final int OPENAI_CHARACTERS = 120_000;

    /** From that many texts on, the texts of one enum have a limit together. */
    private static final int OPENAI_LONG_ENUM = 250;
    private static final int OPENAI_LONG_ENUM_CHARACTERS = 15_000;

    private static final int ANTHROPIC_OPTIONAL_FIELDS = 24;
    private static final int ANTHROPIC_ALTERNATIVES = 16;

    private final Deque<Part> open = new ArrayDeque<>();
    private int levels;
    private int fields;
    private int optionalFields;
    private int values;
    private int characters;
    private int alternatives;
    private boolean isEnumTooLong;

    private StrictLimits() {}

    /** True if a fitted schema keeps the limits that its provider publishes. */
    static boolean allow(SchemaDialect dialect, JsonValue.Obj schema) {
        StrictLimits sizes = new StrictLimits();
        sizes.open.add(new Part(schema, 1));
        while (!sizes.open.isEmpty()) {
            sizes.count(sizes.open.pop());
        }
        return switch (dialect) {
            case OPENAI_STRICT -> sizes.levels <= OPENAI_LEVELS && sizes.fields <= OPENAI_FIELDS
                    && sizes.values <= OPENAI_VALUES && sizes.characters <= OPENAI_CHARACTERS && !sizes.isEnumTooLong;
            case ANTHROPIC -> sizes.optionalFields <= ANTHROPIC_OPTIONAL_FIELDS
                    && sizes.alternatives <= ANTHROPIC_ALTERNATIVES;
            case OPENAI_OPEN, ANTHROPIC_TOOL, GEMINI_RESPONSE, GEMINI_TOOL, OLLAMA_FORMAT, OLLAMA_TOOL -> false;
        };
    }

    /** A schema within, and the number of objects and arrays around it and itself. */
    private record Part(JsonValue value, int level) {}

    private void count(Part part) {
        if (!(part.value() instanceof JsonValue.Obj schema)) {
            return;
        }
        Map<String, JsonValue> keywords = schema.fields();
        boolean isUnion = keywords.containsKey("anyOf") || keywords.get("type") instanceof JsonValue.Arr;
        alternatives += isUnion ? 1 : 0;
        if (keywords.containsKey("properties") || keywords.containsKey("items")) {
            levels = Math.max(levels, part.level());
        }
        if (keywords.get("enum") instanceof JsonValue.Arr listed) {
            count(listed);
        }
        if (keywords.get("properties") instanceof JsonValue.Obj properties) {
            int required = keywords.get("required") instanceof JsonValue.Arr names ? names.items().size() : 0;
            fields += properties.fields().size();
            optionalFields += properties.fields().size() - required;
            properties.fields().forEach((name, property) -> {
                characters += name.length();
                open.push(new Part(property, part.level() + 1));
            });
        }
        JsonValue items = keywords.get("items");
        if (items != null) {
            open.push(new Part(items, part.level() + 1));
        }
        if (keywords.get("anyOf") instanceof JsonValue.Arr several) {
            several.items().forEach(one -> open.push(new Part(one, part.level())));
        }
    }

    private void count(JsonValue.Arr listed) {
        int length = listed.items().stream()
                .mapToInt(value -> value instanceof JsonValue.Str text ? text.value().length() : 0).sum();
        values += listed.items().size();
        characters += length;
        isEnumTooLong |= listed.items().size() > OPENAI_LONG_ENUM && length > OPENAI_LONG_ENUM_CHARACTERS;
    }
}
