package dev.waggle.connect.llm.embedding;

import dev.waggle.signal.harness.HarnessFailure;

/** Result of one request that reached its provider. */
public sealed interface EmbeddingResult {

    /** Vectors. */
    record Vectors(EmbeddingReply reply) implements EmbeddingResult {}

    /** The provider refused the request for its size: too many texts, or too long ones. */
    record SizeRefusal(HarnessFailure failure) implements EmbeddingResult {}
}
