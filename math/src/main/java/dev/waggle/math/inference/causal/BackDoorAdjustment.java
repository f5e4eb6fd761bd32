package dev.waggle.math.inference.causal;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Mean outcome of each treatment as observed, and as it would be if all cases got that treatment. The second follows
 * from the back-door formula E[Y | do(X = x)] = sum over z of P(z) E[Y | x, z] (Pearl 2009, 3.3). It is the effect of
 * X when the adjusters z are a valid set, see {@link BackDoor}.
 *
 * <p>Adjusters are compared by their codes and nothing is binned, so other codes for the same strata change nothing.
 *
 * @param arms one for each treatment that occurs, by its code
 */
public record BackDoorAdjustment(List<Arm> arms) {

    public BackDoorAdjustment {
        arms = List.copyOf(arms);
    }

    /**
     * A treatment.
     *
     * @param treatment its code
     * @param share share of cases with it, above 0 to 1
     * @param observed the plain mean of the outcome among them, E[Y | X = x]
     * @param intervention the mean if all cases had it
     */
    public record Arm(int treatment, double share, double observed, InterventionEffect intervention) {}

    /** E[Y | do(X = x)], when the data determine it. */
    public sealed interface InterventionEffect {

        /** The mean of the outcome, in its unit; between the smallest and the largest outcome. */
        record Mean(double value) implements InterventionEffect {}

        /**
         * Some strata never had this treatment, so their outcome under it is unknown (positivity is violated).
         *
         * @param strata the codes of their adjusters, in the order of their first rows
         * @param share share of all cases in them, above 0 to 1
         */
        record Unsupported(List<int[]> strata, double share) implements InterventionEffect {
            public Unsupported {
                strata = List.copyOf(strata);
            }
        }
    }

    /** The arm of that treatment, if it occurs. */
    public Optional<Arm> arm(int treatment) {
        return arms.stream().filter(arm -> arm.treatment == treatment).findFirst();
    }

    /**
     * The means of these rows. O(r (k + log r)) for r rows and k adjusters, and O(arms times strata).
     *
     * @param treatments the code of each row
     * @param outcomes a finite number for each row
     * @param strata the codes of the adjusters of each row; rows of no codes adjust for nothing
     * @param counts number of occurrences of each row, 0 or more, not all 0
     */
    public static BackDoorAdjustment of(int[] treatments, double[] outcomes, int[][] strata, double[] counts) {
        DomainCheck.finite("outcomes", outcomes);
        DomainCheck.sameLength("outcomes", outcomes, "counts", counts);
        if (treatments.length != counts.length || strata.length != counts.length) {
            throw new IllegalArgumentException("treatments, strata and counts must have one length, got "
                    + treatments.length + ", " + strata.length + " and " + counts.length);
        }
        double[] shares = DomainCheck.distribution("counts", counts);
        Map<IntBuffer, Integer> known = new LinkedHashMap<>();
        int[] stratum = new int[shares.length];
        for (int row = 0; row < shares.length; row++) {
            if (strata[row].length != strata[0].length) {
                throw new IllegalArgumentException("strata must have one number of adjusters, got " + strata[0].length
                        + " in row 0 and " + strata[row].length + " in row " + row);
            }
            if (shares[row] > 0) {
                stratum[row] = known.computeIfAbsent(IntBuffer.wrap(strata[row].clone()), _ -> known.size());
            }
        }
        double[] strataShares = new double[known.size()];
        Map<Integer, Cells> cells = new TreeMap<>();
        for (int row = 0; row < shares.length; row++) {
            if (shares[row] > 0) {
                strataShares[stratum[row]] += shares[row];
                cells.computeIfAbsent(treatments[row], _ -> new Cells(known.size()))
                        .add(stratum[row], shares[row], outcomes[row]);
            }
        }
        List<int[]> codes = known.keySet().stream().map(IntBuffer::array).toList();
        List<Arm> arms = new ArrayList<>();
        cells.forEach((treatment, arm) -> arms.add(arm.arm(treatment, codes, strataShares)));
        return new BackDoorAdjustment(arms);
    }

    /** Observed cases of one treatment: in each stratum its share and its outcomes weighted with theirs. */
    private static final class Cells {

        private final double[] shares;
        private final double[] outcomes;

        Cells(int strata) {
            this.shares = new double[strata];
            this.outcomes = new double[strata];
        }

        void add(int stratum, double share, double outcome) {
            shares[stratum] += share;
            outcomes[stratum] += share * outcome;
        }

        Arm arm(int treatment, List<int[]> codes, double[] strataShares) {
            double share = CompensatedSum.of(shares);
            double seen = CompensatedSum.of(outcomes) / share;
            CompensatedSum mean = new CompensatedSum();
            CompensatedSum missing = new CompensatedSum();
            List<int[]> unsupported = new ArrayList<>();
            for (int z = 0; z < shares.length; z++) {
                if (shares[z] > 0) {
                    mean.add(strataShares[z] * (outcomes[z] / shares[z]));
                } else {
                    unsupported.add(codes.get(z));
                    missing.add(strataShares[z]);
                }
            }
            InterventionEffect done = unsupported.isEmpty() ? new InterventionEffect.Mean(mean.get())
                    : new InterventionEffect.Unsupported(unsupported, missing.get());
            return new Arm(treatment, share, seen, done);
        }
    }
}
