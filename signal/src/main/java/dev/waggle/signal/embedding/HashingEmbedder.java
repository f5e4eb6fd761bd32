package dev.waggle.signal.embedding;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Embedder without a model: texts with common words and parts of words are near each other. It knows no synonyms and no
 * other language. Pure and thread-safe; the same text has the same vector on every machine.
 *
 * <pre>
 *   v[h(f) mod d] += sign(f) * (1 + ln count(f))   for each feature f, then v / |v|
 * </pre>
 *
 * Features are words, their character n-grams, and pairs of characters in scripts without spaces. The sign is another
 * bit of the hash, so that the dot product of two texts has the expectation of the one without collisions. Its standard
 * deviation for unrelated texts is about {@code 1 / sqrt(d)}. A text without words has a unit vector by its hash.
 *
 * <p>Sources: Weinberger, Dasgupta, Langford, Smola and Attenberg, "Feature hashing for large scale multitask learning",
 * 2009, section 2 (hash and sign). Bojanowski, Grave, Joulin and Mikolov, "Enriching word vectors with subword
 * information", 2017, section 3.2 (n-grams with marks at the ends). The cost is linear in the text, of which at most
 * 65,536 UTF-16 units count.
 */
public final class HashingEmbedder implements TextEmbedder {

    /** Name without the dimensions; the number of the version changes with any change of a vector. */
    public static final String NAME = "hashing:ngrams-v1";

    /** Dimensions without a choice: those of common small models, with a deviation of 0.05 for unrelated texts. */
    public static final int DEFAULT_DIMENSIONS = 384;

    /** Largest dimensions: as many as Lucene and most stores take. */
    public static final int MAX_DIMENSIONS = 4_096;

    /** Smallest dimensions: below them unrelated texts are too often near. */
    public static final int MIN_DIMENSIONS = 16;

    private final int dimensions;

    private HashingEmbedder(int dimensions) {
        this.dimensions = dimensions;
    }

    /** Embedder of {@value #DEFAULT_DIMENSIONS} dimensions. */
    public static HashingEmbedder create() {
        return of(DEFAULT_DIMENSIONS);
    }

    /**
     * Embedder of that many dimensions.
     *
     * @param dimensions {@value #MIN_DIMENSIONS} to {@value #MAX_DIMENSIONS}
     */
    public static HashingEmbedder of(int dimensions) {
        if (dimensions < MIN_DIMENSIONS || dimensions > MAX_DIMENSIONS) {
            throw new IllegalArgumentException("dimensions must be " + MIN_DIMENSIONS + " to " + MAX_DIMENSIONS
                    + ", got " + dimensions + "\nMaybe " + DEFAULT_DIMENSIONS + ".");
        }
        return new HashingEmbedder(dimensions);
    }

    /** {@value #NAME} and the dimensions, such as {@code hashing:ngrams-v1@384}. */
    @Override
    public String model() {
        return NAME + "@" + dimensions;
    }

    /** Length of the vectors. */
    public int dimensions() {
        return dimensions;
    }

    @Override
    public List<float[]> embed(List<String> texts, EmbeddingPurpose purpose) {
        Objects.requireNonNull(purpose, "purpose must not be null");
        return texts.stream().map(this::embed).toList();
    }

    /** Vector of one text, of length 1. */
    public float[] embed(String text) {
        double[] sums = new double[dimensions];
        for (Map.Entry<Long, Integer> feature : TextFeatures.of(text).entrySet()) {
            long hash = feature.getKey();
            double weight = 1 + Math.log(feature.getValue());
            sums[place(hash)] += hash < 0 ? -weight : weight;
        }
        double square = 0;
        for (double sum : sums) {
            square += sum * sum;
        }
        return square == 0 ? unit(text) : normalized(sums, Math.sqrt(square));
    }

    /** The place is taken from the low bits, the sign from the highest one. */
    private int place(long hash) {
        return (int) ((hash & Long.MAX_VALUE) % dimensions);
    }

    /** Vector of a text without words, or whose features cancel each other. */
    private float[] unit(String text) {
        int[] points = text.codePoints().toArray();
        float[] vector = new float[dimensions];
        vector[place(TextFeatures.hash(points, 0, points.length))] = 1;
        return vector;
    }

    private static float[] normalized(double[] sums, double norm) {
        float[] vector = new float[sums.length];
        for (int i = 0; i < sums.length; i++) {
            vector[i] = (float) (sums[i] / norm);
        }
        return vector;
    }
}
