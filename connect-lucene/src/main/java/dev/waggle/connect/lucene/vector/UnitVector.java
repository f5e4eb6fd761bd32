package dev.waggle.connect.lucene.vector;

/** Arithmetic of vectors of length 1. */
final class UnitVector {

    private UnitVector() {}

    /** Vector of length 1 in the direction of another, which is finite and not zero. */
    static float[] of(float[] vector) {
        double square = 0;
        for (float component : vector) {
            square += (double) component * component;
        }
        double length = Math.sqrt(square);
        float[] unit = new float[vector.length];
        for (int i = 0; i < unit.length; i++) {
            unit[i] = (float) (vector[i] / length);
        }
        return unit;
    }

    /** Cosine of the angle between two vectors of length 1, with the same rounding as that of a {@link VectorBlock}. */
    static float cosine(float[] a, float[] b) {
        float sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return cosine(sum);
    }

    /** Cosine from a sum of products, which rounding may put a little outside of -1..1. */
    static float cosine(float sum) {
        return Math.clamp(sum, -1f, 1f);
    }
}
