package dev.waggle.math.network;

import java.util.OptionalInt;

import dev.waggle.math.DomainCheck;

/** Finds the node with a score above all others. */
public final class DominantNode {

    /** Scores that are closer than this share of the highest one tie: iterated scores are not exact. */
    public static final double TIE = 1e-9;

    private DominantNode() {}

    /**
     * Index of the highest score; absent when it ties with another one, and when there are no scores. The only score
     * dominates. O(n).
     *
     * @param scores finite, at least 0
     */
    public static OptionalInt of(double... scores) {
        DomainCheck.nonNegative("scores", scores);
        int best = -1;
        double second = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < scores.length; i++) {
            if (best < 0 || scores[i] > scores[best]) {
                second = best < 0 ? second : scores[best];
                best = i;
            } else {
                second = Math.max(second, scores[i]);
            }
        }
        return best >= 0 && scores[best] - second > TIE * scores[best] ? OptionalInt.of(best) : OptionalInt.empty();
    }
}
