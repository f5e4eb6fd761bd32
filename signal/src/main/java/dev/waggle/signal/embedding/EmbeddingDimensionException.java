package dev.waggle.signal.embedding;

/** Refusal of vectors of another length than before: the model changed, and stored vectors have to be made again. */
public final class EmbeddingDimensionException extends EmbeddingException {

    private static final long serialVersionUID = 1L;

    private final String model;
    private final int expected;
    private final int actual;

    public EmbeddingDimensionException(String model, int expected, int actual) {
        super(model + " gave vectors of " + actual + " dimensions, expected " + expected
                + "\nMaybe the model changed; embed the stored texts again.", Remedy.EMBED_AGAIN);
        this.model = model;
        this.expected = expected;
        this.actual = actual;
    }

    /** Name of the model. */
    public String model() {
        return model;
    }

    /** Dimensions of the earlier vectors, at least 1. */
    public int expected() {
        return expected;
    }

    /** Dimensions of the refused vectors, at least 1. */
    public int actual() {
        return actual;
    }
}
