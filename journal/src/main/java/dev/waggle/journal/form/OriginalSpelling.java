package dev.waggle.journal.form;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/**
 * Differences between an object and our spelling of it. Each differing place has its value, named by its JSON pointer
 * (RFC 6901). The places that we would write and it does not have are listed.
 *
 * <pre>{@code {"/timestamp":"2026-01-01T00:00Z","/source/extra":1,"absent":["/metadata"]}}</pre>
 */
final class OriginalSpelling {

    private static final String ABSENT = "absent";

    private OriginalSpelling() {}

    /** Differences that make {@code spelled} of {@code plain}; empty when they are equal. */
    static Map<String, JsonValue> of(JsonValue.Obj spelled, JsonValue.Obj plain) {
        Map<String, JsonValue> places = new LinkedHashMap<>();
        List<JsonValue> absent = new ArrayList<>();
        compare("", spelled, plain, places, absent);
        if (!absent.isEmpty()) {
            places.put(ABSENT, JsonValue.of(absent));
        }
        return places;
    }

    /** The object with that spelling; missing places are skipped. */
    static JsonValue.Obj apply(JsonValue.Obj plain, Map<String, JsonValue> spelling) {
        return apply("", plain, spelling);
    }

    private static void compare(String path, JsonValue.Obj spelled, JsonValue.Obj plain,
            Map<String, JsonValue> places, List<JsonValue> absent) {
        spelled.fields().forEach((name, value) -> {
            String place = path + '/' + escaped(name);
            JsonValue ours = plain.fields().get(name);
            if (value instanceof JsonValue.Obj part && ours instanceof JsonValue.Obj ourPart) {
                compare(place, part, ourPart, places, absent);
            } else if (!value.equals(ours)) {
                places.put(place, value);
            }
        });
        plain.fields().keySet().stream()
                .filter(name -> !spelled.fields().containsKey(name))
                .forEach(name -> absent.add(JsonValue.of(path + '/' + escaped(name))));
    }

    private static JsonValue.Obj apply(String path, JsonValue.Obj plain, Map<String, JsonValue> spelling) {
        List<JsonValue> absent = spelling.get(ABSENT) instanceof JsonValue.Arr arr ? arr.items() : List.of();
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        plain.fields().forEach((name, value) -> {
            String place = path + '/' + escaped(name);
            if (!absent.contains(JsonValue.of(place))) {
                fields.put(name, value instanceof JsonValue.Obj part ? apply(place, part, spelling) : value);
            }
        });
        spelling.forEach((place, value) -> {
            String name = nameBelow(path, place);
            if (!name.isEmpty()) {
                fields.put(unescaped(name.substring(1)), value);
            }
        });
        return new JsonValue.Obj(fields);
    }

    /** The slash and the last name of a place directly below the path; empty when it is elsewhere. */
    private static String nameBelow(String path, String place) {
        int last = place.lastIndexOf('/');
        return last == path.length() && place.startsWith(path) ? place.substring(last) : "";
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static String unescaped(String name) {
        return name.replace("~1", "/").replace("~0", "~");
    }
}
