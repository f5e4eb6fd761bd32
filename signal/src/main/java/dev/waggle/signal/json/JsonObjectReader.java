package dev.waggle.signal.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.waggle.signal.text.Suggestions;
import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the fields of one JSON object by name, for explicit codecs. Every refusal is an {@link
 * IllegalArgumentException} that begins with the path of the field and shows the value. It records the names that were
 * read, so that it can list the others. Owned by one thread.
 */
public final class JsonObjectReader {

    /** The largest double as it is written. Larger numbers would be rounded to it, or to infinity. */
    static final BigDecimal MAX_NUMBER = BigDecimal.valueOf(Double.MAX_VALUE);

    private static final String INTEGER = "a whole number of 64 bits";

    private final String path;
    private final ParsedFields fields;
    private final boolean[] isRead;
    private String[] askedNames = new String[8];
    private int askedCount;

    private JsonObjectReader(String path, ParsedFields fields) {
        this.path = path;
        this.fields = fields;
        this.isRead = new boolean[fields.size()];
    }

    public static JsonObjectReader root(ParsedFields fields) {
        return new JsonObjectReader("", fields);
    }

    /** The outermost object, whose fields have no prefix; a message calls the whole {@code subject}. */
    public static JsonObjectReader root(String subject, JsonValue value) {
        if (value instanceof JsonValue.Obj obj) {
            return root(new ParsedFields(obj.fields()));
        }
        throw new JsonFieldException(subject + " must be an object, got " + JsonFieldException.excerpt(value));
    }

    /** Builds a part from fields; a refusal of its constructor gets the path of this object in front. */
    public <T> T build(Supplier<T> part) {
        return build(path, part);
    }

    public static <T> T build(String prefix, Supplier<T> part) {
        try {
            return part.get();
        } catch (JsonFieldException named) {
            throw named;
        } catch (IllegalArgumentException bad) {
            throw new JsonFieldException(VisibleText.of(prefix) + bad.getMessage(), bad);
        }
    }

    /** Names of all fields in order, for an object whose names are values of the writer. */
    public List<String> names() {
        List<String> names = new ArrayList<>(isRead.length);
        for (int i = 0; i < isRead.length; i++) {
            names.add(fields.name(i));
        }
        return names;
    }

    /** Any value, or {@code null} when there is no such field. */
    public @Nullable JsonValue optional(String name) {
        int at = find(name);
        return at < 0 ? null : fields.value(at);
    }

    /** Any value, which must be present. */
    public JsonValue value(String name) {
        JsonValue value = optional(name);
        if (value == null) {
            throw missing(name);
        }
        return value;
    }

    /** A text that must be there. */
    public String text(String name) {
        return asText(name, value(name));
    }

    /** A text, or {@code null} when there is no such field; the value null is refused. */
    public @Nullable String optionalText(String name) {
        JsonValue value = optional(name);
        return value == null ? null : asText(name, value);
    }

    /** A text that must be there and has a character other than a blank. */
    public String visibleText(String name) {
        String text = text(name);
        if (text.isBlank()) {
            throw invalid(name, "a text that is not blank");
        }
        return text;
    }

    /** As {@link #visibleText}, or {@code null} when there is no such field. */
    public @Nullable String optionalVisibleText(String name) {
        return optional(name) == null ? null : visibleText(name);
    }

    /** A finite number that must be there. */
    public double number(String name) {
        return asNumber(name, value(name));
    }

    /** A finite number, or {@code null} when there is no such field. */
    public @Nullable Double optionalNumber(String name) {
        JsonValue value = optional(name);
        return value == null ? null : Double.valueOf(asNumber(name, value));
    }

    /** A share that must be there; also the digits that a double would round away must be within 0..1. */
    public double fraction(String name) {
        double number = number(name);
        BigDecimal exact = exact(name);
        if (number >= 0 && number <= 1 && (exact.signum() < 0 || exact.compareTo(BigDecimal.ONE) > 0)) {
            throw invalid(name, "between 0 and 1");
        }
        return number;
    }

    public @Nullable Double optionalFraction(String name) {
        return optional(name) == null ? null : Double.valueOf(fraction(name));
    }

    /** A number of at least zero that must be there. */
    public double nonNegative(String name) {
        double number = number(name);
        if (number >= 0 && exact(name).signum() < 0) {
            throw invalid(name, "a finite number of at least 0");
        }
        return number;
    }

