package dev.waggle.swarm.reaction.reply.text;

import java.util.List;
import java.util.Locale;

/**
 * A JSON value as a model wrote it. In contrast to {@link dev.waggle.signal.json.JsonValue} it keeps repeated names,
 * words without quotes, and whether the text ended inside it.
 */
public sealed interface MendedValue {

    /** True if the value was read to its end; a missing bracket before another one is no end of the text. */
    boolean complete();

    /** Named values in their order; a name may occur several times, and is empty for a value without one. */
    record ObjectValue(List<NamedValue> fields, boolean complete) implements MendedValue {
        public ObjectValue {
            fields = List.copyOf(fields);
        }
    }

    /** Values in their order. */
    record ListValue(List<MendedValue> items, boolean complete) implements MendedValue {
        public ListValue {
            items = List.copyOf(items);
        }
    }

    /** Text between quotes, without escapes. */
    record TextValue(String text, boolean complete) implements MendedValue {}

    /** Text without quotes: a number, a literal or a word. It is empty where a value is missing. */
    record WordValue(String text, boolean complete) implements MendedValue {}

    /**
     * A value with its name.
     *
     * @param key the name in the form of {@link #keyOf}
     */
    record NamedValue(String name, String key, MendedValue value) {

        NamedValue(String name, MendedValue value) {
            this(name, keyOf(name), value);
        }
    }

    /** A name for comparison: without regard to case, blanks, dashes and marks. */
    static String keyOf(String name) {
        StringBuilder key = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            if (Character.isLetterOrDigit(name.charAt(i))) {
                key.append(name.charAt(i));
            }
        }
        return key.toString().toLowerCase(Locale.ROOT);
    }
}
