package dev.waggle.math.geometry;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;

/** Random clouds. */
final class Clouds {

    private Clouds() {}

    static double[][] points(RandomGenerator chance, int count, int dimensions) {
        double[][] points = new double[count][];
        Arrays.setAll(points, i -> Trials.numbers(chance, dimensions, -1, 1));
        return points;
    }

    /** Whole numbers from 0 to 4 with many ties, or real ones; seldom a metric. */
    static double[][] dissimilarities(RandomGenerator chance, int count) {
        boolean whole = chance.nextBoolean();
        double[][] distances = new double[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < i; j++) {
                distances[i][j] = whole ? chance.nextInt(5) : chance.nextDouble(4);
                distances[j][i] = distances[i][j];
            }
        }
        return distances;
    }
}
