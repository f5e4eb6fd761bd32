package dev.waggle.math.geometry;

import java.util.Arrays;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import org.ejml.data.DMatrixRMaj;

/**
 * Gram matrix A'A of agents by options, updated while single agents change their stances, for the spectrum round by
 * round with few options. Owned by the one thread that feeds it.
 *
 * <p>A changed row costs O(p) for each option that differs, a spectrum O(p³), for any number of agents. Singular
 * values come from squares, so those below 1e-7 of the largest are indistinguishable from 0 and answered as 0.
 * Against accumulated rounding the matrix is summed anew after every {@link #FRESH_AFTER} changed rows per agent.
 */
public final class StanceGramMatrix {

    /** Maximum number of options. */
    public static final int MAX_OPTIONS = 200;

    /** Maximum number of agents. */
    public static final int MAX_AGENTS = 100_000;

    /** Changed rows per agent before the matrix is added up anew: then that costs less than the changes did. */
    public static final int FRESH_AFTER = 16;

    /** The stances are at most this, so that sums of their squares are finite. */
    private static final double MAX_VALUE = 1e140;

    private final double[][] stances;
    private final double[][] products;
    private final double[] sums;
    private final double[] change;
    private long changes;

    /** All stances 0. */
    public StanceGramMatrix(int agents, int options) {
        DomainCheck.atLeast("agents", agents, 1);
        DomainCheck.atLeast("options", options, 1);
        if (agents > MAX_AGENTS || options > MAX_OPTIONS) {
            throw new IllegalArgumentException("agents and options must be at most " + MAX_AGENTS + " and "
                    + MAX_OPTIONS + ", got " + agents + " and " + options);
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
        DomainCheck.index("agent", agent, stances.length);
        DomainCheck.finite("row", row);
        DomainCheck.sameLength("row", row, "options", sums);
        for (int j = 0; j < row.length; j++) {
            DomainCheck.between("row[" + j + "]", row[j], -MAX_VALUE, MAX_VALUE);
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

    /** Replaces one stance of an agent. O(p). */
    public void set(int agent, int option, double stance) {
        DomainCheck.index("agent", agent, stances.length);
        DomainCheck.index("option", option, sums.length);
        DomainCheck.between("stance", stance, -MAX_VALUE, MAX_VALUE);
        double[] row = stances[agent];
        double old = row[option];
        if (stance == old) {
            return;
        }
        row[option] = stance;
        for (int k = 0; k < row.length; k++) {
            products[option][k] += k == option ? stance * stance - old * old : (stance - old) * row[k];
            products[k][option] = products[option][k];
        }
        sums[option] += stance - old;
        if (++changes >= (long) FRESH_AFTER * stances.length) {
            addUpAnew();
        }
    }

    /** The singular values of the stances as they are. O(p³). */
    public StanceSpectrum spectrum() {
        return spectrum(stances.length, sums.length, 0);
    }

    /**
     * The singular values of the stances of all agents that have some, in the options so far.
     *
     * @param agents number of agents with stances, at least 1; every stance of the others is 0
     * @param options number of first options that are used, at least 1; stances in the others are omitted
     */
    public StanceSpectrum spectrum(int agents, int options) {
        return spectrum(checkedAgents(agents), checkedOptions(options), 0);
    }

    /** The same less the mean of each option over those agents. */
    public StanceSpectrum centredSpectrum(int agents, int options) {
        return spectrum(checkedAgents(agents), checkedOptions(options), 1.0 / checkedAgents(agents));
    }

    /**
     * Upper bound of the share that the first axis of {@link #centredSpectrum(int, int)} explains. With G the centred
     * Gram matrix, its largest eigenvalue is at most the root of the sum of the squares of G. So its share of the
     * trace is at most that root over the trace. 0..1; 0 when G is 0. O(p²), while the spectrum is O(p³).
     */
    public double mostOfCentredFirst(int agents, int options) {
        double ofMean = 1.0 / checkedAgents(agents);
        double largest = largest(checkedOptions(options));
        CompensatedSum trace = new CompensatedSum();
        CompensatedSum squares = new CompensatedSum();
        for (int j = 0; largest > 0 && j < options; j++) {
            for (int k = 0; k < options; k++) {
                double entry = products[j][k] / largest - sums[j] / largest * sums[k] * ofMean;
                trace.add(j == k ? entry : 0);
                squares.add(entry * entry);
            }
        }
        double min = GramMatrix.resolution(agents, options);
        return trace.get() <= min * min ? 0 : Math.min(1, Math.sqrt(squares.get()) / trace.get());
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

    /**
     * Share of difference in the stances: the sum of squares less the mean of each option, over the sum of squares as
     * they are. 1 when the stances on each option balance, 0 when all agents have the same, and for no stances. O(p).
     */
    public double contested(int agents, int options) {
        double ofMean = 1.0 / checkedAgents(agents);
        double largest = largest(checkedOptions(options));
        CompensatedSum all = new CompensatedSum();
        CompensatedSum common = new CompensatedSum();
        for (int j = 0; largest > 0 && j < options; j++) {
            all.add(products[j][j] / largest);
            common.add(sums[j] / largest * sums[j] * ofMean);
        }
        return largest > 0 ? Math.clamp(1 - common.get() / all.get(), 0, 1) : 0;
    }

    private int checkedAgents(int agents) {
        return (int) DomainCheck.between("agents", agents, 1, stances.length);
    }

    private int checkedOptions(int options) {
        return (int) DomainCheck.between("options", options, 1, sums.length);
    }

    private double largest(int options) {
        double largest = 0;
        for (int j = 0; j < options; j++) {
            largest = Math.max(largest, products[j][j]);
        }
        return largest;
    }

    private StanceSpectrum spectrum(int agents, int options, double ofMean) {
        DMatrixRMaj gram = new DMatrixRMaj(options, options);
        double largest = largest(options);
        int count = Math.min(agents, options);
        double resolution = GramMatrix.resolution(agents, options);
        if (!(largest > 0)) {
            return StanceSpectrum.ofValues(agents, options, new double[count], resolution);
        }
        for (int j = 0; j < options; j++) {
            for (int k = 0; k < options; k++) {
                gram.unsafe_set(j, k, products[j][k] / largest - sums[j] / largest * sums[k] * ofMean);
            }
        }
        double[] values = Arrays.copyOf(GramMatrix.singularValues(gram), count);
        double scale = Math.sqrt(largest);
        double min = resolution * Math.max(values[0], 1); // Of the values before the means were subtracted.
        for (int k = 0; k < count; k++) {
            values[k] = values[k] <= min ? 0 : values[k] * scale;
        }
        return StanceSpectrum.ofValues(agents, options, values, resolution);
    }
}
