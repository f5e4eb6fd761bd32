package dev.waggle.math.game;

import java.util.random.RandomGenerator;

/** A generator of the platform in the shape in which Hipparchus takes one; it cannot be seeded from inside. */
record RandomGeneratorAdapter(RandomGenerator source) implements org.hipparchus.random.RandomGenerator {

    @Override
    public void setSeed(int seed) {
        throw unseedable();
    }

    @Override
    public void setSeed(int[] seed) {
        throw unseedable();
    }

    @Override
    public void setSeed(long seed) {
        throw unseedable();
    }

    @Override
    public void nextBytes(byte[] bytes) {
        source.nextBytes(bytes);
    }

    @Override
    public void nextBytes(byte[] bytes, int start, int length) {
        byte[] drawn = new byte[length];
        source.nextBytes(drawn);
        System.arraycopy(drawn, 0, bytes, start, length);
    }

    @Override
    public int nextInt() {
        return source.nextInt();
    }

    @Override
    public int nextInt(int bound) {
        return source.nextInt(bound);
    }

    @Override
    public long nextLong() {
        return source.nextLong();
    }

    @Override
    public long nextLong(long bound) {
        return source.nextLong(bound);
    }

    @Override
    public boolean nextBoolean() {
        return source.nextBoolean();
    }

    @Override
    public float nextFloat() {
        return source.nextFloat();
    }

    @Override
    public double nextDouble() {
        return source.nextDouble();
    }

    @Override
    public double nextGaussian() {
        return source.nextGaussian();
    }

    private static UnsupportedOperationException unseedable() {
        return new UnsupportedOperationException("The chance belongs to the caller and cannot be seeded here");
    }
}
