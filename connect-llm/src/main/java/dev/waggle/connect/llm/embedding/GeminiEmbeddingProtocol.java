package dev.waggle.connect.llm.embedding;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.json.JsonValue;

/**
 * Embeddings of Gemini: {@code models.batchEmbedContents} (ai.google.dev/api/embeddings, 2026). The reply has no count
 * of tokens.
 */
public final class GeminiEmbeddingProtocol implements EmbeddingProtocol {

    /** Models that are documented with a type of task; others get none. */
    private static final Set<String> WITH_TASK = Set.of("gemini-embedding-001", "text-embedding-004");

    @Override
    public String path(EmbeddingRequest request) {
        return "/" + resource(request) + ":batchEmbedContents";
    }

    @Override
    public JsonValue.Obj body(EmbeddingRequest request) {
        List<JsonValue> requests = request.texts().stream().map(text -> one(request, text)).toList();
        return new JsonValue.Obj(Map.of("requests", JsonValue.of(requests)));
    }

    private static JsonValue one(EmbeddingRequest request, String text) {
        Map<String, JsonValue> one = new LinkedHashMap<>();
        one.put("model", JsonValue.of(resource(request)));
        JsonValue part = JsonValue.of(Map.of("text", JsonValue.of(text)));
        one.put("content", JsonValue.of(Map.of("parts", JsonValue.of(List.of(part)))));
        if (WITH_TASK.contains(request.model())) {
            one.put("taskType", JsonValue.of(
                    request.purpose() == EmbeddingPurpose.QUERY ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT"));
        }
        if (request.dimensions() != null) {
            one.put("outputDimensionality", JsonValue.of(request.dimensions().longValue()));
        }
        return JsonValue.of(one);
    }

    private static String resource(EmbeddingRequest request) {
        return "models/" + request.model();
    }

    @Override
    public EmbeddingReply read(JsonValue body) {
        return new EmbeddingReply(VectorReader.items(body, "embeddings").stream()
                .map(embedding -> VectorReader.vector(VectorReader.field(embedding, "values"))).toList(), null);
    }
}
