package dev.waggle.swarm.lens;

import java.util.Arrays;

/**
 * The logarithms of the odds that votes give to proposals, in nats, relative to equal odds. Each piece of evidence is
 * rounded once to 2^-40 and then added in integers: withdrawing it leaves nothing behind, and the order of votes changes
 * nothing. Owned by one thread.
 */
final class Evidence {

    private static final double UNIT = 0x1p40;

    private long[] total = new long[16];
    private long[] ofRound = new long[16];
    private int size;

    void addProposal() {
        if (size == total.length) {
            total = Arrays.copyOf(total, size * 2);
            ofRound = Arrays.copyOf(ofRound, size * 2);
        }
        size++;
    }

    void add(int proposal, double nats) {
        long units = Math.round(nats * UNIT);
        total[proposal] += units;
        ofRound[proposal] += units;
    }

    void beginRound() {
        Arrays.fill(ofRound, 0, size, 0);
    }

    double nats(int proposal) {
        return total[proposal] / UNIT;
    }

    double natsOfRound(int proposal) {
        return ofRound[proposal] / UNIT;
    }

    /** The probabilities that follow from all evidence to that power; equal odds without any. */
    double[] distribution(double power) {
        double[] nats = new double[size];
        for (int i = 0; i < size; i++) {
            nats[i] = power * nats(i);
        }
        return softmax(nats);
    }

    /** The same without the evidence of this round. */
    double[] distributionBefore(double power) {
        double[] nats = new double[size];
        for (int i = 0; i < size; i++) {
            nats[i] = power * ((total[i] - ofRound[i]) / UNIT);
        }
        return softmax(nats);
    }

    /** Turns logarithms of odds into probabilities, in place. */
    static double[] softmax(double[] nats) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double value : nats) {
            largest = Math.max(largest, value);
        }
        double sum = 0;
        for (int i = 0; i < nats.length; i++) {
            nats[i] = Math.exp(nats[i] - largest);
            sum += nats[i];
        }
        for (int i = 0; i < nats.length; i++) {
            nats[i] /= sum;
        }
        return nats;
    }
}
