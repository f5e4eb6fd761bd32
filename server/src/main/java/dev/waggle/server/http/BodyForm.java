package dev.waggle.server.http;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Form of the body of a request.
 *
 * @param types its media types; empty for an operation without a body
 * @param record the record of its JSON; {@code null} for a body that the operation reads itself
 * @param maxBytes the largest size, also after decompression
 */
public record BodyForm(List<String> types, @Nullable Class<? extends Record> record, long maxBytes) {

    /** Largest JSON body: many times a question with its background. */
    public static final long MAX_JSON = 2 << 20;

    /** No body. */
    public static final BodyForm NONE = new BodyForm(List.of(), null, 0);

    public BodyForm {
        types = List.copyOf(types);
    }

    /** The JSON of a record. */
    public static BodyForm json(Class<? extends Record> record) {
        return new BodyForm(List.of("application/json"), record, MAX_JSON);
    }

    /** A body of one of these media types, read by the operation. */
    public static BodyForm raw(long maxBytes, String... types) {
        return new BodyForm(List.of(types), null, maxBytes);
    }
}
