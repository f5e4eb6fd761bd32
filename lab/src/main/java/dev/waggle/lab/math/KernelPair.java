package dev.waggle.lab.math;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Kernel and its hand-written or library alternative, both on the same seeded input of three sizes.
 *
 * @param name of the kernel, and after a slash what of it when there are several pairs
 * @param compared what ours does, a slash, what the other does
 * @param unit what the sizes count
 * @param sizes small, medium and large
 * @param at both sides on an input of that real size; each call makes an input of its own
 */
record KernelPair(String name, String compared, String unit, List<Integer> sizes, IntFunction<Sides> at) {

    KernelPair {
        sizes = List.copyOf(sizes);
        if (sizes.size() != 3) {
            throw new IllegalArgumentException("sizes must be small, medium and large, got " + sizes);
        }
    }

    /**
     * Both sides on an input.
     *
     * @param size 1 small, 2 medium, 3 large
     */
    Sides ofSize(int size) {
        return at.apply(sizes.get(size - 1));
    }

    /** Returns the description of the comparison, and the real sizes. */
    String description() {
        return compared + "; " + sizes.stream().map("%,d"::formatted).collect(Collectors.joining(", ")) + " " + unit;
    }

    /**
     * Two ways to one answer. Where a side keeps a state it moves on with each call; the n-th calls belong together.
     *
     * @param ours answers a number, numbers or a list
     * @param other answers the same kind
     * @param tolerance how far numbers may be apart, beside 1 or the other's if that is larger; infinite where they are
     *        estimates
     */
    record Sides(Supplier<Object> ours, Supplier<Object> other, double tolerance) {

        /** The same numbers but for rounding. */
        static Sides equal(Supplier<Object> ours, Supplier<Object> other) {
            return new Sides(ours, other, 1e-9);
        }

        /** The same numbers within a tolerance. */
        static Sides near(double tolerance, Supplier<Object> ours, Supplier<Object> other) {
            return new Sides(ours, other, tolerance);
        }

        /** Answers that need not agree. */
        static Sides apart(Supplier<Object> ours, Supplier<Object> other) {
            return new Sides(ours, other, Double.POSITIVE_INFINITY);
        }
    }
}
