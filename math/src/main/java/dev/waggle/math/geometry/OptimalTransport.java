package dev.waggle.math.geometry;

import java.util.Arrays;
import java.util.Comparator;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Optimal transport: the Wasserstein distance of order 1 between two distributions. It is the least cost of moving
 * the mass of the one into the shape of the other. W1(p, q) = min over plans x with margins p and q of the sum of
 * cost[i][j] x[i][j].
 *
 * <p>Masses need not sum to 1; they are normalised. A distribution without mass is rejected. Two costs have closed
 * forms. Cost 1 between any two labels gives the total variation. Distance on a line gives the area between the
 * distribution functions. Any other cost is a linear programme.
 *
 * <p>Sources: Kantorovich 1942; Vallender 1974; Villani 2009; Peyre and Cuturi 2019.
 */
public final class OptimalTransport {

    /**
     * Largest number of costs (rows with mass x columns with mass) that is solved exactly; larger problems are
     * approximated. Exact problems of 30 x 30 take some 2 ms, of 100 x 100 some 15 ms, of this size (200 x 200) some
     * 150 ms.
     */
    public static final int EXACT_COSTS = 40_000;

    /** Problems with more costs (rows with mass x columns with mass) are rejected. This size takes some seconds. */
    public static final int MAX_COSTS = 1_000_000;

    private OptimalTransport() {}

    /**
     * The total variation, half of the sum of |p[k] - q[k]|: the Wasserstein distance when moving mass costs 1
     * between any labels. From 0 for equal to 1 for disjoint distributions. O(k) for k labels.
     *
     * @param p masses by label, finite, at least 0, not all 0
     * @param q the same for the same labels
     */
    public static double totalVariation(double[] p, double[] q) {
        DomainCheck.sameLength("p", p, "q", q);
        return halfDifference(DomainCheck.distribution("p", p), DomainCheck.distribution("q", q));
    }

    /**
     * The total variation between each two of these distributions: a symmetric matrix with zeros on the diagonal.
     * O(n^2 k) for n distributions of k labels.
     *
     * @param distributions masses by label, rows of one length; may be none
     */
    public static double[][] totalVariations(double[][] distributions) {
        double[][] shares = shares(distributions);
        double[][] distances = new double[shares.length][shares.length];
        for (int i = 0; i < shares.length; i++) {
            for (int j = 0; j < i; j++) {
                double distance = halfDifference(shares[i], shares[j]);
                distances[i][j] = distance;
                distances[j][i] = distance;
            }
        }
        return distances;
    }

    /**
     * The mean of the total variations of all pairs of these distributions, 0..1; 0 for a single one. The sum for one
     * label is over sorted shares, so no pair is visited: O(k n log n) for n distributions of k labels.
     *
     * @param distributions masses by label, rows of one length, at least one
     */
    public static double meanTotalVariation(double[][] distributions) {
        double[][] shares = shares(distributions);
        int n = DomainCheck.atLeast("distributions.length", shares.length, 1);
        if (n == 1) {
            return 0;
        }
        CompensatedSum sum = new CompensatedSum();
        double[] column = new double[n];
        for (int label = 0; label < shares[0].length; label++) {
            for (int i = 0; i < n; i++) {
                column[i] = shares[i][label];
            }
            Arrays.sort(column);
            for (int i = 1; i < n; i++) {
                sum.add((column[i] - column[i - 1]) * i * (n - i)); // So many pairs lie on both sides of this step.
            }
        }
        return Math.min(1, sum.get() / n / (n - 1));
    }

