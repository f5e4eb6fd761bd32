package dev.waggle.signal.harness;

import org.jspecify.annotations.Nullable;

/** Preconditions of this package's values; each refusal names the field and the value. NaN passes none of them. */
final class HarnessPreconditions {

    private HarnessPreconditions() {}

    static <T> T present(String field, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(field + " must not be null");
        }
        return value;
    }

    /** Requires a finite number of at least zero; zero loses its sign. */
    static double nonNegative(String field, double value) {
        if (!(value >= 0 && value <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(field + " must be a finite number of at least 0, got " + value);
        }
        return value + 0.0;
    }

    static void atLeastOne(String field, @Nullable Integer value) {
        if (value != null && value < 1) {
            throw new IllegalArgumentException(field + " must be at least 1, got " + value);
        }
    }

    static @Nullable Double optionalUnit(String field, @Nullable Double value) {
        if (value == null) {
            return null;
        }
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(field + " must be between 0 and 1, got " + value);
        }
        return value + 0.0;
    }

    static @Nullable Double optionalPositive(String field, @Nullable Double value) {
        if (value != null && !(value > 0 && value <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(field + " must be a finite number above 0, got " + value);
        }
        return value;
    }
}
