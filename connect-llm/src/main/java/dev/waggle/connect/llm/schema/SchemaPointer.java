package dev.waggle.connect.llm.schema;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import dev.waggle.signal.json.JsonValue;

/** Finds the target of a {@code $ref} within its own schema: {@code #} and JSON pointers (RFC 6901) behind it. */
final class SchemaPointer {

    /** Maximum number of steps of a pointer; schemas in use have at most six. */
    private static final int MAX_STEPS = 64;

    /** Longest reference, in characters. */
    private static final int MAX_LENGTH = 4_096;

    private SchemaPointer() {}

    /** The target within the root; empty if there is none or it lies outside. */
    static Optional<JsonValue> target(JsonValue root, String reference) {
        if (reference.equals("#") || reference.equals("#/")) {
            return Optional.of(root);
        }
        if (!reference.startsWith("#/") || reference.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String[] steps = reference.substring(2).split("/", -1);
        if (steps.length > MAX_STEPS) {
            return Optional.empty();
        }
        JsonValue at = root;
        for (String step : steps) {
            Optional<JsonValue> next = child(at, decoded(step));
            if (next.isEmpty()) {
                return Optional.empty();
            }
            at = next.get();
        }
        return Optional.of(at);
    }

    private static Optional<JsonValue> child(JsonValue at, String name) {
        return switch (at) {
            case JsonValue.Obj object -> Optional.ofNullable(object.fields().get(name));
            case JsonValue.Arr array -> name.matches("[0-9]{1,6}") && Integer.parseInt(name) < array.items().size()
                    ? Optional.of(array.items().get(Integer.parseInt(name)))
                    : Optional.empty();
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> Optional.empty();
        };
    }

    private static String decoded(String step) {
        String plain = step;
        if (step.indexOf('%') >= 0) {
            try {
                plain = URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException bad) {
                plain = step;
            }
        }
        return plain.replace("~1", "/").replace("~0", "~");
    }
}
