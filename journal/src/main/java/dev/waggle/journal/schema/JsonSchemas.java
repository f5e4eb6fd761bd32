package dev.waggle.journal.schema;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/**
 * The shipped JSON Schemas and validation of values by them. {@code envelope} is a signal as we write it and {@code
 * entry} the line of a log. {@code event} is an event of a solve and {@code result} its result. {@code payload/vote}
 * and its like are the payloads of signals, {@code part/source} and its like the parts of the envelope. {@code
 * harness/input} and its like are requests and answers of models. {@code form/swarm}, {@code form/connectivity}, {@code
 * form/durable} and {@code form/harness} are the signals of other systems.
 */
public final class JsonSchemas {

    private static final Map<String, SchemaChecker> CHECKERS = new ConcurrentHashMap<>();

    private JsonSchemas() {}

    /** All names, in reading order. */
    public static List<String> names() {
        return SchemaCatalog.NAMES;
    }

    /**
     * The schema of that name as it is shipped: JSON for people, draft 2020-12.
     *
     * @throws IllegalArgumentException when there is none of that name
     */
    public static String of(String name) {
        String text = SchemaCatalog.text(name);
        if (text == null) {
            throw new IllegalArgumentException("there is no schema \"" + name + "\"\nMaybe one of "
                    + String.join(", ", SchemaCatalog.NAMES) + '.');
        }
        return text;
    }

    /** Description of the schema of that name in one line. */
    public static String title(String name) {
        return JsonText.read(of(name)) instanceof JsonValue.Obj schema
                && schema.fields().get("title") instanceof JsonValue.Str title ? title.value() : name;
    }

    /**
     * Violations of the schema of that name by path; empty when it accepts the value. Of documents with more than
     * 100,000 values only the first is reported.
     *
     * @throws IllegalArgumentException when there is none of that name
     */
    public static List<SchemaViolation> validate(String name, JsonValue value) {
        return checker(name).check(value);
    }

    /** True if the schema of that name accepts the value; faster than listing all violations. */
    public static boolean accepts(String name, JsonValue value) {
        return checker(name).accepts(value);
    }

    private static SchemaChecker checker(String name) {
        SchemaChecker known = CHECKERS.get(name);
        if (known != null) {
            return known;
        }
        var _ = of(name);
        return CHECKERS.computeIfAbsent(name, SchemaChecker::of);
    }
}
