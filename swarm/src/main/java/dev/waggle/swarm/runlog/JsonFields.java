package dev.waggle.swarm.runlog;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object in a log, read back. A field in another form is refused with its name.
 *
 * @param fields by their names
 */
public record JsonFields(Map<String, JsonValue> fields) {

    /** The fields of that object. */
    public static JsonFields of(@Nullable JsonValue json) {
        if (json instanceof JsonValue.Obj object) {
            return new JsonFields(object.fields());
        }
        throw new IllegalArgumentException("an object is expected, got " + json);
    }

    /** The body of a fact. */
    public static JsonFields of(Signal fact) {
        return of(fact.payload() instanceof Payload.Open open ? open.data() : null);
    }

    /** True if there is a field of that name. */
    public boolean has(String name) {
        return fields.containsKey(name);
    }

    JsonValue json(String name) {
        JsonValue value = fields.get(name);
        if (value == null) {
            throw missing(name, "a value");
        }
        return value;
    }

    /** Value of the field, if there is one. */
    public @Nullable JsonValue jsonOrNull(String name) {
        return fields.get(name);
    }

    /** The fields of an object in it. */
    public JsonFields object(String name) {
        return of(json(name));
    }

    /** A text that has to be there. */
    public String text(String name) {
        return find(name).orElseThrow(() -> missing(name, "a text"));
    }

    /** A text that may be absent. */
    public @Nullable String textOrNull(String name) {
        return find(name).orElse(null);
    }

    Optional<String> find(String name) {
        return fields.get(name) instanceof JsonValue.Str text ? Optional.of(text.value()) : Optional.empty();
    }

    /** A number that has to be there. */
    public double number(String name) {
        if (fields.get(name) instanceof JsonValue.Num number) {
            return number.value().doubleValue();
        }
        throw missing(name, "a number");
    }

    /** A whole number that has to be there. */
    public long wholeNumber(String name) {
        if (fields.get(name) instanceof JsonValue.Num number) {
            try {
                return number.value().longValueExact();
            } catch (ArithmeticException fraction) {
                throw missing(name, "a whole number");
            }
        }
        throw missing(name, "a whole number");
    }

    boolean flag(String name) {
        return fields.get(name) instanceof JsonValue.Bool flag && flag.value();
    }

    /** The items of a list; none if there is no such list. */
    public List<JsonValue> items(String name) {
        return fields.get(name) instanceof JsonValue.Arr list ? list.items() : List.of();
    }

    /** The texts of a list; none if there is no such list. */
    public List<String> texts(String name) {
        return items(name).stream().filter(JsonValue.Str.class::isInstance)
                .map(item -> ((JsonValue.Str) item).value()).toList();
    }

    private IllegalArgumentException missing(String name, String expected) {
        return new IllegalArgumentException(expected + " is expected as \"" + name + "\", got " + fields.get(name));
    }
}
