package dev.waggle.math.inference;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * The most probable hypotheses (maximum a posteriori), all of them when they tie.
 *
 * @param probability their probability, each; above 0, at most 1
 * @param hypotheses  their places in rising order, at least one; more than one when the data do not decide
 */
public record MapEstimate(double probability, List<Integer> hypotheses) {

    public MapEstimate {
        DomainCheck.share("probability", probability);
        hypotheses = List.copyOf(hypotheses);
        DomainCheck.atLeast("number of hypotheses", hypotheses.size(), 1);
    }

    /** The estimate from probabilities, or from masses (normalised). Ties as in {@link TieComparison}. O(p). */
    public static MapEstimate of(double[] probabilities) {
        double[] shares = DomainCheck.distribution("probabilities", probabilities);
        double max = 0;
        for (double share : shares) {
            max = Math.max(max, share);
        }
        List<Integer> places = new ArrayList<>(1);
        for (int i = 0; i < shares.length; i++) {
            if (TieComparison.equal(shares[i], max)) {
                places.add(i);
            }
        }
        return new MapEstimate(max, places);
    }

    /** True if one hypothesis is ahead of all others. */
    public boolean unique() {
        return hypotheses.size() == 1;
    }
}
