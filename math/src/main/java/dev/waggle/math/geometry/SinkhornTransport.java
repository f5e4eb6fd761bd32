package dev.waggle.math.geometry;

import java.util.Arrays;

/**
 * Sinkhorn's algorithm (Cuturi 2013) for the transport problem, with an entropic term of a weight that shrinks until
 * the plan is good enough. Potentials are in the log domain and the regularisation falls (Schmitzer 2019). Owned by
 * the call that made it.
 *
 * <p>In the end the plan is rounded to the exact margins (Altschuler, Weed and Rigollet 2017), so its cost is the
 * cost of a plan. The potentials bound the optimum from below, and the gap lies between. O(n m) per step.
 */
final class SinkhornTransport {

    /** Target gap: 1 % of the cost. The gap reached is mostly 1 to 4 %. */
    private static final double TARGET_GAP = 0.01;
    /** The regularisation starts at this share of the largest cost. */
    private static final double FIRST_SHARE = 0.125;
    /** Largest number of halvings of the regularisation. */
    private static final int MAX_HALVINGS = 12;
    /** Largest number of renewals of the potentials in the log domain at one regularisation. */
    private static final int MAX_RENEWALS = 2;
    /** Steps on plain numbers between two renewals; an overflow costs no more than these. */
    private static final int STEPS = 50;
    /** At one regularisation, margins that miss by less mass in all are good enough. */
    private static final double MARGIN_ERROR = 1e-3;

    private final double[] p;
    private final double[] q;
    private final double[][] cost;
    private final double[] rowPotentials;
    private final double[] columnPotentials;
    private final double[][] kernel;

    private SinkhornTransport(double[] p, double[] q, double[][] cost) {
        this.p = p;
        this.q = q;
        this.cost = cost;
        rowPotentials = new double[p.length];
        columnPotentials = new double[q.length];
        kernel = new double[p.length][q.length];
    }

    /** A cheap plan for distributions without zeros. */
    static TransportPlan solve(double[] p, double[] q, double[][] cost) {
        SinkhornTransport sinkhorn = new SinkhornTransport(p, q, cost);
        double largest = DistanceMatrix.diameter(cost);
        double weight = largest * FIRST_SHARE;
        TransportPlan best = sinkhorn.at(weight);
        for (int halving = 0; halving < MAX_HALVINGS && best.gap() > TARGET_GAP * best.cost(); halving++) {
            weight /= 2;
            best = best.orBetter(sinkhorn.at(weight));
        }
        return best;
    }

    /**
     * Scales the plan to its margins at one weight of the entropic term, then rounds it. At no cost any plan is
     * optimal.
     */
    private TransportPlan at(double weight) {
        if (weight > 0) {
            double error = Double.POSITIVE_INFINITY;
            for (int renewal = 0; renewal < MAX_RENEWALS && error > MARGIN_ERROR; renewal++) {
                renew(weight);
                error = step(weight);
            }
            renew(weight);
        }
        return TransportPlan.certified(p, q, cost, rounded(), rowPotentials, TransportPlan.Method.SINKHORN);
    }

    /** One step in the log domain, which cannot overflow; then the kernel is the plan, its columns are right. */
    private void renew(double weight) {
        double[] exponents = new double[Math.max(p.length, q.length)];
        for (int i = 0; i < p.length; i++) {
            for (int j = 0; j < q.length; j++) {
                exponents[j] = (columnPotentials[j] - cost[i][j]) / weight;
            }
            rowPotentials[i] = weight * (Math.log(p[i]) - logSumExp(exponents, q.length));
        }
        double[] highest = new double[q.length];
        Arrays.fill(highest, Double.NEGATIVE_INFINITY);
        for (int i = 0; i < p.length; i++) {
            for (int j = 0; j < q.length; j++) {
                kernel[i][j] = (rowPotentials[i] - cost[i][j]) / weight;
                highest[j] = Math.max(highest[j], kernel[i][j]);
            }
        }
        double[] sums = new double[q.length];
        for (double[] row : kernel) {
            for (int j = 0; j < q.length; j++) {
                row[j] = Math.exp(row[j] - highest[j]);
                sums[j] += row[j];
            }
        }
        for (int j = 0; j < q.length; j++) {
            columnPotentials[j] = weight * (Math.log(q[j]) - Math.log(sums[j]) - highest[j]);
            sums[j] = q[j] / sums[j];
        }
        for (double[] row : kernel) {
            for (int j = 0; j < q.length; j++) {
                row[j] *= sums[j];
            }
        }
    }

