package dev.waggle.math.dynamics.stability;

import java.util.function.DoubleUnaryOperator;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Lyapunov exponent of a known map of one number: the mean rate, in nats per step, at which nearby orbits part.
 * Positive for chaos, negative for an orbit that attracts, 0 at a bifurcation. For a measured series there is
 * {@link RosensteinExponent}.
 *
 * <p>Source: Eckmann and Ruelle 1985, Ergodic theory of chaos and strange attractors.
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
}
