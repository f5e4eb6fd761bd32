package dev.waggle.journal;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Takes the fields of one JSON object by name: what an explicit codec reads with. Every refusal is an {@link
 * IllegalArgumentException} that begins with the path of the field and shows the value. It remembers what was asked for,
 * so that it can say what is left. Owned by one thread.
 */
public final class ObjReader {

    /** The largest double as it is written. What lies beyond would be rounded to it, or to infinity. */
    static final BigDecimal MAX_NUMBER = BigDecimal.valueOf(Double.MAX_VALUE);

    private static final String WHOLE = "a whole number of 64 bits";

    private final String path;
    private final Fields fields;
    private final boolean[] taken;
    private String[] asked = new String[8];
    private int questions;

    private ObjReader(String path, Fields fields) {
        this.path = path;
        this.fields = fields;
        this.taken = new boolean[fields.size()];
    }

    static ObjReader top(Fields fields) {
        return new ObjReader("", fields);
    }

    /** The outermost object, whose fields have no prefix; a message calls the whole {@code what}. */
    public static ObjReader top(String what, JsonValue value) {
        if (value instanceof JsonValue.Obj obj) {
            return top(new Fields(obj.fields()));
        }
        throw new Refused(what + " must be an object, got " + Refused.shown(value));
    }

    /**
     * The outermost object of a text; a message calls it {@code what}.
     *
     * @throws IllegalArgumentException as {@link JsonText#read}, or when it is no object
     */
    static ObjReader read(String what, String text) {
        Fields fields = JsonText.fieldsOf(text);
        return fields == null ? top(what, JsonText.read(text)) : top(fields);
    }

    /** Builds a part from fields; what its constructor refuses gets the path of this object in front. */
    public <T> T build(Supplier<T> part) {
        return build(path, part);
    }

    static <T> T build(String prefix, Supplier<T> part) {
        try {
            return part.get();
        } catch (Refused named) {
            throw named;
        } catch (IllegalArgumentException bad) {
            throw new Refused(prefix + bad.getMessage(), bad);
        }
    }

    /** Any value, or {@code null} when there is no such field. */
    public @Nullable JsonValue optional(String name) {
        int at = find(name);
        return at < 0 ? null : fields.value(at);
    }

    /** Whatever stands there, which must be something. */
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
    public double share(String name) {
        double number = number(name);
        BigDecimal exact = exact(name);
        if (number >= 0 && number <= 1 && (exact.signum() < 0 || exact.compareTo(BigDecimal.ONE) > 0)) {
            throw wrong(name, "between 0 and 1");
        }
        return number;
    }

    @Nullable Double optionalShare(String name) {
        return optional(name) == null ? null : Double.valueOf(share(name));
    }

    /** A number of at least zero that must be there. */
    double amount(String name) {
        double number = number(name);
        if (number >= 0 && exact(name).signum() < 0) {
            throw wrong(name, "a finite number of at least 0");
        }
        return number;
    }

    /** A number; what is above zero stays so, also where it is too small for a double. */
    @Nullable Double optionalPositive(String name) {
        Double number = optionalNumber(name);
        return number != null && number == 0 && exact(name).signum() > 0 ? Double.valueOf(Double.MIN_VALUE) : number;
    }

    /** A whole number of 64 bits that must be there. */
    public long whole(String name) {
        return asWhole(name, value(name));
    }

    /** A whole number, or {@code null} when there is no such field. */
    public @Nullable Long optionalWhole(String name) {
        JsonValue value = optional(name);
        return value == null ? null : Long.valueOf(asWhole(name, value));
    }

    /** A whole number of 32 bits, or {@code null} when there is no such field. */
    public @Nullable Integer optionalSmallWhole(String name) {
        Long value = optionalWhole(name);
        if (value == null) {
            return null;
        }
        if (value != value.intValue()) {
            throw new Refused(path + name + " must be a whole number of 32 bits, got " + value);
        }
        return value.intValue();
    }

    /** True or false, and one of them must be there. */
    public boolean flag(String name) {
        if (value(name) instanceof JsonValue.Bool bool) {
            return bool.value();
        }
        throw Refused.field(path + name, "true or false", value(name));
    }

    /** True or false, or {@code null} when there is no such field. */
    public @Nullable Boolean optionalFlag(String name) {
        return optional(name) == null ? null : Boolean.valueOf(flag(name));
    }

    /** Whether the number there is in that range, also with the digits that a double would round away. */
    public boolean isWithin(String name, double least, double most) {
        BigDecimal exact = exact(name);
        return exact.compareTo(BigDecimal.valueOf(least)) >= 0 && exact.compareTo(BigDecimal.valueOf(most)) <= 0;
    }

    List<String> optionalTexts(String name) {
        JsonValue value = optional(name);
        return value == null ? List.of() : texts(name);
    }

