package dev.waggle.math.dynamics.stopping;

import java.util.Arrays;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Secretary problem: candidates come one by one in random order, each is taken or lost for good, and only the very
 * best counts. Reject the first r outright, then take the first that is better than all before.
 *
 * <p>P(r) = (r / n) * sum of 1 / (i - 1) for i = r + 1 ... n, and P(0) = 1 / n. One more rejection pays exactly when
 * 1 / (r + 1) + ... + 1 / (n - 1) is above 1. If it is 1 both are optimal, which happens only for n = 2. Neither
 * floor(n / e) nor its rounding is always optimal.
 *
 * <p>The values of one rising series are no such candidates, as their order is not random and none is lost. For those
 * use {@link SequentialTest} or {@link Cusum}.
 *
 * <p>Sources: Lindley 1961, Dynamic programming and decision theory; Gilbert and Mosteller 1966, Recognizing the
 * maximum of a sequence.
 */
public final class SecretaryProblem {

    /** The sums are exact enough to find the cutoff far beyond this; it bounds the time to some 50 milliseconds. */
    public static final int MAX_CANDIDATES = 10_000_000;

    private SecretaryProblem() {}

    /**
     * The best rule for n candidates. Costs O(n).
     *
     * @param candidates n, 1..{@value #MAX_CANDIDATES}
     */
    public static Optimum optimal(int candidates) {
        requireCandidates(candidates);
        CompensatedSum gain = new CompensatedSum(); // 1 / cutoff + ... + 1 / (n - 1); above 1, one more rejection pays.
        int cutoff = candidates - 1;
        while (cutoff > 0) {
            gain.add(1.0 / cutoff);
            if (gain.get() == 1) {
                return new Optimum(new int[] {cutoff - 1, cutoff}, successProbability(candidates, cutoff));
            }
            if (gain.get() > 1) {
                break;
            }
            cutoff--;
        }
        return new Optimum(new int[] {cutoff}, successProbability(candidates, cutoff));
    }

    /**
     * The probability of ending with the very best, 0..1. Costs O(n).
     *
     * @param candidates n, 1..{@value #MAX_CANDIDATES}
     * @param cutoff number of candidates rejected outright, 0..n-1
     */
    public static double successProbability(int candidates, int cutoff) {
        requireCandidates(candidates);
        DomainCheck.index("cutoff", cutoff, candidates);
        if (cutoff == 0) {
            return 1.0 / candidates;
        }
        CompensatedSum sum = new CompensatedSum();
        for (int i = candidates - 1; i >= cutoff; i--) {
            sum.add(1.0 / i);
        }
        return cutoff * sum.get() / candidates;
    }

    /**
     * The rule at work on candidates in the order in which they come. One that ties with the best before is not better.
     * Costs O(candidates).
     *
     * @param qualities finite, at least one
     * @param cutoff number of candidates rejected outright, from 0 to one less than all
     */
    public static Stop run(double[] qualities, int cutoff) {
        DomainCheck.finite("qualities", qualities);
        DomainCheck.atLeast("qualities.length", qualities.length, 1);
        DomainCheck.index("cutoff", cutoff, qualities.length);
        double best = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < qualities.length; i++) {
            if (i >= cutoff && (i == 0 || TieComparison.exceeds(qualities[i], best))) {
                return new Stop(i + 1, true);
            }
            best = Math.max(best, qualities[i]);
        }
        return new Stop(qualities.length, false);
    }

    private static void requireCandidates(int candidates) {
        DomainCheck.atLeast("candidates", candidates, 1);
        if (candidates > MAX_CANDIDATES) {
            throw new IllegalArgumentException(
                    "candidates must be at most " + MAX_CANDIDATES + ", got " + candidates);
        }
    }

    /**
     * The best rule.
     *
     * @param cutoffs every optimal number of candidates to reject outright, ascending; two for n = 2, else one
     * @param probability of ending with the very best, 0..1; falls to 1 / e as n grows
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Optimum(int[] cutoffs, double probability) {

        @Override
        public String toString() {
            return "Optimum[cutoffs=" + Arrays.toString(cutoffs) + ", probability=" + probability + "]";
        }
    }

    /**
     * End of the rule.
     *
     * @param position of the candidate taken, from 1
     * @param chosen whether it was better than all before; if not, it was the last and there was no other left
     */
    public record Stop(int position, boolean chosen) {}
}
