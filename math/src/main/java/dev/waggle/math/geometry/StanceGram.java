package dev.waggle.math.geometry;

import java.util.Arrays;

import dev.waggle.math.Domain;
import org.ejml.data.DMatrixRMaj;

/**
 * The Gram matrix A'A of agents by options, kept up to date while single agents change their stances, for the spectrum
 * round by round with few options. Owned by the one thread that feeds it.
 *
 * <p>A changed row costs O(p) for each option that differs, a spectrum O(p³), whatever the number of agents. Singular
 * values come from squares: those below 1e-7 of the largest are not told from 0, and answered as 0. So that roundings
 * do not pile up, the matrix is added up anew after every {@link #FRESH_AFTER} changed rows per agent.
 */
public final class StanceGram {

    /** The most options. */
    public static final int MOST_OPTIONS = 200;

    /** The most agents. */
    public static final int MOST_AGENTS = 100_000;

    /** Changed rows per agent before the matrix is added up anew: then that costs less than the changes did. */
    public static final int FRESH_AFTER = 16;

    /** The stances are at most this, so that sums of their squares are finite. */
    private static final double LARGEST = 1e140;

    private final double[][] stances;
    private final double[][] products;
    private final double[] sums;
    private final double[] change;
    private long changes;

    /** All stances 0. */
    public StanceGram(int agents, int options) {
        Domain.atLeast("agents", agents, 1);
        Domain.atLeast("options", options, 1);
        if (agents > MOST_AGENTS || options > MOST_OPTIONS) {
            throw new IllegalArgumentException("agents and options must be at most " + MOST_AGENTS + " and "
                    + MOST_OPTIONS + ", got " + agents + " and " + options);
        }
        stances = new double[agents][options];
        products = new double[options][options];
        sums = new double[options];
        change = new double[options];
    }

    /**
     * Replaces the stances of an agent.
     *
     * @param row finite, one value for each option, of squares that are finite
     */
    public void set(int agent, double[] row) {
        Domain.index("agent", agent, stances.length);
        Domain.finite("row", row);
        Domain.sameLength("row", row, "options", sums);
        for (int j = 0; j < row.length; j++) {
            Domain.between("row[" + j + "]", row[j], -LARGEST, LARGEST);
        }
        double[] old = stances[agent];
        boolean changed = false;
        for (int j = 0; j < row.length; j++) {
            change[j] = row[j] - old[j];
            changed |= change[j] != 0;
        }
        if (!changed) {
            return;
        }
        for (int j = 0; j < row.length; j++) {
            if (change[j] != 0) {
                update(old, row, j);
            }
        }
        System.arraycopy(row, 0, old, 0, row.length);
        if (++changes >= (long) FRESH_AFTER * stances.length) {
            addUpAnew();
        }
    }

    /** The singular values of the stances as they are. O(p³). */
    public StanceSpectrum spectrum() {
        return spectrum(0);
    }

    /** The singular values of the stances less the mean of their option. O(p³). */
    public StanceSpectrum centredSpectrum() {
        return spectrum(1.0 / stances.length);
    }

    /** Row and column j of the products; a pair that changed in both is met once from each side. */
    private void update(double[] old, double[] row, int j) {
        for (int k = 0; k < row.length; k++) {
            if (change[k] == 0 || k >= j) {
                double product = row[j] * row[k] - old[j] * old[k];
                products[j][k] += product;
                products[k][j] = products[j][k];
            }
        }
        sums[j] += change[j];
    }

    private void addUpAnew() {
        changes = 0;
        Arrays.fill(sums, 0);
        for (double[] line : products) {
            Arrays.fill(line, 0);
        }
        for (double[] row : stances) {
            for (int j = 0; j < row.length; j++) {
                sums[j] += row[j];
                for (int k = 0; row[j] != 0 && k < row.length; k++) {
                    products[j][k] += row[j] * row[k];
                }
            }
        }
    }

    private StanceSpectrum spectrum(double ofMean) {
        int options = sums.length;
        DMatrixRMaj gram = new DMatrixRMaj(options, options);
        double largest = 0;
        for (int j = 0; j < options; j++) {
            largest = Math.max(largest, products[j][j]);
        }
        int count = Math.min(stances.length, options);
        double resolution = GramSide.resolution(stances.length, options);
        if (!(largest > 0)) {
            return StanceSpectrum.ofValues(stances.length, options, new double[count], resolution);
        }
        for (int j = 0; j < options; j++) {
            for (int k = 0; k < options; k++) {
                gram.unsafe_set(j, k, products[j][k] / largest - sums[j] / largest * sums[k] * ofMean);
            }
        }
        double[] values = Arrays.copyOf(GramSide.singularValues(gram), count);
        double scale = Math.sqrt(largest);
        double least = resolution * Math.max(values[0], 1); // Of what was there before the means were taken off.
        for (int k = 0; k < count; k++) {
            values[k] = values[k] <= least ? 0 : values[k] * scale;
        }
        return StanceSpectrum.ofValues(stances.length, options, values, resolution);
    }
}
