package dev.waggle.math.dynamics.stability;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Largest Lyapunov exponent of a known map: the mean rate, in nats per step, at which nearby orbits part. Positive
 * for chaos, negative for an orbit that attracts, 0 at a bifurcation. For a measured series there is
 * {@link RosensteinExponent}.
 *
 * <p>Sources: Eckmann & Ruelle 1985, Ergodic theory of chaos and strange attractors; Benettin et al. 1980.
 */
public final class LyapunovExponent {

    private LyapunovExponent() {}

    /**
     * The mean of ln |f'(x)| along the orbit of a start. -Infinity when the orbit meets a point of slope 0 (a
     * superstable orbit). Differs from the limit by about 1 / sqrt(steps) for a chaotic map. O(steps).
     *
     * @param map finite along the orbit
     * @param slope the derivative of the map, finite along the orbit
     * @param start finite
     * @param steps at least 1
     */
    public static double ofMap(DoubleUnaryOperator map, DoubleUnaryOperator slope, double start, int steps) {
        DomainCheck.atLeast("steps", steps, 1);
        double x = DomainCheck.finite("start", start);
        CompensatedSum logs = new CompensatedSum();
        boolean superstable = false;
        for (int t = 0; t < steps; t++) {
            double stretch = Math.abs(DomainCheck.finite("slope at " + t + " steps", slope.applyAsDouble(x)));
            superstable |= stretch == 0;
            logs.add(superstable ? 0 : Math.log(stretch));
            x = DomainCheck.finite("map after " + (t + 1) + " steps", map.applyAsDouble(x));
        }
        return superstable ? Double.NEGATIVE_INFINITY : logs.get() / steps;
    }

    /**
     * The mean of the logarithms by which the map stretches a vector that it carries along, renewed to length 1 at each
     * step. -Infinity when the vector shrinks to 0. O(steps d²).
     *
     * @param map from a point to the next, without changing its argument
     * @param jacobian the matrix of partial derivatives at a point, row i for value i
     * @param start finite, at least one value
     * @param steps at least 1
     */
    public static double ofMap(
            Function<double[], double[]> map, Function<double[], double[][]> jacobian, double[] start, int steps) {
        DomainCheck.atLeast("steps", steps, 1);
        int size = DomainCheck.atLeast("length of start", start.length, 1);
        double[] x = DomainCheck.finite("start", start).clone();
        double[] tangent = new double[size];
        Arrays.fill(tangent, 1 / Math.sqrt(size));
        CompensatedSum logs = new CompensatedSum();
        for (int t = 0; t < steps; t++) {
            tangent = carried(DomainCheck.square("jacobian at " + t + " steps", jacobian.apply(x.clone())), tangent);
            double stretch = length(tangent);
            if (stretch == 0) {
                return Double.NEGATIVE_INFINITY;
            }
            logs.add(Math.log(stretch));
            for (int i = 0; i < size; i++) {
                tangent[i] /= stretch;
            }
            double[] next = DomainCheck.finite("map after " + (t + 1) + " steps", map.apply(x));
            DomainCheck.sameLength("start", start, "map after " + (t + 1) + " steps", next);
            x = next.clone();
        }
        return logs.get() / steps;
    }

    private static double[] carried(double[][] jacobian, double[] tangent) {
        if (jacobian.length != tangent.length) {
            throw new IllegalArgumentException(
                    "jacobian must have a row for each of " + tangent.length + " values, got " + jacobian.length);
        }
        double[] carried = new double[tangent.length];
        for (int i = 0; i < carried.length; i++) {
            for (int j = 0; j < tangent.length; j++) {
                carried[i] += jacobian[i][j] * tangent[j];
            }
        }
        return DomainCheck.finite("tangent", carried);
    }

    private static double length(double[] vector) {
        double length = 0;
        for (double value : vector) {
            length = Math.hypot(length, value);
        }
        return length;
    }
}
