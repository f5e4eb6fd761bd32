package dev.waggle.connect.lucene.vector;

import java.nio.charset.StandardCharsets;

/**
 * Space in which vectors are comparable: those of one embedding model.
 *
 * @param model name of the model, at most {@value #MAX_MODEL_BYTES} bytes of UTF-8
 * @param dimension number of components, 1..{@value #MAX_DIMENSION}
 */
public record VectorSpace(String model, int dimension) {

    /** More than the longest name of a model that is offered anywhere. */
    static final int MAX_MODEL_BYTES = 1024;

    /** Limit of Waggle; models of 2026 end at 4,096. */
    static final int MAX_DIMENSION = 16_384;

    public VectorSpace {
        int bytes = model.getBytes(StandardCharsets.UTF_8).length;
        if (model.isBlank() || bytes > MAX_MODEL_BYTES) {
            throw new IllegalArgumentException("model is a name of " + bytes + " bytes"
                    + "\nMaybe use one of 1 to " + MAX_MODEL_BYTES + " bytes that is not blank.");
        }
        if (!(dimension >= 1 && dimension <= MAX_DIMENSION)) {
            throw new IllegalArgumentException("dimension is " + dimension
                    + "\nMaybe use that of the model, 1 to " + MAX_DIMENSION + ".");
        }
    }

    /**
     * Checks a vector of this space.
     *
     * @param name the key or id that an error names
     * @throws IllegalArgumentException when its length is another, a component is not finite, or all are zero
     */
    void require(String name, float[] vector) {
        if (vector.length != dimension) {
            throw new IllegalArgumentException("the vector of " + name + " has " + vector.length
                    + " components, and those of " + model + " have " + dimension
                    + "\nMaybe the model was changed; then open another folder for it.");
        }
        boolean isZero = true;
        for (int i = 0; i < vector.length; i++) {
            if (!Float.isFinite(vector[i])) {
                throw new IllegalArgumentException("component " + i + " of the vector of " + name + " is " + vector[i]
                        + "\nMaybe ask the model for it again.");
            }
            isZero &= vector[i] == 0;
        }
        if (isZero) {
            throw new IllegalArgumentException("all components of the vector of " + name + " are 0"
                    + "\nMaybe its text is empty; a vector without a direction has no neighbours.");
        }
    }
}
