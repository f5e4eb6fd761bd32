package dev.waggle.math.dynamics.stability;

import java.util.OptionalDouble;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.dynamics.stability.DampedResponse.Fitted;
import dev.waggle.math.dynamics.stability.DampedResponse.Reason;
import dev.waggle.math.dynamics.stability.DampedResponse.Regime;
import dev.waggle.math.dynamics.stability.DampedResponse.Undetermined;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Fits a {@link DampedResponse} to samples in even time steps by Prony's method.
 *
 * <p>The samples of such a response obey y_k = a y_(k-1) + b y_(k-2) exactly (Prony 1795). The recurrence is the right
 * singular vector of the smallest singular value of the rows (y_k, y_(k-1), y_(k-2)). This is total least squares, as
 * each sample has the same noise; an ordinary regression would bias the damping upwards. Without a known equilibrium
 * the means of the columns are taken off first. The roots z of the recurrence give the poles s = ln z / dt. The poles
 * give wn² = s1 s2 and zeta = -(s1 + s2) / (2 wn). A second least-squares fit of both modes to all samples gives R².
 *
 * <p>Sources: Prony 1795; Hildebrand 1974, sec. 9.4; Thomson and Dahleh 1998; Ogata 2010. Cost O(n).
 */
public final class PronyFit {

    /** A singular value below this share of the largest is 0: the samples are doubles. */
    private static final double RANK_TOLERANCE = 1e-10;

    /** The second singular value must be so many times the third, or the second pole is noise. */
    private static final double MIN_SEPARATION = 2;

    /** A damping ratio so near to 0 is 0: an oscillation that neither grows nor dies. */
    private static final double UNDAMPED = 1e-9;

    private final double[] y;
    private final double step;
    private final boolean free;
    private final double origin;
    private final double unit;

    /**
     * The fit of one series.
     *
     * @param y the samples less the origin, in that unit
     * @param step time between samples
     * @param free whether the equilibrium is fitted too
     * @param origin the known equilibrium, or the first sample
     * @param unit the largest distance of a sample from the origin
     */
    private PronyFit(double[] y, double step, boolean free, double origin, double unit) {
        this.y = y;
        this.step = step;
        this.free = free;
        this.origin = origin;
        this.unit = unit;
    }

    /**
     * Fits samples about an equilibrium that is not known.
     *
     * @param samples finite, in even time steps
     * @param step time between samples, above 0
     */
    public static DampedResponse of(double[] samples, double step) {
        return of(samples, step, OptionalDouble.empty());
    }

    /**
     * Fits samples about a known equilibrium.
     *
     * @param equilibrium finite
     */
    public static DampedResponse of(double[] samples, double step, double equilibrium) {
        return of(samples, step, OptionalDouble.of(DomainCheck.finite("equilibrium", equilibrium)));
    }

    private static DampedResponse of(double[] samples, double step, OptionalDouble equilibrium) {
        DomainCheck.finite("samples", samples);
        DomainCheck.positive("step", step);
        if (samples.length < (equilibrium.isPresent()
                ? DampedResponse.MIN_SAMPLES
                : DampedResponse.MIN_SAMPLES_WITHOUT_EQUILIBRIUM)) {
            return new Undetermined(Reason.TOO_SHORT);
        }
        double origin = equilibrium.orElse(samples[0]);
        double unit = 0;
        for (double sample : samples) {
            unit = Math.max(unit, Math.abs(DomainCheck.finite("distance of samples", sample - origin)));
        }
        if (!(unit > Math.ulp(origin))) {
            return new Undetermined(Reason.NO_MOTION);
        }
        double[] moved = new double[samples.length];
        for (int k = 0; k < moved.length; k++) {
            moved[k] = (samples[k] - origin) / unit;
        }
        return new PronyFit(moved, step, equilibrium.isEmpty(), origin, unit).recurrence();
    }

    private DampedResponse recurrence() {
        DMatrixRMaj rows = new DMatrixRMaj(y.length - 2, 3);
        double[] means = new double[3];
        for (int column = 0; column < 3; column++) {
            for (int k = 2; k < y.length; k++) {
                means[column] += free ? y[k - column] / (y.length - 2) : 0;
            }
            for (int k = 2; k < y.length; k++) {
                rows.unsafe_set(k - 2, column, y[k - column] - means[column]);
            }
        }
        SingularValueDecomposition_F64<DMatrixRMaj> svd = DecompositionFactory_DDRM.svd(false, true, true);
        if (!svd.decompose(rows)) {
            return new Undetermined(Reason.POOR_FIT);
        }
        double[] values = svd.getSingularValues();
        int[] order = descending(values);
        double second = values[order[1]];
        if (second <= RANK_TOLERANCE * values[order[0]] || second < MIN_SEPARATION * values[order[2]]) {
            return new Undetermined(Reason.ONE_POLE);
        }
        DMatrixRMaj right = svd.getV(null, false);
        double lead = right.unsafe_get(0, order[2]);
        double a = -right.unsafe_get(1, order[2]) / lead;
        double b = -right.unsafe_get(2, order[2]) / lead;
        if (!Double.isFinite(a) || !Double.isFinite(b)) {
            return new Undetermined(Reason.NO_OSCILLATOR);
        }
        return poles(a, b);
    }

