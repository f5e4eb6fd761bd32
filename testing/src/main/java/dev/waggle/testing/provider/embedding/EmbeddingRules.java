package dev.waggle.testing.provider.embedding;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.json.JsonValue;

/** Rules and wire format of the embeddings of one provider. Only computes. */
interface EmbeddingRules {

    /** True for a path of this provider. */
    boolean servesPath(String path);

    /** The refusal in the words of the provider; empty for a request that it takes. */
    Optional<EmbeddingResponse> refuse(FakeEmbeddingRequest request);

    /** Length of the vectors of a request that was not refused. */
    int dimensions(FakeEmbeddingRequest request);

    /** The response with these vectors. */
    JsonValue answer(FakeEmbeddingRequest request, List<float[]> vectors);
}
