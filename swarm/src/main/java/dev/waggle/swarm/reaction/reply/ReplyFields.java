package dev.waggle.swarm.reaction.reply;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one item of a reply. A value of the wrong type or out of range is rejected with an {@link
 * IllegalArgumentException}, never guessed. A field that is null counts as absent.
 */
record ReplyFields(JsonValue.Obj item) {

    /** Longest text, in characters: an answer of the most tokens is shorter. */
    static final int MAX_TEXT = 10_000;

    /** At most this many characters of a value in a reason. */
    private static final int MAX_QUOTED = 80;

    /** The first present field of these. */
    String text(List<String> names) {
        for (String name : names) {
            String text = optionalText(name);
            if (text != null) {
                return text;
            }
        }
        throw new IllegalArgumentException("\"" + names.getFirst() + "\" is missing");
    }

    String text(String name) {
        return text(List.of(name));
    }

    /** The text without blanks around it; {@code null} when it is empty or absent. */
    @Nullable String optionalText(String name) {
        JsonValue value = value(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof JsonValue.Str str)) {
            throw refusal(name, "a text", value);
        }
        String text = str.value().strip();
        if (text.length() > MAX_TEXT) {
            throw new IllegalArgumentException("\"" + name + "\" has " + text.length() + " characters, of at most "
                    + MAX_TEXT);
        }
        if (hasHalfCharacter(text)) {
            throw new IllegalArgumentException("\"" + name + "\" holds half a character");
        }
        return text.isEmpty() ? null : text;
    }

    /** A number between 0 and 1. */
    double unit(String name) {
        Double number = optionalUnit(name);
        if (number == null) {
            throw new IllegalArgumentException("\"" + name + "\" is missing");
        }
        return number;
    }

    /** A number between 0 and 1, or the default when absent. */
    double unit(String name, double otherwise) {
        Double number = optionalUnit(name);
        return number == null ? otherwise : number;
    }

    private @Nullable Double optionalUnit(String name) {
        JsonValue value = value(name);
        if (value == null) {
            return null;
        }
        boolean isUnit = value instanceof JsonValue.Num num && num.value().signum() >= 0
                && num.value().compareTo(BigDecimal.ONE) <= 0;
        if (!isUnit) {
            throw refusal(name, "a number between 0 and 1", value);
        }
        return ((JsonValue.Num) value).value().doubleValue();
    }

    /** One of the constants, by its name without regard to case; {@code null} when the field is absent. */
    <E extends Enum<E>> @Nullable E oneOf(Class<E> type, String name) {
        String word = optionalText(name);
        if (word == null) {
            return null;
        }
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(word)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("\"" + name + "\" must be one of "
                + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT) + ", got " + quoted(word));
    }

    private @Nullable JsonValue value(String name) {
        JsonValue value = item.fields().get(name);
        return value instanceof JsonValue.Null ? null : value;
    }

    private static IllegalArgumentException refusal(String name, String expected, JsonValue got) {
        return new IllegalArgumentException("\"" + name + "\" must be " + expected + ", got "
                + TextExcerpt.of(JsonLine.of(got), MAX_QUOTED));
    }

    /** A quoted text of others, escaped and short. */
    static String quoted(String text) {
        return JsonLine.quoted(TextExcerpt.of(text, MAX_QUOTED));
    }

    /** True if the text holds half a surrogate pair, which JSON can express but no file can. */
    private static boolean hasHalfCharacter(String text) {
        return text.codePoints().anyMatch(point -> Character.getType(point) == Character.SURROGATE);
    }
}
