package dev.waggle.server.http;

import java.util.function.Supplier;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Form of the answer of an operation that succeeds.
 *
 * @param status its status
 * @param description a sentence about it
 * @param type its media type; {@code null} for an answer without a body
 * @param record the record of its JSON; {@code null} for none
 * @param schema its schema, where it is the JSON of no record, asked for by the document only; {@code null} for none
 */
public record AnswerForm(int status, String description, @Nullable String type,
        @Nullable Class<? extends Record> record, @Nullable Supplier<JsonValue.Obj> schema) {

    /** Media type of JSON. */
    public static final String JSON = "application/json";

    /** Media type of lines of JSON. */
    public static final String LINES = "application/x-ndjson";

    /** Media type of server-sent events. */
    public static final String EVENTS = "text/event-stream";

    /** Answer of an operation with entity tags to a client that has the representation. */
    public static final AnswerForm UNCHANGED = empty(304, "The client has it already, by the entity tag that it sent.");

    /** The JSON of a record. */
    public static AnswerForm json(int status, String description, Class<? extends Record> record) {
        return new AnswerForm(status, description, JSON, record, null);
    }

    /** JSON of that schema. */
    public static AnswerForm json(int status, String description, JsonValue.Obj schema) {
        return json(status, description, () -> schema);
    }

    /** JSON of a schema that costs time to make. */
    public static AnswerForm json(int status, String description, Supplier<JsonValue.Obj> schema) {
        return new AnswerForm(status, description, JSON, null, schema);
    }

    /** A text or a stream of that media type. */
    public static AnswerForm of(int status, String description, String type) {
        return new AnswerForm(status, description, type, null, null);
    }

    /** No body. */
    public static AnswerForm empty(int status, String description) {
        return new AnswerForm(status, description, null, null, null);
    }
}
