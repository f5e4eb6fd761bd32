package dev.waggle.math;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Seeded random trials of a law; the failure message holds the seed of a failed trial. */
public final class Trials {

    private static final RandomGeneratorFactory<RandomGenerator> CHANCE = RandomGeneratorFactory.of("L64X128MixRandom");

    private Trials() {}

    /** Law that must hold for any random values. */
    @FunctionalInterface
    public interface Law {
        void check(RandomGenerator random);
    }

    /** Checks a law that many times, with seeds 0, 1, 2 ... */
    public static void run(int times, Law law) {
        for (int seed = 0; seed < times; seed++) {
            try {
                law.check(chance(seed));
            } catch (AssertionError | RuntimeException broken) {
                throw new AssertionError("with seed " + seed + ": " + broken.getMessage(), broken);
            }
        }
    }

    /** Returns the random generator of that seed. */
    public static RandomGenerator chance(long seed) {
        return CHANCE.create(seed);
    }

    /** A distribution of that size; some of them have zeros. */
    public static double[] distribution(RandomGenerator random, int size) {
        double[] masses = new double[size];
        Arrays.setAll(masses, i -> random.nextInt(6) == 0 ? 0 : random.nextExponential());
        masses[random.nextInt(size)] += 0.1;
        return DomainCheck.distribution("masses", masses);
    }

    /** Numbers between two bounds. */
    public static double[] numbers(RandomGenerator random, int size, double min, double max) {
        double[] numbers = new double[size];
        Arrays.setAll(numbers, i -> random.nextDouble(min, max));
        return numbers;
    }
}
