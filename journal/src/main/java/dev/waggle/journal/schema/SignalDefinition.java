package dev.waggle.journal.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.SignalFactory;
import dev.waggle.signal.harness.SignalFactory.SignalOrigin;
import dev.waggle.signal.json.JsonValue;

/**
 * A signal type of the harness family with the rules of its payload. Immutable and safe for many threads, if its
 * decoder is.
 */
public final class SignalDefinition {

    private final SignalType type;
    private final UnaryOperator<JsonValue> decoder;

    private SignalDefinition(SignalType type, UnaryOperator<JsonValue> decoder) {
        this.type = type;
        this.decoder = decoder;
    }

    /**
     * Payloads have that JSON Schema (draft 2020-12, the program's own: its patterns are trusted). Absent fields with a
     * {@code default} get it before they are checked.
     *
     * @throws IllegalArgumentException when the name is none for a signal, or the schema is no schema
     */
    public static SignalDefinition of(String name, JsonValue.Obj schema) {
        SchemaChecker checker = SchemaChecker.of(schema);
        return of(name, payload -> {
            JsonValue filled = withDefaults(schema, payload);
            List<SchemaViolation> violations = checker.check(filled);
            if (!violations.isEmpty()) {
                throw new IllegalArgumentException(
                        violations.stream().map(SchemaViolation::toString).collect(Collectors.joining("; ")));
            }
            return filled;
        });
    }

    /**
     * Definition with a decoder that accepts payloads; its result is published.
     *
     * @param decoder refuses with an {@link IllegalArgumentException}; takes again what it has returned
     */
    public static SignalDefinition of(String name, UnaryOperator<JsonValue> decoder) {
        return new SignalDefinition(SignalFactory.typeOf(name), decoder);
    }

    public SignalType type() {
        return type;
    }

    /**
     * A signal of this type without a source.
     *
     * @throws IllegalArgumentException when the payload is not acceptable; the message names the type, every path and
     *         every reason
     */
    public Signal create(SignalFactory factory, JsonValue payload) {
        return factory.createSignal(type.text(), checked(payload));
    }

    /** A signal of this type from that origin. */
    public Signal create(SignalFactory factory, JsonValue payload, SignalOrigin origin) {
        return factory.createSignal(type.text(), checked(payload), origin);
    }

    /** True if the signal is of this type, with any content. */
    public boolean isOfType(Signal signal) {
        return signal.type().equals(type);
    }

    /** True if the signal is of this type and this definition accepts its content. */
    public boolean isValid(Signal signal) {
        if (!isOfType(signal) || !(signal.payload() instanceof Payload.Open open) || open.data() == null) {
            return false;
        }
        try {
            JsonValue _ = decoder.apply(open.data());
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    private JsonValue checked(JsonValue payload) {
        try {
            return decoder.apply(payload);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException("the payload of " + type.text() + " is refused: " + refused.getMessage(),
                    refused);
        }
    }

    /** Fills absent fields with the {@code default} of their schema, in objects of {@code properties} below too. */
    private static JsonValue withDefaults(JsonValue.Obj schema, JsonValue value) {
        if (!(value instanceof JsonValue.Obj obj) || !(schema.fields().get("properties") instanceof JsonValue.Obj of)) {
            return value;
        }
        Map<String, JsonValue> filled = new LinkedHashMap<>(obj.fields());
        of.fields().forEach((name, property) -> {
            if (property instanceof JsonValue.Obj rule) {
                JsonValue given = filled.getOrDefault(name, rule.fields().get("default"));
                if (given != null) {
                    filled.put(name, withDefaults(rule, given));
                }
            }
        });
        return JsonValue.of(filled);
    }
}
