package dev.waggle.signal.embedding;

import java.io.IOException;
import java.util.List;

/**
 * Port of an embedding model: texts to vectors whose cosine tells how near their meanings are. Implementations are
 * thread-safe.
 */
public interface TextEmbedder {

    /**
     * Name of the model that gives a vector its meaning, such as {@code openai:text-embedding-3-small}. Vectors of
     * different names are never compared.
     */
    String model();

    /**
     * One vector for each text, in the order of the texts. All have the same length, and their numbers are finite. No
     * texts give no vectors, without a call.
     *
     * @throws EmbeddingDimensionException if the model changed the length of its vectors
     * @throws EmbeddingBudgetException if a budget permits no call now
     * @throws EmbeddingException if the model refused the texts or gave an unusable answer
     * @throws IOException if the model was not reached
     */
    List<float[]> embed(List<String> texts, EmbeddingPurpose purpose) throws IOException, InterruptedException;
}