    /** A number; a value above zero stays above, even if it is too small for a double. */
    public @Nullable Double optionalPositive(String name) {
        Double number = optionalNumber(name);
        return number != null && number == 0 && exact(name).signum() > 0 ? Double.valueOf(Double.MIN_VALUE) : number;
    }

    /** A whole number of 64 bits that must be there. */
    public long integer(String name) {
        return asInteger(name, value(name));
    }

    /** A whole number, or {@code null} when there is no such field. */
    public @Nullable Long optionalInteger(String name) {
        JsonValue value = optional(name);
        return value == null ? null : Long.valueOf(asInteger(name, value));
    }

    /** A whole number of 32 bits, or {@code null} when there is no such field. */
    public @Nullable Integer optionalInt(String name) {
        Long value = optionalInteger(name);
        if (value == null) {
            return null;
        }
        if (value != value.intValue()) {
            throw new JsonFieldException(place(name) + " must be a whole number of 32 bits, got " + value);
        }
        return value.intValue();
    }

    /** A whole number of 32 bits that must be there. */
    public int int32(String name) {
        Integer value = optionalInt(name);
        if (value == null) {
            throw missing(name);
        }
        return value;
    }

    /** True or false, and one of them must be there. */
    public boolean flag(String name) {
        if (value(name) instanceof JsonValue.Bool bool) {
            return bool.value();
        }
        throw refused(name, "true or false", value(name));
    }

    /** True or false, or {@code null} when there is no such field. */
    public @Nullable Boolean optionalFlag(String name) {
        return optional(name) == null ? null : Boolean.valueOf(flag(name));
    }

    /** True if the number there is in that range, also with the digits that a double would round away. */
    public boolean isWithin(String name, double min, double max) {
        BigDecimal exact = exact(name);
        return exact.compareTo(BigDecimal.valueOf(min)) >= 0 && exact.compareTo(BigDecimal.valueOf(max)) <= 0;
    }

    /** The values of an array that must be there. */
    public List<JsonValue> items(String name) {
        if (value(name) instanceof JsonValue.Arr arr) {
            return arr.items();
        }
        throw refused(name, "an array", value(name));
    }

    public List<String> optionalTexts(String name) {
        JsonValue value = optional(name);
        return value == null ? List.of() : texts(name);
    }

