package dev.waggle.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * Parameter of an operation.
 *
 * @param name its name
 * @param place its place in a request
 * @param required whether a request must have it
 * @param description a sentence about it
 * @param schema the JSON Schema of its value
 */
public record Parameter(String name, Place place, boolean required, String description, JsonValue.Obj schema) {

    /** Place of a parameter in a request. */
    public enum Place {
        PATH, QUERY, HEADER;

        String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A segment of the path. */
    public static Parameter path(String name, String description) {
        return new Parameter(name, Place.PATH, true, description, ofType("string"));
    }

    /** An optional text in the query. */
    public static Parameter query(String name, String description) {
        return new Parameter(name, Place.QUERY, false, description, ofType("string"));
    }

    /** An optional word of a list in the query. */
    public static Parameter word(String name, List<String> words, String description) {
        return new Parameter(name, Place.QUERY, false, description, new JsonObjectBuilder().with("type", "string")
                .withTexts("enum", words).json());
    }

    /** An optional time in the query, such as 2026-11-28T10:00:00Z. */
    public static Parameter time(String name, String description) {
        return new Parameter(name, Place.QUERY, false, description, new JsonObjectBuilder().with("type", "string")
                .with("format", "date-time").json());
    }

    /** An optional header. */
    public static Parameter header(String name, String description) {
        return new Parameter(name, Place.HEADER, false, description, ofType("string"));
    }

    /** An optional whole number in the query, within bounds. */
    public static Parameter number(String name, long min, long max, String description) {
        return new Parameter(name, Place.QUERY, false, description, new JsonObjectBuilder().with("type", "integer")
                .with("minimum", min).with("maximum", max).json());
    }

    /** An optional flag in the query. */
    public static Parameter flag(String name, String description) {
        return new Parameter(name, Place.QUERY, false, description, ofType("boolean"));
    }

    public Parameter asRequired() {
        return new Parameter(name, place, true, description, schema);
    }

    JsonValue.Obj document() {
        return new JsonObjectBuilder().with("name", name).with("in", place.wireName()).with("required", required)
                .with("description", description).with("schema", schema).json();
    }

    private static JsonValue.Obj ofType(String type) {
        return new JsonValue.Obj(Map.of("type", JsonValue.of(type)));
    }
}
