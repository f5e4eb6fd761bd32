package dev.waggle.signal;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Preconditions of the envelope's values; each refusal names the field and the value. */
final class EnvelopePreconditions {

    /** Maximum text of a payload or field, in code points: a megabyte of prose is a document, not a signal. */
    static final int MAX_TEXT = 1_000_000;

    /** Maximum length of an id, name or type, in code points as counted by JSON Schema. */
    static final int MAX_NAME = 512;

    /** Maximum number of ids in one list of links or recipients. */
    static final int MAX_LIST = 10_000;

    /** Maximum number of UTF-16 units of a value that a message shows. */
    private static final int MAX_SHOWN = 60;

    private EnvelopePreconditions() {}

    /** Requires a present value, also when the caller has no null checker. */
    static <T> T present(String field, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(field + " must not be null");
        }
        return value;
    }

    /** Requires a short identifying word: not blank, no control characters. */
    static String name(String field, String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(field + " must not be blank, got " + quote(value));
        }
        requireAtMost(MAX_NAME, field, value);
        for (int i = 0; i < value.length(); i++) {
            if (Character.isISOControl(value.charAt(i))) {
                throw new IllegalArgumentException(field + " must not hold control characters, got " + quote(value));
            }
        }
        return value;
    }

    static @Nullable String optionalName(String field, @Nullable String value) {
        return value == null ? null : name(field, value);
    }

    /** Requires a text that is not blank. */
    static String text(String field, String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(field + " must not be blank, got " + quote(value));
        }
        return possiblyEmptyText(field, value);
    }

    /** Requires a text, which may be empty. */
    static String possiblyEmptyText(String field, String value) {
        if (value == null) {
            throw new IllegalArgumentException(field + " must not be null");
        }
        requireAtMost(MAX_TEXT, field, value);
        return value;
    }

    static @Nullable String optionalText(String field, @Nullable String value) {
        return value == null ? null : possiblyEmptyText(field, value);
    }

    /** Requires a share or probability; NaN fails. Zero loses its sign, because no JSON reader would keep it. */
    static double unitInterval(String field, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(field + " must be between 0 and 1, got " + value
                    + (value > 1 && value <= 100 ? "\nMaybe it is a percentage: divide it by 100." : ""));
        }
        return value + 0.0;
    }

    /** Requires a finite number of at least zero. Written so that NaN fails. Zero loses its sign. */
    static double nonNegative(String field, double value) {
        if (!(value >= 0 && value <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(field + " must be a finite number of at least 0, got " + value);
        }
        return value + 0.0;
    }

    /** Requires an absolute URI in ASCII without an IPv6 address: schemas can check it, and log readers accept it. */
    static @Nullable URI optionalUri(String field, @Nullable URI value) {
        if (value != null
                && !(value.isAbsolute() && value.toString().chars().allMatch(EnvelopePreconditions::isOfUri))) {
            throw new IllegalArgumentException(
                    field + " must be an absolute URI in ASCII, got " + quote(value.toString()));
        }
        return value;
    }

    private static boolean isOfUri(int unit) {
        return unit < '\u007f' && unit != '[' && unit != ']';
    }

    static List<String> names(String field, List<String> values) {
        if (values.size() > MAX_LIST) {
            throw new IllegalArgumentException(
                    field + " must hold at most " + MAX_LIST + " ids, got " + values.size());
        }
        for (String value : values) {
            name(field, value);
        }
        return List.copyOf(values);
    }

    /** Returns an unmodifiable copy in the same order. */
    static <V> Map<String, V> values(String field, Map<String, V> values) {
        if (values.isEmpty()) {
            return Map.of();
        }
        Map<String, V> copy = new LinkedHashMap<>(values);
        copy.forEach((key, value) -> {
            if (key == null || value == null) {
                String part = key == null ? " key" : " value of " + quote(key);
                throw new IllegalArgumentException(field + part + " must not be null");
            }
        });
        return Collections.unmodifiableMap(copy);
    }

    private static void requireAtMost(int limit, String field, String value) {
        if (value.length() > limit && value.codePointCount(0, value.length()) > limit) {
            throw new IllegalArgumentException(field + " must have at most " + limit + " characters, got "
                    + value.codePointCount(0, value.length()));
        }
    }

    private static String quote(@Nullable String value) {
        if (value == null) {
            return "null";
        }
        StringBuilder escaped = new StringBuilder("\"");
        value.chars().limit(MAX_SHOWN).forEach(unit -> escaped.append(visible((char) unit)));
        return escaped.append(value.length() > MAX_SHOWN ? "...\"" : "\"").toString();
    }

    /** Escapes a character for terminals and logs: a quoted value must not move the cursor or forge a line. */
    private static String visible(char unit) {
        return switch (unit) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> Character.isISOControl(unit) ? String.format("\\u%04x", (int) unit) : String.valueOf(unit);
        };
    }
}
