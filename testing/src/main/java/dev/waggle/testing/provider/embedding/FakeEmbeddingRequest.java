package dev.waggle.testing.provider.embedding;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;

/**
 * Request for vectors as it came over the wire.
 *
 * @param path path of the URL
 * @param headers by name in lower case
 * @param json the body, parsed; null if it is no JSON
 */
public record FakeEmbeddingRequest(String path, Map<String, String> headers, JsonValue json) {

    public FakeEmbeddingRequest {
        headers = Map.copyOf(headers);
    }

    /** The texts, in any of the formats. */
    public List<String> texts() {
        if (!WireJson.items(json, "requests").isEmpty()) {
            return WireJson.items(json, "requests").stream()
                    .map(request -> WireJson.items(request, "content", "parts"))
                    .map(parts -> parts.isEmpty() ? "" : WireJson.text(parts.getFirst(), "text")).toList();
        }
        return WireJson.field(json, "input") instanceof JsonValue.Str text
                ? List.of(text.value())
                : WireJson.texts(json, "input");
    }

    /** The key that came with the request; empty without one. */
    public String key() {
        for (String name : List.of("api-key", "x-goog-api-key")) {
            if (headers.containsKey(name)) {
                return headers.getOrDefault(name, "");
            }
        }
        return headers.getOrDefault("authorization", "").replaceFirst("^Bearer ", "");
    }
}
