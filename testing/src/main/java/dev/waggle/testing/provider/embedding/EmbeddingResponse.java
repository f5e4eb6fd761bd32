package dev.waggle.testing.provider.embedding;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

/**
 * Response to a request for vectors.
 *
 * @param status the HTTP status
 * @param body the body as it is sent, which need not be JSON
 * @param headers headers beside the content type
 * @param delay time before it is sent
 */
public record EmbeddingResponse(int status, String body, Map<String, String> headers, Duration delay) {

    public EmbeddingResponse {
        headers = Map.copyOf(headers);
    }

    /** A response of JSON at once. */
    public static EmbeddingResponse of(int status, JsonValue body) {
        return of(status, JsonText.write(body));
    }

    /** A response of that text at once. */
    public static EmbeddingResponse of(int status, String body) {
        return new EmbeddingResponse(status, body, Map.of(), Duration.ZERO);
    }

    public EmbeddingResponse withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new EmbeddingResponse(status, body, more, delay);
    }

    public EmbeddingResponse after(Duration wait) {
        return new EmbeddingResponse(status, body, headers, wait);
    }
}
