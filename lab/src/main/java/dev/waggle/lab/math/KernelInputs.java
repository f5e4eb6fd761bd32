package dev.waggle.lab.math;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Seeded numbers for kernels: the same in every run. */
final class KernelInputs {

    private static final int SEED = 20_261_122;

    private KernelInputs() {}

    /** Chance that starts anew. */
    static RandomGenerator chance() {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
    }

    /** Numbers from the least to below the most. */
    static double[] numbers(RandomGenerator random, int count, double min, double max) {
        return random.doubles(count, min, max).toArray();
    }

    static double[][] rows(RandomGenerator random, int rows, int columns, double min, double max) {
        double[][] matrix = new double[rows][];
        Arrays.setAll(matrix, i -> numbers(random, columns, min, max));
        return matrix;
    }

    /** Shares above 0 that sum to 1. */
    static double[] shares(RandomGenerator random, int count) {
        double[] shares = numbers(random, count, 0.05, 1);
        double sum = Arrays.stream(shares).sum();
        return Arrays.stream(shares).map(share -> share / sum).toArray();
    }

    static double[][] distributions(RandomGenerator random, int rows, int columns) {
        double[][] distributions = new double[rows][];
        Arrays.setAll(distributions, i -> shares(random, columns));
        return distributions;
    }

    /** Labels from 0 to below the kinds. */
    static int[] labels(RandomGenerator random, int count, int kinds) {
        return random.ints(count, 0, kinds).toArray();
    }

    /** The numbers from 0 to below the count, shuffled. */
    static int[] order(RandomGenerator random, int count) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    static double distance(double[] left, double[] right) {
        double squares = 0;
        for (int i = 0; i < left.length; i++) {
            squares += (left[i] - right[i]) * (left[i] - right[i]);
        }
        return Math.sqrt(squares);
    }
}
