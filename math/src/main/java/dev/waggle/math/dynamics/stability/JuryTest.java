package dev.waggle.math.dynamics.stability;

import java.math.BigDecimal;
import java.math.MathContext;

import dev.waggle.math.DomainCheck;

/**
 * Numbers of roots of a polynomial inside the unit circle, on it and outside, and their largest modulus. A process in
 * rounds with this characteristic polynomial dies out when all lie inside. In the long run a disturbance shrinks or
 * grows per round by the largest modulus.
 *
 * <p>The counts are exact: z = (s + 1) / (s - 1) takes the circle to the imaginary axis, where {@link RouthHurwitz}
 * counts. The modulus is numerical, from the companion matrix of the polynomial without repeated roots. A root of
 * multiplicity m would cost all but 1/m of the digits, so the counts decide, not the modulus.
 *
 * <p>Source: Jury 1964, Theory and Application of the z-Transform Method. Cost O(n³).
 *
 * @param inside roots with a modulus below 1, counted with multiplicity
 * @param circle roots with the modulus 1
 * @param outside roots with a modulus above 1
 * @param spectralRadius the largest modulus, at least 0; 0 for a constant, which has no root
 */
public record JuryTest(int inside, int circle, int outside, double spectralRadius) {

    /** The highest degree that is answered. */
    public static final int MAX_DEGREE = RouthHurwitz.MAX_DEGREE;

    /**
     * Tests a polynomial.
     *
     * @param coefficients finite, highest power first, not all 0; leading zeros do not count
     */
    public static JuryTest of(double[] coefficients) {
        ExactPolynomial polynomial = ExactPolynomial.of("coefficients", coefficients, MAX_DEGREE);
        ExactPolynomial moved = polynomial.unitCircleToImaginaryAxis();
        RouthHurwitz sides = RouthHurwitz.of(moved);
        int atOne = polynomial.degree() - moved.degree();
        return new JuryTest(sides.left(), sides.axis() + atOne, sides.right(), radius(polynomial.withSimpleRoots()));
    }

    /** True if all roots lie strictly inside the circle. */
    public boolean stable() {
        return circle == 0 && outside == 0;
    }

    private static double radius(ExactPolynomial polynomial) {
        int degree = polynomial.degree();
        if (degree == 0) {
            return 0;
        }
        double[][] companion = new double[degree][degree];
        BigDecimal lead = new BigDecimal(polynomial.at(degree));
        for (int k = 0; k < degree; k++) {
            BigDecimal ratio = new BigDecimal(polynomial.at(k)).divide(lead, MathContext.DECIMAL64);
            companion[k][degree - 1] = -DomainCheck.finite("ratio of two coefficients", ratio.doubleValue());
            if (k > 0) {
                companion[k][k - 1] = 1;
            }
        }
        return Eigenvalues.of(companion).radius();
    }
}
