package dev.waggle.swarm.consensus;

/**
 * Sums of many numbers, independent of the order of addition. Each number is rounded once to a multiple of 2^-53 and
 * then added in integers. So equal scores are equal, in any order of the votes.
 */
final class ExactAccumulator {

    private static final double UNIT = 0x1p53;
    private static final long CARRY = 1L << 62;

    private final long[] high;
    private final long[] low;

    ExactAccumulator(int size) {
        high = new long[size];
        low = new long[size];
    }

    /** Adds a number between -{@value ConsensusConfig#WEIGHT_LIMIT} and {@value ConsensusConfig#WEIGHT_LIMIT}. */
    void add(int index, double value) {
        addUnits(index, Math.round(value * UNIT));
    }

    void subtract(int index, double value) {
        addUnits(index, -Math.round(value * UNIT));
    }

    /** Adds a sum of another accumulator. */
    void addAll(int index, ExactAccumulator other, int otherIndex) {
        high[index] += other.high[otherIndex];
        addUnits(index, other.low[otherIndex]);
    }

    double get(int index) {
        long above = high[index];
        long rest = low[index];
        // Halves of one sign, so that a sum that was once large is rounded like any other.
        if (above > 0 && rest < 0) {
            above--;
            rest += CARRY;
        } else if (above < 0 && rest > 0) {
            above++;
            rest -= CARRY;
        }
        return (above * (double) CARRY + rest) / UNIT;
    }

    private void addUnits(int index, long units) {
        long sum = low[index] + units;
        if (sum >= CARRY) {
            sum -= CARRY;
            high[index]++;
        } else if (sum <= -CARRY) {
            sum += CARRY;
            high[index]--;
        }
        low[index] = sum;
    }
}