    /**
     * The distance on a line, the integral of |F(x) - G(x)| over the distribution functions (Vallender 1974). The two
     * distributions may have different positions, in any order, repeated or not. O(n log n).
     *
     * @param pPositions where the masses of p lie, finite
     * @param p          the mass at each of these, finite, at least 0, not all 0
     * @param qPositions where the masses of q lie
     * @param q          the mass at each of these
     * @return in the unit of the positions, at least 0
     */
    public static double onLine(double[] pPositions, double[] p, double[] qPositions, double[] q) {
        DomainCheck.sameLength("pPositions", pPositions, "p", p);
        DomainCheck.sameLength("qPositions", qPositions, "q", q);
        DomainCheck.finite("pPositions", pPositions);
        DomainCheck.finite("qPositions", qPositions);
        Step[] steps = new Step[p.length + q.length];
        double[] up = DomainCheck.distribution("p", p);
        for (int i = 0; i < up.length; i++) {
            steps[i] = new Step(pPositions[i], up[i]);
        }
        double[] down = DomainCheck.distribution("q", q);
        for (int i = 0; i < down.length; i++) {
            steps[p.length + i] = new Step(qPositions[i], -down[i]);
        }
        Arrays.sort(steps, Comparator.comparingDouble(Step::position));
        DomainCheck.finite("the range of positions", steps[steps.length - 1].position() - steps[0].position());
        CompensatedSum difference = new CompensatedSum();
        CompensatedSum area = new CompensatedSum();
        for (int i = 0; i + 1 < steps.length; i++) {
            difference.add(steps[i].mass());
            area.add(Math.abs(difference.get()) * (steps[i + 1].position() - steps[i].position()));
        }
        return area.get();
    }

    /** A step of F - G. */
    private record Step(double position, double mass) {}

    /**
     * A cheapest plan for any cost. Rows and columns without mass cost nothing. Up to {@value #EXACT_COSTS} costs it is
     * optimal: a minimum-cost flow on integers, refined to the precision of doubles. Above that it is a plan of
     * Sinkhorn's algorithm within the stated gap.
     *
     * @param p    masses of the rows, finite, at least 0, not all 0
     * @param q    masses of the columns, finite, at least 0, not all 0
     * @param cost the cost of moving mass 1 from each row to each column, finite, at least 0; any, not only metrics
     */
    public static TransportPlan between(double[] p, double[] q, double[][] cost) {
        double[] supplies = DomainCheck.distribution("p", p);
        double[] demands = DomainCheck.distribution("q", q);
        DomainCheck.matrix("cost", cost);
        if (cost.length != p.length || cost[0].length != q.length) {
            throw new IllegalArgumentException("cost must have a row for each of the " + p.length
                    + " masses of p and a column for each of the " + q.length + " of q, got " + cost.length + " x "
                    + (cost.length == 0 ? 0 : cost[0].length));
        }
        for (int i = 0; i < cost.length; i++) {
            DomainCheck.nonNegative("cost[" + i + "]", cost[i]);
        }
        int[] rows = withMass(supplies);
        int[] columns = withMass(demands);
        if ((long) rows.length * columns.length > MAX_COSTS) {
            throw new IllegalArgumentException("cost must have at most " + MAX_COSTS
                    + " entries between rows and columns with mass, got " + rows.length + " x " + columns.length
                    + "\nMaybe labels with little mass can be put together.");
        }
        double[][] part = new double[rows.length][columns.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < columns.length; j++) {
                part[i][j] = cost[rows[i]][columns[j]];
            }
        }
        TransportPlan transport = rows.length * columns.length <= EXACT_COSTS
                ? FlowTransportSolver.solve(at(supplies, rows), at(demands, columns), part)
                : SinkhornTransport.solve(at(supplies, rows), at(demands, columns), part);
        return transport.within(p.length, q.length, rows, columns);
    }

    /** Normalised rows of one length. */
    static double[][] shares(double[][] distributions) {
        DomainCheck.matrix("distributions", distributions);
        double[][] shares = new double[distributions.length][];
        Arrays.setAll(shares, i -> DomainCheck.distribution("distributions[" + i + "]", distributions[i]));
        return shares;
    }

    /** Half of the sum of differences between two distributions. */
    static double halfDifference(double[] p, double[] q) {
        double sum = 0;
        for (int k = 0; k < p.length; k++) {
            sum += Math.abs(p[k] - q[k]);
        }
        return Math.min(1, sum / 2);
    }

    private static int[] withMass(double[] shares) {
        int[] indices = new int[shares.length];
        int count = 0;
        for (int i = 0; i < shares.length; i++) {
            if (shares[i] > 0) {
                indices[count++] = i;
            }
        }
        return Arrays.copyOf(indices, count);
    }

    private static double[] at(double[] values, int[] indices) {
        double[] at = new double[indices.length];
        Arrays.setAll(at, i -> values[indices[i]]);
        return at;
    }
}
