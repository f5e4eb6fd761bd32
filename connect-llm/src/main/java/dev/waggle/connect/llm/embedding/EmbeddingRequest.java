package dev.waggle.connect.llm.embedding;

import java.util.List;

import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Request for vectors.
 *
 * @param model the name of the model at its provider
 * @param texts the texts with their prefixes, at least one, none empty
 * @param purpose purpose of the texts, for formats with a field for it
 * @param dimensions length of the vectors; null for the usual length of the model
 * @param keepAlive the time for which Ollama holds the model in memory; null for its default
 */
public record EmbeddingRequest(String model, List<String> texts, EmbeddingPurpose purpose,
        @Nullable Integer dimensions, @Nullable JsonValue keepAlive) {

    public EmbeddingRequest {
        texts = List.copyOf(texts);
        if (texts.isEmpty()) {
            throw new IllegalArgumentException("texts must not be empty");
        }
    }
}