    /** Steps on plain numbers; returns the mass by which the rows missed their margins before the last. */
    private double step(double weight) {
        double[] rowFactors = new double[p.length];
        double[] columnFactors = new double[q.length];
        Arrays.fill(columnFactors, 1);
        double error = 0;
        for (int step = 0; step < STEPS; step++) {
            double[] columns = new double[q.length];
            error = 0;
            for (int i = 0; i < p.length; i++) {
                double sum = product(kernel[i], columnFactors);
                error += Math.abs(rowFactors[i] * sum - p[i]);
                rowFactors[i] = p[i] / sum;
                for (int j = 0; j < q.length; j++) {
                    columns[j] += kernel[i][j] * rowFactors[i];
                }
            }
            for (int j = 0; j < q.length; j++) {
                columnFactors[j] = q[j] / columns[j];
            }
        }
        return absorb(weight, rowFactors, columnFactors) ? error : Double.POSITIVE_INFINITY;
    }

    /** Adds the factors to the potentials; false if one has overflowed, so that only the renewal counts. */
    private boolean absorb(double weight, double[] rowFactors, double[] columnFactors) {
        for (double factor : rowFactors) {
            if (!(factor > 0 && factor <= Double.MAX_VALUE)) {
                return false;
            }
        }
        for (double factor : columnFactors) {
            if (!(factor > 0 && factor <= Double.MAX_VALUE)) {
                return false;
            }
        }
        for (int i = 0; i < p.length; i++) {
            rowPotentials[i] += weight * Math.log(rowFactors[i]);
        }
        for (int j = 0; j < q.length; j++) {
            columnPotentials[j] += weight * Math.log(columnFactors[j]);
        }
        return true;
    }

    /** The kernel with margins cut down to the right ones, with the cut mass spread in proportion. */
    private double[][] rounded() {
        double[][] plan = new double[p.length][];
        double[] missingRows = new double[p.length];
        double[] columns = new double[q.length];
        for (int i = 0; i < p.length; i++) {
            plan[i] = kernel[i].clone();
            scale(plan[i], p[i]);
            for (int j = 0; j < q.length; j++) {
                columns[j] += plan[i][j];
            }
        }
        double[] missingColumns = new double[q.length];
        for (int j = 0; j < q.length; j++) {
            columns[j] = columns[j] > q[j] ? q[j] / columns[j] : 1;
        }
        double missing = 0;
        for (int i = 0; i < p.length; i++) {
            double sum = 0;
            for (int j = 0; j < q.length; j++) {
                plan[i][j] *= columns[j];
                missingColumns[j] += plan[i][j];
                sum += plan[i][j];
            }
            missingRows[i] = Math.max(0, p[i] - sum);
            missing += missingRows[i];
        }
        if (missing > 0) {
            for (int j = 0; j < q.length; j++) {
                missingColumns[j] = Math.max(0, q[j] - missingColumns[j]);
            }
            for (int i = 0; i < p.length; i++) {
                for (int j = 0; j < q.length; j++) {
                    plan[i][j] += missingRows[i] / missing * missingColumns[j];
                }
            }
        }
        return plan;
    }

    private static void scale(double[] row, double max) {
        double sum = 0;
        for (double value : row) {
            sum += value;
        }
        if (sum > max) {
            for (int j = 0; j < row.length; j++) {
                row[j] *= max / sum;
            }
        }
    }

    /** Scalar product in four independent sums, so that no addition waits for the one before it. */
    private static double product(double[] left, double[] right) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int k = 0;
        for (; k + 3 < left.length; k += 4) {
            a += left[k] * right[k];
            b += left[k + 1] * right[k + 1];
            c += left[k + 2] * right[k + 2];
            d += left[k + 3] * right[k + 3];
        }
        for (; k < left.length; k++) {
            a += left[k] * right[k];
        }
        return (a + b) + (c + d);
    }

    private static double logSumExp(double[] exponents, int count) {
        double highest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < count; k++) {
            highest = Math.max(highest, exponents[k]);
        }
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += Math.exp(exponents[k] - highest);
        }
        return highest + Math.log(sum);
    }
}
