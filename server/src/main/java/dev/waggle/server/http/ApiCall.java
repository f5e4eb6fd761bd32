package dev.waggle.server.http;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

import dev.waggle.server.access.CallerIdentity;
import dev.waggle.signal.json.JsonLine;
import org.jspecify.annotations.Nullable;

/**
 * A request, matched and authenticated. Owned by the thread that answers it.
 *
 * @param caller its sender
 * @param path the parameters of its path
 * @param query the parameters of its query, each of which is there once; empty for an operation that reads the raw one
 * @param rawQuery its query as it was sent, percent-encoded; empty without one
 * @param headers the header parameters of its operation, by their names in the operation
 * @param body its body
 */
public record ApiCall(CallerIdentity caller, Map<String, String> path, Map<String, String> query,
        String rawQuery, Map<String, String> headers, RequestContent body) {

    public ApiCall {
        path = Map.copyOf(path);
        query = Map.copyOf(query);
        headers = Map.copyOf(headers);
    }

    /** A parameter of the path. */
    public String path(String name) {
        String value = path.get(name);
        if (value == null) {
            throw new IllegalStateException("the operation has no path parameter " + name);
        }
        return value;
    }

    /** A parameter of the query, if it is there. */
    public Optional<String> query(String name) {
        return Optional.ofNullable(query.get(name));
    }

    /** A header parameter, if it is there. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /**
     * A whole number of the query within bounds, if it is there.
     *
     * @throws IllegalArgumentException when it is another value
     */
    public OptionalLong number(String name, long min, long max) {
        String text = query.get(name);
        if (text == null) {
            return OptionalLong.empty();
        }
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException none) {
            throw outside(name, min, max, text);
        }
        if (value < min || value > max) {
            throw outside(name, min, max, text);
        }
        return OptionalLong.of(value);
    }

    /** The same as an int. */
    public OptionalInt integer(String name, int min, int max) {
        OptionalLong number = number(name, min, max);
        return number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty();
    }

    /**
     * A flag of the query; false when it is absent.
     *
     * @throws IllegalArgumentException when it is neither true nor false
     */
    public boolean flag(String name) {
        return switch (query.getOrDefault(name, "false")) {
            case "true", "" -> true;
            case "false" -> false;
            case String other -> throw new IllegalArgumentException(
                    name + " must be true or false, got " + JsonLine.quoted(other));
        };
    }

    /**
     * One of some words of the query, if it is there.
     *
     * @throws IllegalArgumentException when it is another one
     */
    public Optional<String> word(String name, List<String> words) {
        Optional<String> value = query(name);
        value.filter(text -> !words.contains(text)).ifPresent(other -> {
            throw new IllegalArgumentException(name + " must be one of " + String.join(", ", words) + ", got "
                    + JsonLine.quoted(other));
        });
        return value;
    }

    /** The record of the JSON body. */
    public <T extends Record> T body(Class<T> type) {
        return body.record(type);
    }

    /** The body as bytes, decompressed and bounded. */
    public InputStream content() {
        return body.stream();
    }

    /** The identity of the caller's tenant; {@code null} without one. */
    public @Nullable String tenant() {
        return caller.tenant();
    }

    private static IllegalArgumentException outside(String name, long min, long max, String text) {
        return new IllegalArgumentException(name + " must be a whole number between " + min + " and " + max + ", got "
                + JsonLine.quoted(text.length() > 100 ? text.substring(0, 100) : text));
    }
}
