package dev.waggle.math.geometry;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;

/** Random point clouds. */
final class Clouds {

    private Clouds() {}

    static double[][] points(RandomGenerator random, int count, int dimensions) {
        double[][] points = new double[count][];
        Arrays.setAll(points, i -> Trials.numbers(random, dimensions, -1, 1));
        return points;
    }

    /** Dissimilarities as whole numbers from 0 to 4 with many ties, or as real ones; seldom a metric. */
    static double[][] dissimilarities(RandomGenerator random, int count) {
        boolean whole = random.nextBoolean();
        double[][] distances = new double[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < i; j++) {
                distances[i][j] = whole ? random.nextInt(5) : random.nextDouble(4);
                distances[j][i] = distances[i][j];
            }
        }
        return distances;
    }
}