    /** The texts of an array that must be there. */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonValue item : items(name)) {
            if (!(item instanceof JsonValue.Str text)) {
                throw refused(name + '[' + texts.size() + ']', "a text", item);
            }
            texts.add(text.value());
        }
        return texts;
    }

    /** The finite numbers of an array that must be there. */
    public List<Double> numbers(String name) {
        List<Double> numbers = new ArrayList<>();
        for (JsonValue item : items(name)) {
            numbers.add(asNumber(name + '[' + numbers.size() + ']', item));
        }
        return numbers;
    }

    /** The objects of an array that must be there. */
    public List<JsonObjectReader> objects(String name) {
        List<JsonObjectReader> objects = new ArrayList<>();
        for (JsonValue item : items(name)) {
            String place = JsonFieldException.truncated(name) + '[' + objects.size() + ']';
            if (!(item instanceof JsonValue.Obj object)) {
                throw refused(place, "an object", item);
            }
            objects.add(new JsonObjectReader(path + place + '.', new ParsedFields(object.fields())));
        }
        return objects;
    }

    public List<JsonObjectReader> optionalObjects(String name) {
        return optional(name) == null ? List.of() : objects(name);
    }

    /** An object that must be there. */
    public JsonObjectReader object(String name) {
        JsonObjectReader object = optionalObject(name);
        if (object == null) {
            throw missing(name);
        }
        return object;
    }

    /** An object, or {@code null} when there is no such field. */
    public @Nullable JsonObjectReader optionalObject(String name) {
        int at = find(name);
        if (at < 0) {
            return null;
        }
        ParsedFields object = fields.object(at);
        if (object == null) {
            throw refused(name, "an object", fields.value(at));
        }
        return new JsonObjectReader(path + JsonFieldException.truncated(name) + '.', object);
    }

    /**
     * One of the constants, by its word.
     *
     * @param words the word of each constant
     */
    public <E extends Enum<E>> E oneOf(String name, E[] constants, Function<? super E, String> words) {
        String word = text(name);
        for (E constant : constants) {
            if (words.apply(constant).equals(word)) {
                return constant;
            }
        }
        throw notOneOf(name, word, Stream.of(constants).map(words));
    }

    /** As {@link #oneOf}, or {@code null} when there is no such field. */
    public <E extends Enum<E>> @Nullable E optionalOneOf(String name, E[] constants,
            Function<? super E, String> words) {
        return optional(name) == null ? null : oneOf(name, constants, words);
    }

    /** The constant with that name in capitals. */
    public <E extends Enum<E>> E constant(String name, E[] constants) {
        String word = text(name);
        for (E constant : constants) {
            if (isWireNameOf(constant, word)) {
                return constant;
            }
        }
        throw notOneOf(name, word, Stream.of(constants).map(JsonObjectReader::wireName));
    }

    private JsonFieldException notOneOf(String name, String word, Stream<String> words) {
        List<String> known = words.toList();
        return new JsonFieldException(invalid(name, "one of " + String.join(", ", known)).getMessage()
                + Suggestions.remedyLine(word, known));
    }

    /** As {@link #constant}, or {@code null} when there is no such field. */
    public <E extends Enum<E>> @Nullable E optionalConstant(String name, E[] constants) {
        return optional(name) == null ? null : constant(name, constants);
    }

    static String wireName(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Names of constants are plain capitals. */
    private static boolean isWireNameOf(Enum<?> constant, String word) {
        String name = constant.name();
        return name.length() == word.length() && name.equalsIgnoreCase(word) && wireName(constant).equals(word);
    }

    /** True if there is such a field. */
    public boolean has(String name) {
        return find(name) >= 0;
    }

    /** Fields that were not read, in order. */
    public Map<String, JsonValue> unknownFields() {
        Map<String, JsonValue> others = Map.of();
        for (int i = 0; i < isRead.length; i++) {
            if (!isRead[i]) {
                others = others.isEmpty() ? new LinkedHashMap<>() : others;
                others.put(fields.name(i), fields.value(i));
            }
        }
        return others;
    }

    /** Ends reading of an object that may hold only the fields that were read; a refusal offers the nearest of them. */
    public void rejectUnknownFields() {
        if (!unknownFields().isEmpty()) {
            rejectUnknownFields(Stream.of(askedNames).limit(askedCount).distinct().toList());
        }
    }

    /**
     * Refuses fields with other names than these, before reading. A misspelled field of a file that people write is
     * then reported as unknown, and not the right one as missing.
     */
    public void rejectUnknownFields(List<String> known) {
        for (String name : names()) {
            if (!known.contains(name)) {
                String remedy = Suggestions.remedyLine(name, known);
                throw new JsonFieldException(place(name) + " is unknown"
                        + (remedy.isEmpty() ? "\nMaybe one of " + String.join(", ", known) + '.' : remedy));
            }
        }
    }

    /** Path of a field for messages, where control characters of a name are escaped. */
    public String place(String name) {
        return VisibleText.of(path + JsonFieldException.truncated(name));
    }

    /** Refuses a field because of its value. */
    public IllegalArgumentException invalid(String name, String expected) {
        return refused(name, expected, value(name));
    }

    /** Refuses a field because of its value, with a remedy that starts with "Maybe". */
    public IllegalArgumentException invalid(String name, String expected, String remedy) {
        return new JsonFieldException(invalid(name, expected).getMessage() + '\n' + remedy);
    }

    private int find(String name) {
        if (askedCount == askedNames.length) {
            askedNames = Arrays.copyOf(askedNames, 2 * askedCount);
        }
        askedNames[askedCount] = name;
        askedCount++;
        int at = fields.find(name);
        if (at >= 0) {
            isRead[at] = true;
        }
        return at;
    }

    private JsonFieldException refused(String name, String expected, JsonValue value) {
        return JsonFieldException.ofField(place(name), expected, value);
    }

    private JsonFieldException missing(String name) {
        return new JsonFieldException(place(name) + " is missing");
    }

    private String asText(String name, JsonValue value) {
        if (value instanceof JsonValue.Str str) {
            return str.value();
        }
        throw refused(name, "a text", value);
    }

    private double asNumber(String name, JsonValue value) {
        if (value instanceof JsonValue.Num num) {
            if (num.value().abs().compareTo(MAX_NUMBER) <= 0) {
                return num.value().doubleValue();
            }
        }
        throw refused(name, "a finite number", value);
    }

    private BigDecimal exact(String name) {
        return value(name) instanceof JsonValue.Num num ? num.value() : BigDecimal.ZERO;
    }

    private long asInteger(String name, JsonValue value) {
        if (value instanceof JsonValue.Num num) {
            try {
                return num.value().longValueExact();
            } catch (ArithmeticException bad) {
                throw refused(name, INTEGER, value);
            }
        }
        throw refused(name, INTEGER, value);
    }
}
