package dev.waggle.math.dynamics.stability;

import dev.waggle.math.DomainCheck;

/**
 * Sharkovsky's order of the positive integers. It is 3, 5, 7, ..., then 2x3, 2x5, ..., then 4x3, 4x5, ..., and at the
 * end the powers of two, falling: ..., 8, 4, 2, 1. A continuous map of an interval into itself that has an orbit of
 * period p has one of every period after p. It does not apply to sequences of labels. Three options that take turns
 * are no orbit of an interval map, and no sign of chaos.
 *
 * <p>Sources: Sharkovsky 1964; Li and Yorke 1975. O(1).
 */
public final class SharkovskyOrder {

    private SharkovskyOrder() {}

    /**
     * True if an orbit of period p forces one of period q, that is, p is q or precedes it.
     *
     * @param p at least 1
     * @param q at least 1
     */
    public static boolean forces(int p, int q) {
        return compare(p, q) <= 0;
    }

    /** Negative when p precedes q, positive when it follows, 0 for the same number. */
    public static int compare(int p, int q) {
        DomainCheck.atLeast("p", p, 1);
        DomainCheck.atLeast("q", q, 1);
        boolean powerP = Integer.bitCount(p) == 1;
        boolean powerQ = Integer.bitCount(q) == 1;
        if (powerP || powerQ) {
            return powerP && powerQ ? Integer.compare(q, p) : powerP ? 1 : -1;
        }
        int twosP = Integer.numberOfTrailingZeros(p);
        int twosQ = Integer.numberOfTrailingZeros(q);
        return twosP == twosQ ? Integer.compare(p, q) : Integer.compare(twosP, twosQ);
    }
}
