package dev.waggle.math.geometry;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * Singular values of a matrix of agents by options, and the number of axes that a debate has. Uncentred, an axis on
 * which all agree counts like one on which they differ. Centred (the columns less their means), the axes are the
 * principal components of the disagreement.
 *
 * <p>Up to {@link #DIRECT_SIDE} agents or options, whichever are fewer, the matrix itself is decomposed (bidiagonal QR
 * of EJML), O(n p min(n, p)). Then values down to rounding are distinguished from 0. Above, the eigenvalues of the
 * Gram matrix on the smaller side are taken. This is several times faster and distinguishes values from 0 only above
 * 1e-7 of the largest.
 *
 * <p>Sources: Golub and Van Loan 2013, Matrix Computations; Roy and Vetterli 2007, The Effective Rank.
 *
 * @param agents rows, n
 * @param options columns, p
 * @param singularValues all min(n, p), falling, at least 0, in the unit of the matrix
 * @param explained share s² / sum s² of each, over all of them; 0 for a zero matrix
 * @param cumulative running sum of the shares, the last 1; 0 for a zero matrix
 * @param rank95 the fewest values with shares that reach {@link #RANK_SHARE}; 0 for a zero matrix
 * @param numericalRank values that are not 0 but for rounding
 * @param entropyRank exp of the Shannon entropy of s / sum s: 1 for one axis, k for k equal ones; 0 for a zero matrix
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record StanceSpectrum(
        int agents,
        int options,
        double[] singularValues,
        double[] explained,
        double[] cumulative,
        int rank95,
        int numericalRank,
        double entropyRank) {

    /** Maximum number of agents or options, whichever are fewer. */
    public static final int MAX_SMALLER_SIDE = 1_000;

    /** The largest smaller side of a matrix that is decomposed itself. */
    public static final int DIRECT_SIDE = 64;

    /** The share that counts as most of the variance. */
    public static final double RANK_SHARE = 0.95;

    /** A first axis with more than this share leaves one dimension that matters. */
    public static final double ONE_DIMENSIONAL_SHARE = 0.8;

    /** The spectrum of the stances as they are. */
    public static StanceSpectrum of(double[][] stances) {
        return decomposed(checked(stances), new double[columns(stances)]);
    }

    /** The spectrum of the stances less the mean of their option. */
    public static StanceSpectrum centred(double[][] stances) {
        checked(stances);
        double[] means = new double[columns(stances)];
        for (int j = 0; j < means.length; j++) {
            CompensatedSum sums = new CompensatedSum();
            for (double[] row : stances) {
                sums.add(row[j] / stances.length);
            }
            means[j] = sums.get();
        }
        return decomposed(stances, means);
    }

    /** True if one axis holds {@link #RANK_SHARE}, or more than {@link #ONE_DIMENSIONAL_SHARE}. */
    public boolean oneDimensional() {
        return rank95 == 1 || (numericalRank > 0 && TieComparison.exceeds(explained[0], ONE_DIMENSIONAL_SHARE));
    }

    /**
     * The measures of these singular values.
     *
     * @param values falling, at least 0
     * @param resolution the share of the largest below which a value is 0
     */
    static StanceSpectrum ofValues(int agents, int options, double[] values, double resolution) {
        double first = values.length == 0 ? 0 : values[0];
        double[] explained = new double[values.length];
        double[] cumulative = new double[values.length];
        if (first == 0) {
            return new StanceSpectrum(agents, options, values, explained, cumulative, 0, 0, 0);
        }
        CompensatedSum squares = new CompensatedSum();
        CompensatedSum sum = new CompensatedSum();
        int numericalRank = 0;
        for (double value : values) {
            squares.add((value / first) * (value / first));
            sum.add(value / first);
            numericalRank += value > resolution * first ? 1 : 0;
        }
        CompensatedSum running = new CompensatedSum();
        CompensatedSum entropy = new CompensatedSum();
        int rank95 = 0;
        for (int k = 0; k < values.length; k++) {
            explained[k] = (values[k] / first) * (values[k] / first) / squares.get();
            running.add(explained[k]);
            cumulative[k] = Math.min(1, running.get());
            rank95 = rank95 == 0 && TieComparison.atMost(RANK_SHARE, cumulative[k]) ? k + 1 : rank95;
            double share = values[k] / first / sum.get();
            entropy.add(share > 0 ? -share * Math.log(share) : 0);
        }
        return new StanceSpectrum(agents, options, values, explained, cumulative, rank95, numericalRank,
                Math.exp(entropy.get()));
    }

    private static double[][] checked(double[][] stances) {
        DomainCheck.matrix("stances", stances);
        int smaller = Math.min(stances.length, columns(stances));
        if (smaller > MAX_SMALLER_SIDE) {
            throw new IllegalArgumentException("stances must have at most " + MAX_SMALLER_SIDE
                    + " agents or as many options, got " + stances.length + " and " + columns(stances));
        }
        return stances;
    }

    private static int columns(double[][] rows) {
        return rows.length == 0 ? 0 : rows[0].length;
    }

    private static StanceSpectrum decomposed(double[][] stances, double[] means) {
        int n = stances.length;
        int p = means.length;
        double largest = 0;
        for (double[] row : stances) {
            for (int j = 0; j < p; j++) {
                largest = Math.max(largest, Math.abs(row[j]));
            }
        }
        if (n == 0 || p == 0 || largest == 0) {
            return ofValues(n, p, new double[Math.min(n, p)], 0);
        }
        DMatrixRMaj scaled = new DMatrixRMaj(n, p);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < p; j++) {
                scaled.unsafe_set(i, j, stances[i][j] / largest - means[j] / largest);
            }
        }
        boolean direct = Math.min(n, p) <= DIRECT_SIDE;
        double[] values = direct ? direct(scaled) : GramMatrix.singularValues(GramMatrix.ofSmaller(scaled));
        double rounding = direct ? Math.max(n, p) * Math.ulp(1.0) : GramMatrix.resolution(n, p);
        // Centring leaves the rounding of the stances, which may be as large as a small disagreement.
        double remainder = Math.sqrt((double) n * p) * Math.ulp(1.0);
        boolean nothing = values[0] <= remainder;
        double resolution = nothing ? 0 : Math.max(rounding, remainder / values[0]);
        for (int k = 0; k < values.length; k++) {
            values[k] = nothing ? 0 : DomainCheck.finite("singular value of these stances", values[k] * largest);
        }
        return ofValues(n, p, values, resolution);
    }

    private static double[] direct(DMatrixRMaj matrix) {
        SingularValueDecomposition_F64<
                DMatrixRMaj> svd = DecompositionFactory_DDRM.svd(matrix.numRows, matrix.numCols, false, false, true);
        if (!svd.decompose(matrix)) {
            throw new IllegalArgumentException("stances must have singular values that the QR algorithm finds, got "
                    + matrix.numRows + " rows where it does not");
        }
        return GramMatrix.falling(svd.getSingularValues(), svd.numberOfSingularValues());
    }
}
