package dev.waggle.math.dynamics.stability;

import dev.waggle.math.DomainCheck;

/**
 * Logarithmic decrement, which gives the damping ratio from two extremes of an oscillation about its equilibrium. The
 * decrement d is the fall of ln amplitude per full cycle. From d = 2 pi zeta / sqrt(1 - zeta²) follows zeta = d /
 * sqrt(4 pi² + d²). Successive extremes on opposite sides are half a cycle apart; there ln(a1 / a2) = d / 2, and pi²
 * replaces 4 pi².
 *
 * <p>Sources: Thomson and Dahleh 1998, Theory of Vibration, sec. 2.8; Ogata 2010. O(1).
 *
 * @param perCycle fall of ln amplitude per cycle; below 0 when the oscillation grows
 */
public record LogarithmicDecrement(double perCycle) {

    public LogarithmicDecrement {
        DomainCheck.finite("perCycle", perCycle);
    }

    /**
     * From two extremes on the same side.
     *
     * @param first distance from the equilibrium, above 0
     * @param later distance some cycles later, above 0
     * @param cycles their number, at least 1
     */
    public static LogarithmicDecrement overCycles(double first, double later, int cycles) {
        DomainCheck.atLeast("cycles", cycles, 1);
        return new LogarithmicDecrement(fall(first, later) / cycles);
    }

    /**
     * From two successive extremes on opposite sides.
     *
     * @param first distance from the equilibrium, above 0
     * @param next distance on the other side, above 0
     */
    public static LogarithmicDecrement overHalfCycle(double first, double next) {
        return new LogarithmicDecrement(2 * fall(first, next));
    }

    /** The damping ratio, above -1 and below 1; 0 for equal extremes, negative when the oscillation grows. */
    public double dampingRatio() {
        return perCycle / Math.hypot(2 * Math.PI, perCycle);
    }

    private static double fall(double first, double later) {
        return Math.log(DomainCheck.positive("first", first)) - Math.log(DomainCheck.positive("later", later));
    }
}
