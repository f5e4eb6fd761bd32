package dev.waggle.testing.provider.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.signal.json.JsonValue;

/** Published shape of a part of a request: its kind of value, its fields, its words. */
public interface RequestShape {

    /** The first departure of the value from the shape, in the order of the shape. */
    Optional<ShapeError> check(List<Object> path, JsonValue value);

    /** The first departure of a whole body. */
    default Optional<ShapeError> check(JsonValue value) {
        return check(List.of(), value);
    }

    /**
     * A departure.
     *
     * @param path names of fields as texts, places in lists as numbers
     * @param kind the kind of departure
     * @param detail the field, the expected kind, or the words that are taken
     * @param value the value that departs; null for a missing one
     */
    record ShapeError(List<Object> path, ErrorKind kind, String detail, JsonValue value) {

        public ShapeError {
            path = List.copyOf(path);
        }

        /** The path with dots, places in brackets or as steps of their own: {@code messages[0].role}. */
        public String path(boolean brackets) {
            StringBuilder all = new StringBuilder();
            for (Object step : path) {
                if (step instanceof Integer place) {
                    all.append(brackets ? "[" + place + "]" : (all.isEmpty() ? "" : ".") + place);
                } else {
                    all.append(all.isEmpty() ? "" : ".").append(step);
                }
            }
            return all.toString();
        }
    }

    /** Kind of departure. */
    enum ErrorKind {
        /** A field that is not published. */
        UNKNOWN_FIELD,
        /** A required field is not there. */
        MISSING_FIELD,
        /** A value of another kind. */
        WRONG_TYPE,
        /** A text that is none of the words. */
        UNKNOWN_WORD
    }

    static RequestShape anything() {
        return (path, value) -> Optional.empty();
    }

    static RequestShape text() {
        return kind("string", JsonValue.Str.class);
    }

    static RequestShape flag() {
        return kind("boolean", JsonValue.Bool.class);
    }

    static RequestShape number() {
        return kind("number", JsonValue.Num.class);
    }

    static RequestShape integer() {
        return (path, value) -> value instanceof JsonValue.Num && WireJson.isWhole(value)
                ? Optional.empty()
                : Optional.of(new ShapeError(path, ErrorKind.WRONG_TYPE, "integer", value));
    }

    static RequestShape nothing() {
        return kind("null", JsonValue.Null.class);
    }

    /** Any object. */
    static RequestShape anyObject() {
        return kind("object", JsonValue.Obj.class);
    }

    private static RequestShape kind(String name, Class<? extends JsonValue> type) {
        return (path, value) -> type.isInstance(value)
                ? Optional.empty()
                : Optional.of(new ShapeError(path, ErrorKind.WRONG_TYPE, name, value));
    }

    /** One of these texts. */
    static RequestShape words(String... words) {
        return (path, value) -> {
            if (!(value instanceof JsonValue.Str text)) {
                return Optional.of(new ShapeError(path, ErrorKind.WRONG_TYPE, "string", value));
            }
            return List.of(words).contains(text.value())
                    ? Optional.empty()
                    : Optional.of(new ShapeError(path, ErrorKind.UNKNOWN_WORD, String.join(", ", words), value));
        };
    }

    static RequestShape list(RequestShape item) {
        return (path, value) -> {
            if (!(value instanceof JsonValue.Arr list)) {
                return Optional.of(new ShapeError(path, ErrorKind.WRONG_TYPE, "array", value));
            }
            for (int i = 0; i < list.items().size(); i++) {
                Optional<ShapeError> error = item.check(below(path, i), list.items().get(i));
                if (error.isPresent()) {
                    return error;
                }
            }
            return Optional.empty();
        };
    }

    /** The first of these that takes the value; the error of the last one when none does. */
    static RequestShape either(RequestShape... shapes) {
        return (path, value) -> {
            List<Optional<ShapeError>> errors = Stream.of(shapes).map(shape -> shape.check(path, value)).toList();
            return errors.stream().anyMatch(Optional::isEmpty) ? Optional.empty() : errors.getLast();
        };
    }

    /** Objects that a word in that field tells apart. */
    static RequestShape tagged(String field, Map<String, RequestShape> byWord) {
        return (path, value) -> {
            if (!(value instanceof JsonValue.Obj object)) {
                return Optional.of(new ShapeError(path, ErrorKind.WRONG_TYPE, "object", value));
            }
            JsonValue word = object.fields().get(field);
            if (word == null) {
                return Optional
                        .of(new ShapeError(below(path, field), ErrorKind.MISSING_FIELD, field, JsonValue.ofNull()));
            }
            RequestShape shape = word instanceof JsonValue.Str text ? byWord.get(text.value()) : null;
            return shape == null
                    ? Optional.of(new ShapeError(below(path, field), ErrorKind.UNKNOWN_WORD,
                            String.join(", ", byWord.keySet().stream().sorted().toList()), word))
                    : shape.check(path, value);
        };
    }

    /** The shape one step further down a path, for providers that name the kind of a value in it. */
    static RequestShape under(String step, RequestShape shape) {
        return (path, value) -> shape.check(below(path, step), value);
    }

    /** An object of that shape whose unknown fields are not looked at. */
    static RequestShape open(ObjectShape shape) {
        return (path, value) -> {
            if (!(value instanceof JsonValue.Obj object)) {
                return shape.check(path, value);
            }
            Map<String, JsonValue> known = new LinkedHashMap<>(object.fields());
            known.keySet().retainAll(shape.fields().keySet());
            return shape.check(path, new JsonValue.Obj(known));
        };
    }

    /** An object without fields yet, which takes no others. */
    static ObjectShape object() {
        return new ObjectShape(Map.of(), Set.of());
    }

    /**
     * An object.
     *
     * @param fields its fields by name
     * @param required the names that have to be there
     */
    record ObjectShape(Map<String, RequestShape> fields, Set<String> required) implements RequestShape {

        public ObjectShape with(String name, RequestShape shape) {
            Map<String, RequestShape> all = new LinkedHashMap<>(fields);
            all.put(name, shape);
            return new ObjectShape(all, required);
        }

        public ObjectShape needing(String name, RequestShape shape) {
            List<String> names = new ArrayList<>(required);
            names.add(name);
            return new ObjectShape(with(name, shape).fields, Set.copyOf(names));
        }

        @Override
        public Optional<ShapeError> check(List<Object> path, JsonValue value) {
            if (!(value instanceof JsonValue.Obj object)) {
                return Optional.of(new ShapeError(path, ErrorKind.WRONG_TYPE, "object", value));
            }
            for (String name : fields.keySet()) {
                if (required.contains(name) && !object.fields().containsKey(name)) {
                    return Optional.of(
                            new ShapeError(below(path, name), ErrorKind.MISSING_FIELD, name, JsonValue.ofNull()));
                }
            }
            for (Map.Entry<String, JsonValue> field : object.fields().entrySet()) {
                RequestShape shape = fields.get(field.getKey());
                Optional<ShapeError> error = shape == null
                        ? Optional.of(new ShapeError(below(path, field.getKey()), ErrorKind.UNKNOWN_FIELD,
                                field.getKey(), field.getValue()))
                        : shape.check(below(path, field.getKey()), field.getValue());
                if (error.isPresent()) {
                    return error;
                }
            }
            return Optional.empty();
        }
    }

    private static List<Object> below(List<Object> path, Object step) {
        List<Object> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }
}
