package dev.waggle.swarm.lens.dynamics;

/** Window of the last values of a series, with a fixed maximum. Owned by one thread. */
final class SlidingWindow {

    private final double[] ring;
    private int size;
    private int next;

    SlidingWindow(int max) {
        ring = new double[max];
    }

    void add(double value) {
        ring[next] = value;
        next = (next + 1) % ring.length;
        size = Math.min(size + 1, ring.length);
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    /** The value that many before the last; 0 is the last. */
    double fromEnd(int steps) {
        return ring[Math.floorMod(next - 1 - steps, ring.length)];
    }

    /** All stored values, oldest first; a new array. */
    double[] all() {
        return last(size);
    }

    /** The last values, at most that many, oldest first; a new array. */
    double[] last(int max) {
        double[] values = new double[Math.min(max, size)];
        for (int i = 0; i < values.length; i++) {
            values[i] = fromEnd(values.length - 1 - i);
        }
        return values;
    }
}
