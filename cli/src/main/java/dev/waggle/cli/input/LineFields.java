package dev.waggle.cli.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.signal.json.JsonValue;

/**
 * A JSON object that is asked for its fields; a field of the wrong kind is a {@link UserException} that names its
 * place.
 *
 * @param location file and line, for messages
 * @param fields the fields
 */
public record LineFields(String location, Map<String, JsonValue> fields) {

    /** The fields of an object; refuses other values. */
    public static LineFields of(String location, JsonValue value) {
        if (value instanceof JsonValue.Obj object) {
            return new LineFields(location, object.fields());
        }
        throw new UserException(location + " is not a JSON object", "Check that the file has one JSON object a line.");
    }

    /** Text that must be there. */
    public String text(String name) {
        return optionalText(name).orElseThrow(() -> missing(name, "text"));
    }

    /** Text, absent when the field is absent or null. */
    public Optional<String> optionalText(String name) {
        return switch (fields.get(name)) {
            case null -> Optional.empty();
            case JsonValue.Null _ -> Optional.empty();
            case JsonValue.Str text -> Optional.of(text.value());
            case JsonValue.Num number -> Optional.of(number.value().toPlainString());
            default -> throw missing(name, "text");
        };
    }

    /** A whole number that must be there. */
    public int integer(String name) {
        if (fields.get(name) instanceof JsonValue.Num number) {
            try {
                return number.value().intValueExact();
            } catch (ArithmeticException notWhole) {
                throw missing(name, "a whole number");
            }
        }
        throw missing(name, "a whole number");
    }

    /** A number, absent when the field is absent or null. */
    public Optional<Double> optionalNumber(String name) {
        return switch (fields.get(name)) {
            case null -> Optional.empty();
            case JsonValue.Null _ -> Optional.empty();
            case JsonValue.Num number -> Optional.of(number.value().doubleValue());
            default -> throw missing(name, "a number");
        };
    }

    /** An object that must be there. */
    public LineFields object(String name) {
        if (fields.get(name) instanceof JsonValue.Obj object) {
            return new LineFields(location + " " + name, object.fields());
        }
        throw missing(name, "an object");
    }

    /** A list of objects that must be there. */
    public List<LineFields> objects(String name) {
        if (!(fields.get(name) instanceof JsonValue.Arr list)) {
            throw missing(name, "a list");
        }
        List<LineFields> objects = new ArrayList<>();
        for (JsonValue item : list.items()) {
            objects.add(of(location + " " + name + "[" + objects.size() + "]", item));
        }
        return objects;
    }

    /** One word or a list of words; empty when the field is absent or null. */
    public List<String> words(String name) {
        return switch (fields.get(name)) {
            case null -> List.of();
            case JsonValue.Null _ -> List.of();
            case JsonValue.Arr list -> list.items().stream().map(item -> word(name, item)).toList();
            case JsonValue value -> List.of(word(name, value));
        };
    }

    private String word(String name, JsonValue value) {
        return switch (value) {
            case JsonValue.Str text -> text.value();
            case JsonValue.Num number -> number.value().toPlainString();
            default -> throw missing(name, "a word or a list of words");
        };
    }

    private UserException missing(String name, String kind) {
        return new UserException(location + ": field \"" + name + "\" must be " + kind,
                "Check the format of the file.");
    }
}
