package dev.waggle.swarm.solve;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/** The fields of a JSON object in a log, read back. What is not as it was written is refused with its name. */
record Fields(Map<String, JsonValue> fields) {

    static Fields of(@Nullable JsonValue json) {
        if (json instanceof JsonValue.Obj object) {
            return new Fields(object.fields());
        }
        throw new IllegalArgumentException("an object is expected, got " + json);
    }

    /** The body of a fact. */
    static Fields of(Signal fact) {
        return of(fact.payload() instanceof Payload.Open open ? open.data() : null);
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    JsonValue json(String name) {
        JsonValue value = fields.get(name);
        if (value == null) {
            throw missing(name, "a value");
        }
        return value;
    }

    @Nullable JsonValue jsonOrNull(String name) {
        return fields.get(name);
    }

    Fields object(String name) {
        return of(json(name));
    }

    String text(String name) {
        return find(name).orElseThrow(() -> missing(name, "a text"));
    }

    @Nullable String textOrNull(String name) {
        return find(name).orElse(null);
    }

    Optional<String> find(String name) {
        return fields.get(name) instanceof JsonValue.Str text ? Optional.of(text.value()) : Optional.empty();
    }

    double number(String name) {
        if (fields.get(name) instanceof JsonValue.Num number) {
            return number.value().doubleValue();
        }
        throw missing(name, "a number");
    }

    long whole(String name) {
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

    /** The items of a list; none where there is no such list. */
    List<JsonValue> items(String name) {
        return fields.get(name) instanceof JsonValue.Arr list ? list.items() : List.of();
    }

    /** The texts of a list; none where there is no such list. */
    List<String> texts(String name) {
        return items(name).stream().filter(JsonValue.Str.class::isInstance)
                .map(item -> ((JsonValue.Str) item).value()).toList();
    }

    private IllegalArgumentException missing(String name, String what) {
        return new IllegalArgumentException(what + " is expected as \"" + name + "\", got " + fields.get(name));
    }
}
