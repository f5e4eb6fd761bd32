package dev.waggle.journal.form;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.journal.ObjReader;
import dev.waggle.journal.SignalCodec;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * The form in which another system writes the signals of one family as JSON objects.
 *
 * <p>Two laws. For every object {@code x} of the form, {@code encode(decode(x))} equals {@code x}: fields that the form
 * does not know become extensions; a spelling that is not ours (a date without seconds, 0.80 for 0.8, an empty object
 * for an absent one) is remembered in the extension {@value #SPELLING}. For every signal {@code s} that {@code encode}
 * takes, {@code decode(encode(s))} equals {@code s}: what a reader of the form need not know stands in one further
 * field, {@value #WAGGLE}. What such a reader would take for something else is refused: another family, a body or
 * audience that the form has no place for, an end of life that it does not know.
 *
 * <p>Ids are data: the same object may be imported twice.
 */
public abstract sealed class Form permits SwarmForm, ConnectivityForm, DurableForm, HarnessForm {

    /** The extension that remembers how an imported object was spelled. */
    public static final String SPELLING = "spelling";

    /** The field that holds what the form has no place for. */
    public static final String WAGGLE = "waggle";

    /** Fields of our own object that a reader of another form need not know. */
    private static final Set<String> IGNORABLE = Set.of("profile", "source", "createdAt", "scope", "links",
            "confidence", "priority", "priorityValue", "causalLevel", "lifetime", "extensions");

    private final String name;
    private final List<Profile> profiles;
    private final Set<String> known;

    /**
     * @param known the fields of the form
     * @param profiles the families whose signals it holds; what is read belongs to the first
     */
    Form(String name, Set<String> known, Profile... profiles) {
        this.name = name;
        this.profiles = List.of(profiles);
        this.known = known;
    }

    /** What the form is called: swarm, connectivity, durable or harness. */
    public final String word() {
        return name;
    }

    /**
     * The signal of an object.
     *
     * @throws IllegalArgumentException when it has not this form; the message names the path and the value
     */
    public final Signal decode(JsonValue value) {
        ObjReader from = ObjReader.top("a " + name + " signal", value);
        Map<String, JsonValue> fields = ((JsonValue.Obj) value).fields();
        Signal said = said(from, fields);
        Signal whole = whole(said, fields.get(WAGGLE));
        Map<String, JsonValue> spelling = Spelling.of((JsonValue.Obj) value, plain(whole));
        if (spelling.isEmpty()) {
            return whole;
        }
        return whole.extensions().containsKey(SPELLING)
                ? spelled(said, Spelling.of((JsonValue.Obj) value, plain(said)))
                : spelled(whole, spelling);
    }

    /**
     * The object of a signal.
     *
     * @throws IllegalArgumentException when the form cannot hold it; the message says why
     */
    public final JsonValue.Obj encode(Signal signal) {
        if (!profiles.contains(signal.type().profile())) {
            throw refusal(signal, "it is of the family " + signal.type().profile().word());
        }
        if (signal.extensions().get(SPELLING) instanceof JsonValue.Obj spelling) {
            Map<String, JsonValue> others = new LinkedHashMap<>(signal.extensions());
            others.remove(SPELLING);
            JsonValue.Obj spelled = Spelling.apply(plain(withExtensions(signal, others)), spelling.fields());
            if (isReadAs(spelled, signal)) {
                return spelled;
            }
        }
        JsonValue.Obj plain = plain(signal);
        if (!isReadAs(plain, signal)) {
            throw refusal(signal, "it would be read as another one");
        }
        return plain;
    }

    /** Where another one had the place of its spelling, the field {@value #WAGGLE} is not ours and counts for nothing. */
    private static Signal spelled(Signal signal, Map<String, JsonValue> spelling) {
        Map<String, JsonValue> extensions = new LinkedHashMap<>(signal.extensions());
        extensions.put(SPELLING, JsonValue.of(spelling));
        return withExtensions(signal, extensions);
    }

    /** Reads the fields of the form; unknown ones are not its business. */
    abstract Signal read(ObjReader from);

    /** Writes what the form has a place for, as its own system would. */
    abstract Map<String, JsonValue> write(Signal signal);

    /** What the form cannot hold, and why. */
    final IllegalArgumentException refusal(Signal signal, String reason) {
        return new Refused("the form " + name + " cannot hold signal " + signal.id() + " of type " + signal.type()
                + ": " + reason, null);
    }

    /** A number as other systems write it: without a fraction where it has none. */
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

    static void put(Map<String, JsonValue> fields, String name, @Nullable String text) {
        if (text != null) {
            fields.put(name, JsonValue.of(text));
        }
    }

    /** What the object says to a reader of the form alone. */
    private Signal said(ObjReader from, Map<String, JsonValue> fields) {
        Signal read = from.build(() -> read(from));
        Map<String, JsonValue> others = new LinkedHashMap<>(fields);
        others.keySet().removeIf(this::isReserved);
        return withExtensions(read, others);
    }

    /** A field {@value #WAGGLE} that we did not write is kept like any other spelling of nothing. */
    private Signal whole(Signal said, @Nullable JsonValue waggle) {
        if (!(waggle instanceof JsonValue.Obj rest) || !isIgnorable(rest.fields())) {
            return said;
        }
        try {
            Signal whole = SignalCodec.decode(Rest.over(SignalCodec.encode(said), rest.fields()));
            return profiles.contains(whole.type().profile()) && isHeld(whole) ? whole : said;
        } catch (IllegalArgumentException notOurs) {
            return said;
        }
    }

    private boolean isHeld(Signal signal) {
        try {
            return !plain(signal).fields().isEmpty();
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    private boolean isReadAs(JsonValue.Obj object, Signal signal) {
        try {
            return decode(object).equals(signal);
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    /** The object of a signal in our own spelling. */
    private JsonValue.Obj plain(Signal signal) {
        try {
            return written(signal);
        } catch (Refused refused) {
            throw refused;
        } catch (IllegalArgumentException bad) {
            throw new Refused(refusal(signal, String.valueOf(bad.getMessage())).getMessage(), bad);
        }
    }

    private JsonValue.Obj written(Signal signal) {
        Map<String, JsonValue> fields = write(signal);
        signal.extensions().forEach((extension, value) -> {
            if (!isReserved(extension)) {
                fields.put(extension, value);
            }
        });
        JsonValue.Obj object = new JsonValue.Obj(fields);
        Signal said = said(ObjReader.top("a " + name + " signal", object), object.fields());
        Map<String, JsonValue> rest = Rest.of(SignalCodec.encode(signal), SignalCodec.encode(said));
        if (rest.isEmpty()) {
            return object;
        }
        if (!isIgnorable(rest)) {
            rest.keySet().removeAll(IGNORABLE);
            throw refusal(signal, "it has no place for its " + (rest.isEmpty() ? "lifetime" : String.join(", ",
                    rest.keySet())));
        }
        fields.put(WAGGLE, JsonValue.of(rest));
        return new JsonValue.Obj(fields);
    }

    /** Of lifetimes only the one that leaves it to the reader. */
    private static boolean isIgnorable(Map<String, JsonValue> rest) {
        return IGNORABLE.containsAll(rest.keySet())
                && (!rest.containsKey("lifetime") || rest.get("lifetime") instanceof JsonValue.Null);
    }

    private boolean isReserved(String field) {
        return known.contains(field) || field.equals(WAGGLE) || field.equals(SPELLING);
    }

    private static Signal withExtensions(Signal it, Map<String, JsonValue> extensions) {
        return new Signal(it.id(), it.type(), it.source(), it.time(), it.payload(), it.scope(), it.links(),
                it.grading(), it.lifetime(), it.audience(), extensions);
    }

    /** A refusal that already says which signal it is about. */
    private static final class Refused extends IllegalArgumentException {

        private static final long serialVersionUID = 1;

        Refused(@Nullable String message, @Nullable Exception cause) {
            super(message, cause);
        }
    }
}