    /** The texts of an array that must be there. */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonValue item : items(name)) {
            if (!(item instanceof JsonValue.Str text)) {
                throw Refused.field(path + name + '[' + texts.size() + ']', "a text", item);
            }
            texts.add(text.value());
        }
        return texts;
    }

    /** The objects of an array that must be there. */
    public List<ObjReader> objects(String name) {
        List<ObjReader> objects = new ArrayList<>();
        for (JsonValue item : items(name)) {
            String place = path + name + '[' + objects.size() + ']';
            if (!(item instanceof JsonValue.Obj object)) {
                throw Refused.field(place, "an object", item);
            }
            objects.add(new ObjReader(place + '.', new Fields(object.fields())));
        }
        return objects;
    }

    List<ObjReader> optionalObjects(String name) {
        return optional(name) == null ? List.of() : objects(name);
    }

    /** An object that must be there. */
    public ObjReader object(String name) {
        ObjReader object = optionalObject(name);
        if (object == null) {
            throw missing(name);
        }
        return object;
    }

    /** An object, or {@code null} when there is no such field. */
    public @Nullable ObjReader optionalObject(String name) {
        int at = find(name);
        if (at < 0) {
            return null;
        }
        Fields object = fields.object(at);
        if (object == null) {
            throw Refused.field(path + name, "an object", fields.value(at));
        }
        return new ObjReader(path + name + '.', object);
    }

    /** The constant whose name is that word in capitals. */
    public <E extends Enum<E>> E word(String name, E[] constants) {
        String word = text(name);
        for (E constant : constants) {
            if (isWordOf(constant, word)) {
                return constant;
            }
        }
        String words = Stream.of(constants).map(ObjReader::wordOf).collect(Collectors.joining(", "));
        throw Refused.field(path + name, "one of " + words, JsonValue.of(word));
    }

    /** As {@link #word}, or {@code null} when there is no such field. */
    public <E extends Enum<E>> @Nullable E optionalWord(String name, E[] constants) {
        return optional(name) == null ? null : word(name, constants);
    }

    static String wordOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Names of constants are plain capitals. */
    private static boolean isWordOf(Enum<?> constant, String word) {
        String name = constant.name();
        return name.length() == word.length() && name.equalsIgnoreCase(word) && wordOf(constant).equals(word);
    }

    /** What nobody asked for, in order. */
    Map<String, JsonValue> others() {
        Map<String, JsonValue> others = Map.of();
        for (int i = 0; i < taken.length; i++) {
            if (!taken[i]) {
                others = others.isEmpty() ? new LinkedHashMap<>() : others;
                others.put(fields.name(i), fields.value(i));
            }
        }
        return others;
    }

    /** Ends reading of an object that may hold only what was asked for. */
    public void refuseOthers() {
        for (String name : others().keySet()) {
            throw new Refused(path + Refused.cut(name) + " is unknown\nMaybe one of " + asked() + '.');
        }
    }

    /** Refuses a field for what stands in it. */
    public IllegalArgumentException wrong(String name, String expected) {
        return Refused.field(path + name, expected, value(name));
    }

    /** Refuses a field for what stands in it, with a remedy that starts with "Maybe". */
    IllegalArgumentException wrong(String name, String expected, String remedy) {
        return new Refused(wrong(name, expected).getMessage() + '\n' + remedy);
    }

    private List<JsonValue> items(String name) {
        if (value(name) instanceof JsonValue.Arr arr) {
            return arr.items();
        }
        throw Refused.field(path + name, "an array", value(name));
    }

    private int find(String name) {
        if (questions == asked.length) {
            asked = Arrays.copyOf(asked, 2 * questions);
        }
        asked[questions] = name;
        questions++;
        int at = fields.find(name);
        if (at >= 0) {
            taken[at] = true;
        }
        return at;
    }

    private String asked() {
        return Stream.of(asked).limit(questions).distinct().collect(Collectors.joining(", "));
    }

    private Refused missing(String name) {
        return new Refused(path + name + " is missing");
    }

    private String asText(String name, JsonValue value) {
        if (value instanceof JsonValue.Str str) {
            return str.value();
        }
        throw Refused.field(path + name, "a text", value);
    }

    private double asNumber(String name, JsonValue value) {
        if (value instanceof JsonValue.Num num) {
            if (num.value().abs().compareTo(MAX_NUMBER) <= 0) {
                return num.value().doubleValue();
            }
        }
        throw Refused.field(path + name, "a finite number", value);
    }

    private BigDecimal exact(String name) {
        return value(name) instanceof JsonValue.Num num ? num.value() : BigDecimal.ZERO;
    }

    private long asWhole(String name, JsonValue value) {
        if (value instanceof JsonValue.Num num) {
            try {
                return num.value().longValueExact();
            } catch (ArithmeticException bad) {
                throw Refused.field(path + name, WHOLE, value);
            }
        }
        throw Refused.field(path + name, WHOLE, value);
    }
}
