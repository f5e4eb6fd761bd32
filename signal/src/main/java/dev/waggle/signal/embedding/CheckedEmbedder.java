package dev.waggle.signal.embedding;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.embedding.EmbeddingException.Remedy;

/**
 * Embedder with checked answers: as many vectors as texts, all of one length, finite and not zero. The length of the
 * first vectors binds all later ones. Thread-safe.
 */
public final class CheckedEmbedder implements TextEmbedder {

    private static final int UNKNOWN = 0;

    private final TextEmbedder embedder;
    private final AtomicInteger dimensions;

    private CheckedEmbedder(TextEmbedder embedder, int dimensions) {
        this.embedder = Objects.requireNonNull(embedder, "embedder must not be null");
        this.dimensions = new AtomicInteger(dimensions);
    }

    /** Checks of that embedder, whose first vectors tell their length. */
    public static CheckedEmbedder of(TextEmbedder embedder) {
        return new CheckedEmbedder(embedder, UNKNOWN);
    }

    /**
     * Checks of that embedder, whose vectors must have that length.
     *
     * @param dimensions length of the stored vectors, at least 1
     */
    public static CheckedEmbedder of(TextEmbedder embedder, int dimensions) {
        if (dimensions < 1) {
            throw new IllegalArgumentException("dimensions must be at least 1, got " + dimensions);
        }
        return new CheckedEmbedder(embedder, dimensions);
    }

    /** Length of the vectors, empty before the first. */
    public OptionalInt dimensions() {
        int known = dimensions.get();
        return known == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(known);
    }

    @Override
    public String model() {
        return embedder.model();
    }

    @Override
    public List<float[]> embed(List<String> texts, EmbeddingPurpose purpose) throws IOException, InterruptedException {
        List<String> asked = List.copyOf(texts);
        Objects.requireNonNull(purpose, "purpose must not be null");
        if (asked.isEmpty()) {
            return List.of();
        }
        List<float[]> vectors = List.copyOf(embedder.embed(asked, purpose));
        check(model(), asked.size(), vectors);
        requireDimensions(vectors.getFirst().length);
        return vectors;
    }

    /**
     * Checks the vectors of one answer: their count, their equal length, finite numbers, and one number other than zero
     * in each.
     *
     * @throws EmbeddingException that names the model, the place of the vector from 0, and the value
     */
    public static void check(String model, int texts, List<float[]> vectors) throws EmbeddingException {
        if (vectors.size() != texts) {
            throw unusable(model + " gave " + vectors.size() + " vectors for " + texts + " texts");
        }
        for (int i = 0; i < texts; i++) {
            float[] vector = vectors.get(i);
            if (vector.length == 0) {
                throw unusable(model + " gave an empty vector for text " + i);
            }
            if (vector.length != vectors.getFirst().length) {
                throw unusable(model + " gave vectors of " + vectors.getFirst().length + " and " + vector.length
                        + " dimensions in one answer");
            }
            checkNumbers(model, i, vector);
        }
    }

    private static void checkNumbers(String model, int text, float[] vector) throws EmbeddingException {
        boolean zero = true;
        for (int i = 0; i < vector.length; i++) {
            if (!Float.isFinite(vector[i])) {
                throw unusable(model + " gave " + vector[i] + " at place " + i + " of the vector for text " + text);
            }
            zero &= vector[i] == 0;
        }
        if (zero) {
            throw unusable(model + " gave a vector of zeros for text " + text);
        }
    }

    private void requireDimensions(int actual) throws EmbeddingDimensionException {
        int expected = dimensions.compareAndExchange(UNKNOWN, actual);
        if (expected != UNKNOWN && expected != actual) {
            throw new EmbeddingDimensionException(model(), expected, actual);
        }
    }

    private static EmbeddingException unusable(String fact) {
        return new EmbeddingException(fact + "\nMaybe it is no embedding model, or its server has a fault.",
                Remedy.CHANGE_SETTINGS);
    }
}
