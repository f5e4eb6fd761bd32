package dev.waggle.connect.llm.embedding;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Vectors of a reply, unchecked.
 *
 * @param vectors in the order of the texts, as far as the format says it
 * @param tokens the tokens that the provider counted; null when it counts none
 */
public record EmbeddingReply(List<float[]> vectors, @Nullable Long tokens) {

    public EmbeddingReply {
        vectors = List.copyOf(vectors);
    }
}
