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

    /**
     * Cosine of the angle between two vectors of length 1: the sum of a[i] b[i], cut to -1..1. Four sums that are added
     * at the end keep the processor busy; their order is fixed, so the result is the same everywhere.
     */
    static float cosine(float[] a, float[] b) {
        float sum0 = 0;
        float sum1 = 0;
        float sum2 = 0;
        float sum3 = 0;
        int end = a.length & ~3;
        for (int i = 0; i < end; i += 4) {
            sum0 += a[i] * b[i];
            sum1 += a[i + 1] * b[i + 1];
            sum2 += a[i + 2] * b[i + 2];
            sum3 += a[i + 3] * b[i + 3];
        }
        for (int i = end; i < a.length; i++) {
            sum0 += a[i] * b[i];
        }
        return Math.clamp(sum0 + sum1 + (sum2 + sum3), -1f, 1f);
    }
}
