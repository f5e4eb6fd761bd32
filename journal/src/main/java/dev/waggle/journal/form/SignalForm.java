package dev.waggle.journal.form;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The form in which another system writes the signals of one family as JSON objects.
 *
 * <p>Two laws hold. For every object {@code x} of the form, {@code encode(decode(x))} equals {@code x}. Unknown fields
 * become extensions. A different spelling (a date without seconds, 0.80 for 0.8, an empty object for an absent one) is
 * stored in the extension {@value #SPELLING}. For every signal {@code s} that {@code encode} accepts, {@code
 * decode(encode(s))} equals {@code s}. Data that a reader of the form need not know is in one further field, {@value
 * #WAGGLE}. Data that such a reader would misread is refused. Examples are another family, an unknown lifetime, and a
 * body or audience without a place in the form.
 *
 * <p>Ids are data: the same object may be imported twice.
 */
public abstract sealed class SignalForm permits SwarmForm, ConnectivityForm, DurableForm, HarnessForm {

    /** The extension that stores the spelling of an imported object. */
    public static final String SPELLING = "spelling";

    /** Field of the data that the form cannot express. */
    public static final String WAGGLE = "waggle";

    /** Fields of our own object that a reader of another form need not know. */
    private static final Set<String> HIDEABLE = Set.of("profile", "source", "createdAt", "scope", "links",
            "confidence", "priority", "priorityValue", "causalLevel", "lifetime", "extensions");

    private final String name;
    private final List<Profile> profiles;
    private final Set<String> known;

    /**
     * @param known the fields of the form
     * @param profiles the families of its signals; a signal that is read belongs to the first
     */
    SignalForm(String name, Set<String> known, Profile... profiles) {
        this.name = name;
        this.profiles = List.of(profiles);
        this.known = known;
    }

    /** Name of the form: swarm, connectivity, durable or harness. */
    public final String wireName() {
        return name;
    }

    /**
     * The signal of an object.
     *
     * @throws IllegalArgumentException when it has not this form; the message names the path and the value
     */
    public final Signal decode(JsonValue value) {
        JsonObjectReader from = JsonObjectReader.root("a " + name + " signal", value);
        Map<String, JsonValue> fields = ((JsonValue.Obj) value).fields();
        Signal signal = readFields(from, fields);
        Signal whole = withHiddenFields(signal, fields.get(WAGGLE));
        Map<String, JsonValue> spelling = OriginalSpelling.of((JsonValue.Obj) value, encodePlain(whole));
        if (spelling.isEmpty()) {
            return whole;
        }
        return whole.extensions().containsKey(SPELLING)
                ? withSpelling(signal, OriginalSpelling.of((JsonValue.Obj) value, encodePlain(signal)))
                : withSpelling(whole, spelling);
    }

    /**
     * The object of a signal.
     *
     * @throws IllegalArgumentException when the form cannot hold it; the message gives the reason
     */
    public final JsonValue.Obj encode(Signal signal) {
        if (!profiles.contains(signal.type().profile())) {
            throw refusal(signal, "it is of the family " + signal.type().profile().wireName());
        }
        if (signal.extensions().get(SPELLING) instanceof JsonValue.Obj spelling) {
            Map<String, JsonValue> others = new LinkedHashMap<>(signal.extensions());
            others.remove(SPELLING);
            JsonValue.Obj spelled = OriginalSpelling.apply(encodePlain(withExtensions(signal, others)),
                    spelling.fields());
            if (decodesTo(spelled, signal)) {
                return spelled;
            }
        }
        JsonValue.Obj plain = encodePlain(signal);
        if (!decodesTo(plain, signal)) {
            throw refusal(signal, "it would be read as another one");
        }
        return plain;
    }

    /**
     * Adds the spelling to the signal. If another value is in its place, the field {@value #WAGGLE} is foreign and
     * ignored.
     */
    private static Signal withSpelling(Signal signal, Map<String, JsonValue> spelling) {
        Map<String, JsonValue> extensions = new LinkedHashMap<>(signal.extensions());
        extensions.put(SPELLING, JsonValue.of(spelling));
        return withExtensions(signal, extensions);
    }

    /** Reads the fields of the form and ignores unknown ones. */
    abstract Signal read(JsonObjectReader from);

    /** Writes the data that the form can express, as its own system would. */
    abstract JsonObjectBuilder write(Signal signal);

    /** Refusal of a signal that the form cannot hold, with the reason. */
    final IllegalArgumentException refusal(Signal signal, String reason) {
        return new RefusedSignalException(
                "the form " + name + " cannot hold signal " + signal.id() + " of type " + signal.type()
                        + ": " + reason,
                null);
    }

    /** A number as other systems write it, without an empty fraction. */
    static JsonValue number(double value) {
        return number(JsonValue.of(value));
    }

    static JsonValue number(JsonValue value) {
        if (value instanceof JsonValue.Num num && num.value().scale() > 0
                && num.value().stripTrailingZeros().scale() <= 0) {
            BigDecimal whole = num.value().setScale(0);
            return new JsonValue.Num(whole);
        }
        return value;
    }

    /** Reads the fields that the form itself defines. */
    private Signal readFields(JsonObjectReader from, Map<String, JsonValue> fields) {
        Signal read = from.build(() -> read(from));
        Map<String, JsonValue> others = new LinkedHashMap<>(fields);
        others.keySet().removeIf(this::isReserved);
        return withExtensions(read, others);
    }

    /** A foreign field {@value #WAGGLE} is preserved like any other spelling of nothing. */
    private Signal withHiddenFields(Signal signal, @Nullable JsonValue waggle) {
        if (!(waggle instanceof JsonValue.Obj rest) || !isHideable(rest.fields())) {
            return signal;
        }
        try {
            Signal whole = SignalCodec.decode(ResidualFields.merge(SignalCodec.encode(signal), rest.fields()));
            return profiles.contains(whole.type().profile()) && canEncode(whole) ? whole : signal;
        } catch (IllegalArgumentException notOurs) {
            return signal;
        }
    }

    private boolean canEncode(Signal signal) {
        try {
            return !encodePlain(signal).fields().isEmpty();
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    private boolean decodesTo(JsonValue.Obj object, Signal signal) {
        try {
            return decode(object).equals(signal);
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    /** The object of a signal in our own spelling. */
    private JsonValue.Obj encodePlain(Signal signal) {
        try {
            return writeFields(signal);
        } catch (RefusedSignalException refused) {
            throw refused;
        } catch (IllegalArgumentException bad) {
            throw new RefusedSignalException(refusal(signal, String.valueOf(bad.getMessage())).getMessage(), bad);
        }
    }

    private JsonValue.Obj writeFields(Signal signal) {
        JsonObjectBuilder fields = write(signal);
        signal.extensions().forEach((extension, value) -> {
            if (!isReserved(extension)) {
                fields.with(extension, value);
            }
        });
        JsonValue.Obj object = fields.json();
        Signal parsed = readFields(JsonObjectReader.root("a " + name + " signal", object), object.fields());
        Map<String, JsonValue> rest = ResidualFields.difference(SignalCodec.encode(signal), SignalCodec.encode(parsed));
        if (rest.isEmpty()) {
            return object;
        }
        if (!isHideable(rest)) {
            rest.keySet().removeAll(HIDEABLE);
            throw refusal(signal, "it has no place for its " + (rest.isEmpty() ? "lifetime" : String.join(", ",
                    rest.keySet())));
        }
        return fields.with(WAGGLE, rest).json();
    }

    /**
     * True if {@value #WAGGLE} may hold these fields. Of lifetimes it may hold only null, which leaves it to the
     * reader.
     */
    private static boolean isHideable(Map<String, JsonValue> rest) {
        return HIDEABLE.containsAll(rest.keySet())
                && (!rest.containsKey("lifetime") || rest.get("lifetime") instanceof JsonValue.Null);
    }

    private boolean isReserved(String field) {
        return known.contains(field) || field.equals(WAGGLE) || field.equals(SPELLING);
    }

    private static Signal withExtensions(Signal it, Map<String, JsonValue> extensions) {
        return new Signal(it.id(), it.type(), it.source(), it.time(), it.payload(), it.scope(), it.links(),
                it.grading(), it.lifetime(), it.audience(), extensions);
    }

    /** Refusal that already names its signal. */
    private static final class RefusedSignalException extends IllegalArgumentException {

        private static final long serialVersionUID = 1;

        RefusedSignalException(@Nullable String message, @Nullable Exception cause) {
            super(message, cause);
        }
    }
}
