package dev.waggle.connect.llm.embedding;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/**
 * Embeddings of Ollama (docs/api.md of ollama/ollama, "Generate Embeddings", and EmbedHandler of server/routes.go).
 * {@code truncate} is asked for, but versions from 0.13.5 may refuse a long text all the same (ollama/ollama#14186,
 * 2026).
 */
public final class OllamaEmbeddingProtocol implements EmbeddingProtocol {

    @Override
    public String path(EmbeddingRequest request) {
        return "/api/embed";
    }

    @Override
    public JsonValue.Obj body(EmbeddingRequest request) {
        Map<String, JsonValue> body = new LinkedHashMap<>();
        body.put("model", JsonValue.of(request.model()));
        body.put("input", JsonValue.ofTexts(request.texts()));
        body.put("truncate", JsonValue.of(true));
        if (request.dimensions() != null) {
            body.put("dimensions", JsonValue.of(request.dimensions().longValue()));
        }
        if (request.keepAlive() != null) {
            body.put("keep_alive", request.keepAlive());
        }
        return new JsonValue.Obj(body);
    }

    @Override
    public EmbeddingReply read(JsonValue body) {
        return new EmbeddingReply(VectorReader.items(body, "embeddings").stream().map(VectorReader::vector).toList(),
                VectorReader.count(VectorReader.field(body, "prompt_eval_count")));
    }
}
