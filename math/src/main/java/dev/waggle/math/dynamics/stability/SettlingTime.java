package dev.waggle.math.dynamics.stability;

import dev.waggle.math.DomainCheck;
import org.hipparchus.analysis.solvers.BrentSolver;

/**
 * Settling time of a second-order system that starts from 1 at rest: the time after which it stays within a band
 * about its equilibrium. The unit is that of its natural frequency (radians per time).
 *
 * <p>Below a damping ratio of 1 the response lies within the envelope exp(-zeta wn t) / sqrt(1 - zeta²). The envelope
 * is in the band from -ln(band sqrt(1 - zeta²)) / (zeta wn) on. From 1 on the response falls without crossing, and
 * the time is exact for the response itself.
 *
 * <p>Sources: Ogata 2010, Modern Control Engineering, sec. 5-3; Thomson & Dahleh 1998.
 */
final class SettlingTime {

    private static final int MAX_EVALUATIONS = 1_000;
    private static final double RELATIVE_ACCURACY = 1e-13;

    private SettlingTime() {}

    /**
     * Time at which the envelope enters the band. O(1).
     *
     * @param zeta damping ratio, above 0 and below 1
     * @param naturalFrequency above 0
     * @param band half width, above 0 and below 1
     */
    public static double ofEnvelope(double zeta, double naturalFrequency, double band) {
        DomainCheck.positive("naturalFrequency", naturalFrequency);
        band(band);
        if (!(zeta > 0 && zeta < 1)) {
            throw new IllegalArgumentException("zeta must be above 0 and below 1, got " + zeta
                    + "\nMaybe the time of the response is wanted, which has no envelope from 1 on.");
        }
        double undamped = (1 - zeta) * (1 + zeta);
        return time(-(Math.log(band) + Math.log(undamped) / 2), zeta, naturalFrequency);
    }

    /**
     * The usual rule: whole time constants, the first number of them that is at least -ln band. 3 / (zeta wn) for 5 %,
     * 4 / (zeta wn) for 2 %. O(1).
     *
     * @param zeta damping ratio, above 0
     */
    public static double ruleOfThumb(double zeta, double naturalFrequency, double band) {
        DomainCheck.positive("naturalFrequency", naturalFrequency);
        band(band);
        return time(Math.ceil(-Math.log(band)), DomainCheck.positive("zeta", zeta), naturalFrequency);
    }

    /**
     * Time at which a response without oscillation enters the band, by Brent's method.
     *
     * @param zeta damping ratio, at least 1
     */
    public static double ofResponse(double zeta, double naturalFrequency, double band) {
        DomainCheck.positive("naturalFrequency", naturalFrequency);
        band(band);
        if (!(zeta >= 1 && zeta <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("zeta must be finite and at least 1, got " + zeta
                    + "\nMaybe the time of the envelope is wanted, below 1.");
        }
        double spread = Math.sqrt(zeta - 1) * Math.sqrt(zeta + 1);
        double slow = 1 / (zeta + spread); // The pole nearest to 0, without cancellation.
        double fast = zeta + spread;
        double enough = 2 * (1 - Math.log(band)) / slow;
        double time = new BrentSolver(RELATIVE_ACCURACY, 0).solve(MAX_EVALUATIONS,
                t -> response(slow, fast, t) - band, 0, DomainCheck.finite("settling time at this zeta", enough));
        return DomainCheck.finite("settling time at this naturalFrequency", time / naturalFrequency);
    }

    /** (fast exp(-slow t) - slow exp(-fast t)) / (fast - slow), written so that it holds when both are one. */
    private static double response(double slow, double fast, double t) {
        double gap = fast - slow;
        double part = gap * t < 1e-8 ? t : -Math.expm1(-gap * t) / gap;
        return Math.exp(-slow * t) * (1 + slow * part);
    }

    private static double time(double constants, double zeta, double naturalFrequency) {
        return DomainCheck.finite("settling time at these values", constants / zeta / naturalFrequency);
    }

    private static void band(double band) {
        if (!(band > 0 && band < 1)) {
            throw new IllegalArgumentException("band must be above 0 and below 1, got " + band);
        }
    }
}
