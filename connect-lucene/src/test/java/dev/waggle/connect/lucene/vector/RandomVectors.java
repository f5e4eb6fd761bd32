package dev.waggle.connect.lucene.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.signal.world.World;

/** Vectors by a seed: around centres like those of texts, or in all directions alike. */
final class RandomVectors {

    private final RandomGenerator random;
    private final int dimension;
    private final List<float[]> centres = new ArrayList<>();

    RandomVectors(long seed, int dimension, int centreCount) {
        random = World.system(seed).random("vectors");
        this.dimension = dimension;
        for (int i = 0; i < centreCount; i++) {
            centres.add(anywhere());
        }
    }

    /** A vector in any direction. */
    float[] anywhere() {
        float[] vector = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return UnitVector.of(vector);
    }

    /** A vector near a centre: the mean cosine between two of one centre is about 0.6. */
    float[] next() {
        float[] centre = centres.get(random.nextInt(centres.size()));
        float[] noise = anywhere();
        float[] vector = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            vector[i] = centre[i] + 0.8f * noise[i];
        }
        return vector;
    }
}
