package dev.waggle.math.inference.causal;

/** The subsets of one size of the positions 0 to n - 1, in lexicographic order. Mutable; for one loop. */
final class SubsetIterator {

    private final int of;
    private final int[] chosen;
    private boolean started;

    SubsetIterator(int of, int size) {
        this.of = of;
        this.chosen = new int[size];
    }

    /** Moves to the first subset, later to the next one; false when there is none. */
    boolean next() {
        if (!started) {
            started = true;
            for (int k = 0; k < chosen.length; k++) {
                chosen[k] = k;
            }
            return chosen.length <= of;
        }
        int k = chosen.length - 1;
        while (k >= 0 && chosen[k] == of - chosen.length + k) {
            k--;
        }
        if (k < 0) {
            return false;
        }
        chosen[k]++;
        for (int rest = k + 1; rest < chosen.length; rest++) {
            chosen[rest] = chosen[rest - 1] + 1;
        }
        return true;
    }

    /** The position that is chosen k-th. */
    int at(int k) {
        return chosen[k];
    }
}
