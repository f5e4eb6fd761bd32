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
    static double[] numbers(RandomGenerator chance, int count, double least, double most) {
        return chance.doubles(count, least, most).toArray();
    }

    static double[][] rows(RandomGenerator chance, int rows, int columns, double least, double most) {
        double[][] matrix = new double[rows][];
        Arrays.setAll(matrix, i -> numbers(chance, columns, least, most));
        return matrix;
    }

    /** Shares above 0 that sum to 1. */
    static double[] shares(RandomGenerator chance, int count) {
        double[] shares = numbers(chance, count, 0.05, 1);
        double sum = Arrays.stream(shares).sum();
        return Arrays.stream(shares).map(share -> share / sum).toArray();
    }

    static double[][] distributions(RandomGenerator chance, int rows, int columns) {
        double[][] distributions = new double[rows][];
        Arrays.setAll(distributions, i -> shares(chance, columns));
        return distributions;
    }

    /** Labels from 0 to below the kinds. */
    static int[] labels(RandomGenerator chance, int count, int kinds) {
        return chance.ints(count, 0, kinds).toArray();
    }

    /** The numbers from 0 to below the count, shuffled. */
    static int[] order(RandomGenerator chance, int count) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int other = chance.nextInt(i + 1);
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
