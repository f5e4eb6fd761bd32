package dev.waggle.math.information;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Divergences of the members of a group from their consensus and from one another. Nothing is smoothed, so a member
 * that allows a place that the consensus excludes is infinitely far from it, and therefore an outlier. Another policy
 * smooths the consensus first.
 *
 * <p>Sources: Kullback and Leibler (1951); Lin (1991).
 *
 * @param toConsensus D(member || consensus) in bits for each member, at least 0 or +Infinity
 * @param outliers the members, in order, whose divergence exceeds the threshold by more than rounding
 * @param mean the mean of these divergences, +Infinity if one is; empty for no members
 * @param meanPairwise the mean Jensen-Shannon divergence of all pairs of members in bits, 0..1; empty for fewer than
 *         two
 */
public record DivergenceReport(List<Double> toConsensus, List<Integer> outliers, OptionalDouble mean,
        OptionalDouble meanPairwise) {

    /** Half a bit: beside an even choice of two, about the divergence of a member that is 9 to 1 for one of them. */
    public static final double OUTLIER_BITS = 0.5;

    public DivergenceReport {
        toConsensus = List.copyOf(toConsensus);
        outliers = List.copyOf(outliers);
    }

    /**
     * The report on these members. O(n p) logarithms and the cost of {@link PairwiseDivergence#mean}.
     *
     * @param members distributions of one length, each with some mass; may be none
     * @param consensus as long; without mass it excludes everything
     * @param threshold in bits, at least 0
     */
    public static DivergenceReport of(double[][] members, double[] consensus, double threshold) {
        DomainCheck.nonNegative("threshold", threshold);
        LogShares center = LogShares.ofAny("consensus", consensus);
        LogShares[] shares = LogShares.rows("members", members);
        if (members.length > 0) {
            DomainCheck.sameLength("members[0]", members[0], "consensus", consensus);
        }
        List<Double> divergences = new ArrayList<>(members.length);
        List<Integer> outliers = new ArrayList<>();
        CompensatedSum sum = new CompensatedSum();
        boolean infinite = false;
        for (int i = 0; i < shares.length; i++) {
            double bits = Divergence.kullbackLeibler(shares[i], center);
            divergences.add(bits);
            if (Double.isInfinite(bits)) {
                infinite = true;
                outliers.add(i);
            } else {
                sum.add(bits);
                if (TieComparison.exceeds(bits, threshold)) {
                    outliers.add(i);
                }
            }
        }
        OptionalDouble mean = shares.length == 0 ? OptionalDouble.empty()
                : OptionalDouble.of(infinite ? Double.POSITIVE_INFINITY : sum.get() / shares.length);
        return new DivergenceReport(divergences, outliers, mean, PairwiseDivergence.mean(shares));
    }
}