    /** The poles ln z / step of z² = a z + b. */
    private DampedResponse poles(double a, double b) {
        double discriminant = a * a / 4 + b;
        double decay;
        double squared;
        if (discriminant < 0) {
            double real = Math.log(-b) / 2;
            double angle = Math.atan2(Math.sqrt(-discriminant), a / 2);
            decay = -real;
            squared = real * real + angle * angle;
        } else {
            double far = a / 2 + Math.copySign(Math.sqrt(discriminant), a);
            double near = far == 0 ? 0 : -b / far;
            if (far <= 0 || near <= 0) {
                return new Undetermined(Math.min(far, near) < 0 ? Reason.TOO_FAST : Reason.ONE_POLE);
            }
            decay = -(Math.log(far) + Math.log(near)) / 2;
            squared = Math.log(far) * Math.log(near);
        }
        double zeta = decay / Math.sqrt(squared);
        double frequency = Math.sqrt(squared) / step;
        if (!(squared > 0) || !Double.isFinite(zeta) || !(frequency > 0) || !Double.isFinite(frequency)) {
            return new Undetermined(Reason.NO_OSCILLATOR);
        }
        return modes(a, b, zeta, frequency);
    }

    /** Fits the solutions of the recurrence that start as (1, 0) and (0, 1), and a constant if it is free. */
    private DampedResponse modes(double a, double b, double zeta, double frequency) {
        DMatrixRMaj basis = new DMatrixRMaj(y.length, free ? 3 : 2);
        for (int k = 0; k < y.length; k++) {
            for (int mode = 0; mode < 2; mode++) {
                double value = k < 2
                        ? k == mode ? 1 : 0
                        : a * basis.unsafe_get(k - 1, mode) + b * basis.unsafe_get(k - 2, mode);
                basis.unsafe_set(k, mode, value);
            }
            if (free) {
                basis.unsafe_set(k, 2, 1);
            }
        }
        DMatrixRMaj column = new DMatrixRMaj(y.length, 1);
        DMatrixRMaj amplitudes = new DMatrixRMaj(basis.numCols, 1);
        for (int k = 0; k < y.length; k++) {
            column.unsafe_set(k, 0, y[k]);
        }
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.leastSquaresQrPivot(true, true);
        if (!solver.setA(basis.copy())) {
            return new Undetermined(Reason.POOR_FIT);
        }
        solver.solve(column, amplitudes);
        double fit = fit(basis, amplitudes);
        double equilibrium = origin + (free ? amplitudes.unsafe_get(2, 0) * unit : 0);
        if (!(fit >= DampedResponse.MIN_FIT) || !Double.isFinite(equilibrium)) {
            return new Undetermined(Reason.POOR_FIT);
        }
        return new Fitted(zeta, frequency, regime(zeta), equilibrium, fit);
    }

    private double fit(DMatrixRMaj basis, DMatrixRMaj amplitudes) {
        double mean = 0;
        for (double value : y) {
            mean += free ? value / y.length : 0;
        }
        double unexplained = 0;
        double total = 0;
        for (int k = 0; k < y.length; k++) {
            double expected = 0;
            for (int mode = 0; mode < basis.numCols; mode++) {
                expected += amplitudes.unsafe_get(mode, 0) * basis.unsafe_get(k, mode);
            }
            unexplained += (y[k] - expected) * (y[k] - expected);
            total += (y[k] - mean) * (y[k] - mean);
        }
        return 1 - unexplained / total;
    }

    private static Regime regime(double zeta) {
        if (zeta < -UNDAMPED) {
            return Regime.GROWING;
        }
        if (Math.abs(zeta - 1) <= DampedResponse.CRITICAL_BAND) {
            return Regime.CRITICALLY_DAMPED;
        }
        return zeta < 1 ? Regime.UNDERDAMPED : Regime.OVERDAMPED;
    }

    private static int[] descending(double[] values) {
        int[] order = {0, 1, 2};
        for (int i = 0; i < 2; i++) {
            for (int j = i + 1; j < 3; j++) {
                if (values[order[j]] > values[order[i]]) {
                    int place = order[i];
                    order[i] = order[j];
                    order[j] = place;
                }
            }
        }
        return order;
    }
}
