package dev.waggle.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.server.stream.EventFeed;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Answer to a request that succeeds. */
public sealed interface ApiAnswer {

    /** JSON of status 200. */
    static Json of(JsonValue body) {
        return new Json(200, body, null, List.of());
    }

    /** JSON of a record, of status 200. */
    static Json ofRecord(Record body) {
        return of(RecordJson.write(body));
    }

    /** No body, status 204. */
    static Empty empty() {
        return new Empty(204);
    }

    /**
     * JSON.
     *
     * @param status the status
     * @param body the value
     * @param etag an identifier of a representation that never changes again; {@code null} for one that may
     * @param headers further headers
     */
    record Json(int status, JsonValue body, @Nullable String etag, List<Problem.Header> headers)
            implements
            ApiAnswer {

        public Json {
            headers = List.copyOf(headers);
        }

        public Json withStatus(int other) {
            return new Json(other, body, etag, headers);
        }

        /** The same for a representation that never changes again. */
        public Json withEtag(String tag) {
            return new Json(status, body, tag, headers);
        }

        public Json withHeader(String name, String value) {
            List<Problem.Header> more = new ArrayList<>(headers);
            more.add(new Problem.Header(name, value));
            return new Json(status, body, etag, more);
        }
    }

    /** A text of a media type, with status 200. */
    record Text(String type, String body) implements ApiAnswer {}

    /** A page of a media type, with status 200. */
    record Page(String type, String body, List<Problem.Header> headers) implements ApiAnswer {

        public Page {
            headers = List.copyOf(headers);
        }
    }

    /**
     * A file whose address changes with its content, so that a client keeps it for ever.
     *
     * @param type its media type
     * @param body its bytes, which are not changed
     * @param isCompressed whether they are compressed by gzip
     */
    record Asset(String type, ByteBuffer body, boolean isCompressed) implements ApiAnswer {}

    /** No body. */
    record Empty(int status) implements ApiAnswer {}

    /** A body that is written as it is computed; a failure in the middle closes the connection. */
    record Written(String type, BodyWriter writer) implements ApiAnswer {}

    /** Server-sent events, until the feed or the client ends them. */
    record Events(EventFeed feed) implements ApiAnswer {}

    /** Writer of a body. */
    @FunctionalInterface
    interface BodyWriter {

        /** Writes the whole body. */
        void writeTo(OutputStream out) throws IOException, InterruptedException;
    }
}
