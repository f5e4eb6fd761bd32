package dev.waggle.journal;

import java.io.OutputStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.ParsedFields;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON text of values, both ways without loss: numbers keep every written digit, texts every UTF-16 unit.
 *
 * <p>Written text is one line for every tool. Besides the escapes that JSON demands, everything that some program
 * reads as a line end or a terminal command is escaped. So are half surrogate pairs, which UTF-8 cannot hold. The
 * limits below hold for writing and for reading, so written text can be read.
 */
public final class JsonText {

    /** Maximum length of a text or name, in UTF-16 units: the length of the longest line of a journal. */
    public static final int MAX_STRING = 8 * 1024 * 1024;

    /** Deepest nesting of arrays and objects: far beyond real data, far below the end of a stack. */
    public static final int MAX_DEPTH = 500;

    /** Longest number, in characters: parsing takes quadratic time. */
    public static final int MAX_NUMBER = 1_000;

    /** Maximum number of zeros before or behind the digits: writing out 1E+999999999 would fill the memory. */
    public static final int MAX_SCALE = 100_000;

    private static final JsonFactory STRICT = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(MAX_STRING)
                    .maxNameLength(MAX_STRING)
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER)
                    .build())
            .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // Quicker for numbers of thousands of digits only, and slow to load.
            .disable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
            // A table of names shared by all documents could be filled with names of equal hash by an attacker.
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();

    /** Leaves the detection of duplicate names to the reader, which finds them at no cost as it stores the fields. */
    private static final JsonFactory QUICK = STRICT.rebuild().disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JsonText() {}

    /**
     * One line of JSON, without a line end.
     *
     * @throws IllegalArgumentException when a limit of this class is passed
     */
    public static String write(JsonValue value) {
        return write(value, 0);
    }

    /**
     * The one value of a text.
     *
     * @throws IllegalArgumentException when it is not JSON, holds a name twice in one object, or passes a limit of this
     *         class; the message names the character's position
     */
    public static JsonValue read(String text) {
        try (JsonParser in = STRICT.createParser(ObjectReadContext.empty(), text)) {
            if (in.nextToken() == null) {
                throw new IllegalArgumentException("not JSON: the text is empty");
            }
            JsonValue value = read(in);
            if (in.nextToken() != null) {
                throw refusal("there is more behind the value", in.currentTokenLocation(), null);
            }
            return value;
        } catch (JacksonException bad) {
            throw refusal(plain(bad.getOriginalMessage()), bad.getLocation(), bad);
        }
    }

    /**
     * The object of a text, for a codec; a message calls it {@code subject}.
     *
     * @throws IllegalArgumentException as {@link #read}, or when it is no object
     */
    static JsonObjectReader object(String subject, String text) {
        ParsedFields fields = fieldsOf(text);
        return fields == null ? JsonObjectReader.root(subject, read(text)) : JsonObjectReader.root(fields);
    }

    /** The fields of an object; {@code null} when the text is wrong, in which case {@link #read} reports the error. */
    private static @Nullable ParsedFields fieldsOf(String text) {
        try (JsonParser in = QUICK.createParser(ObjectReadContext.empty(), text)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            ParsedFields fields = readFields(in, 1);
            return in.nextToken() == null ? fields : null;
        } catch (JacksonException | IllegalArgumentException bad) {
            return null;
        }
    }

    private static String write(JsonValue value, int depth) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = STRICT.createGenerator(ObjectWriteContext.empty(), text)) {
            writePlain(value, out, depth);
        }
        return EscapedCharacters.escape(text.toString());
    }

    /** Writes UTF-8; the text must hold no escaped characters, or come through the methods below. */
    static JsonGenerator generator(OutputStream to) {
        return STRICT.createGenerator(ObjectWriteContext.empty(), to);
    }

    /** Writes a value that is nested in that many objects and arrays. */
    static void write(JsonValue value, JsonGenerator out, int depth) {
        if (!EscapedCharacters.isIn(value, MAX_DEPTH - depth)) {
            writePlain(value, out, depth);
        } else {
            out.writeRawValue(write(value, depth));
        }
    }

    static void write(String text, JsonGenerator out) {
        if (!EscapedCharacters.isIn(text)) {
            out.writeString(checked(text));
        } else {
            out.writeRawValue(write(JsonValue.of(text), 0));
        }
    }

    private static void writePlain(JsonValue value, JsonGenerator out, int depth) {
        switch (value) {
            case JsonValue.Null _ -> out.writeNull();
            case JsonValue.Bool bool -> out.writeBoolean(bool.value());
            case JsonValue.Num num -> out.writeNumber(digits(num.value()));
            case JsonValue.Str str -> out.writeString(checked(str.value()));
            case JsonValue.Arr arr -> {
                int below = oneDeeper(depth);
                out.writeStartArray();
                arr.items().forEach(item -> writePlain(item, out, below));
                out.writeEndArray();
            }
            case JsonValue.Obj obj -> {
                int below = oneDeeper(depth);
                out.writeStartObject();
                obj.fields().forEach((name, field) -> {
                    out.writeName(checkedName(name));
                    writePlain(field, out, below);
                });
                out.writeEndObject();
            }
        }
    }

    private static int oneDeeper(int depth) {
        if (depth == MAX_DEPTH) {
            throw new IllegalArgumentException("a JSON value must be nested at most " + MAX_DEPTH + " deep");
        }
        return depth + 1;
    }

    /** The canonical text of a decimal with its scale, so that 1.0 and 1.00 differ. */
    private static String digits(BigDecimal value) {
        String digits = value.toString();
        if (digits.length() > MAX_NUMBER) {
            throw new IllegalArgumentException(
                    "a JSON number must have at most " + MAX_NUMBER + " characters, got " + digits.length());
        }
        if (!isInScale(value)) {
            throw new IllegalArgumentException(
                    "the exponent of a JSON number must be within " + MAX_SCALE + ", got " + digits);
        }
        return digits;
    }

    private static boolean isInScale(BigDecimal value) {
        return value.scale() >= -MAX_SCALE && value.scale() <= MAX_SCALE;
    }

    private static String checked(String text) {
        if (text.length() > MAX_STRING) {
            throw new IllegalArgumentException(
                    "a JSON text must have at most " + MAX_STRING + " characters, got " + text.length());
        }
        return text;
    }

    /** Half a surrogate pair can be read back in a text, but not in a name. */
    private static String checkedName(String name) {
        int at = EscapedCharacters.next(name, 0);
        while (at < name.length()) {
            if (Character.isSurrogate(name.charAt(at))) {
                throw new IllegalArgumentException(
                        "the name of a JSON field must not hold half a surrogate pair, got \\u"
                                + HexFormat.of().toHexDigits(name.charAt(at)) + " at character " + (at + 1));
            }
            at = EscapedCharacters.next(name, at + 1);
        }
        return checked(name);
    }

    private static JsonValue read(JsonParser in) {
        JsonToken token = Objects.requireNonNull(in.currentToken(), "the parser stands on a token");
        return switch (token) {
            case VALUE_NULL -> JsonValue.ofNull();
            case VALUE_TRUE -> JsonValue.of(true);
            case VALUE_FALSE -> JsonValue.of(false);
            case VALUE_STRING -> JsonValue.of(in.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonValue.Num(readNumber(in));
            case START_ARRAY -> readArray(in);
            case START_OBJECT -> readObject(in);
            case END_ARRAY, END_OBJECT, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("no value begins with " + token);
        };
    }

    private static BigDecimal readNumber(JsonParser in) {
        if (in.currentToken() == JsonToken.VALUE_NUMBER_INT
                && in.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            return BigDecimal.valueOf(in.getLongValue());
        }
        try {
            BigDecimal value = in.getDecimalValue();
            if (isInScale(value)) {
                return value;
            }
        } catch (NumberFormatException tooLarge) {
            // Beyond the decimals of Java, so beyond our limit too.
        }
        throw refusal("the exponent of a number must be within " + MAX_SCALE, in.currentTokenLocation(), null);
    }

    private static JsonValue readArray(JsonParser in) {
        List<JsonValue> items = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            items.add(read(in));
        }
        return JsonValue.of(items);
    }

    private static JsonValue readObject(JsonParser in) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            in.nextToken();
            if (fields.put(name, read(in)) != null) {
                throw duplicateField(name, in);
            }
        }
        return JsonValue.of(fields);
    }

    /** The fields of an object; objects in it, down to that many levels, stay fields. */
    private static ParsedFields readFields(JsonParser in, int levels) {
        ParsedFields fields = new ParsedFields();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            boolean isNew = (in.nextToken() == JsonToken.START_OBJECT && levels > 0)
                    ? fields.add(name, readFields(in, levels - 1))
                    : fields.add(name, read(in));
            if (!isNew) {
                throw duplicateField(name, in);
            }
        }
        return fields;
    }

    private static IllegalArgumentException duplicateField(String name, JsonParser in) {
        return refusal(name + " is there twice", in.currentTokenLocation(), null);
    }

    /** The parser's message without the parts that only its programmer could use. */
    private static String plain(String reason) {
        return reason.replaceAll(": enable `[^`]*` to allow$", "").replaceAll(", from `[^`]*`", "")
                .replaceAll(": was expecting \\(JSON [^)]*\\)$", "");
    }

    private static IllegalArgumentException refusal(String reason, @Nullable TokenStreamLocation at,
            @Nullable JacksonException cause) {
        String place = at == null || at.getCharOffset() < 0 ? "" : " at character " + (at.getCharOffset() + 1);
        return new IllegalArgumentException("not JSON" + place + ": " + reason, cause);
    }
}
