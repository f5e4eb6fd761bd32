package dev.waggle.math.dynamics.stability;

import java.util.List;

/**
 * Numbers of roots of a polynomial to the left of the imaginary axis, on it and to its right. A motion with this
 * characteristic polynomial dies out when all lie to the left.
 *
 * <p>Routh's array is Euclid's algorithm for the even and the odd part of the polynomial. Here it is a signed
 * remainder sequence in integers, so a first entry of 0 needs no epsilon and a row of zeros is exact. Such a row is
 * the greatest common divisor d of both parts. Its roots are the roots of p that lie symmetrically about the origin.
 * <ul>
 * <li>V(-inf) - V(+inf) = n - deg d - 2 right, for the roots without a mirror image (Cauchy index).
 * <li>The roots of d on the axis are the real roots of d(w), counted with Sturm's theorem for d, gcd(d, d'), ...
 * <li>Of the others half lie on each side.
 * </ul>
 * A coefficient is the decimal number that it prints as, so that 0.3 x 0.1 = 0.03 holds. The answer belongs to
 * the coefficients as given: a root that a rounding has moved off the axis is off the axis.
 *
 * <p>Sources: Routh 1877; Hurwitz 1895; Gantmacher 1959, The Theory of Matrices, vol. 2, ch. XV. Cost O(n²) operations
 * on whole numbers of O(n) digits.
 *
 * @param left roots with a real part below 0, counted with multiplicity
 * @param axis roots with the real part 0
 * @param right roots with a real part above 0
 */
public record RouthHurwitz(int left, int axis, int right) {

    /** The highest degree that is answered: the numbers grow with it. */
    public static final int MAX_DEGREE = 32;

    /**
     * Counts the roots of a polynomial. A constant has none, and is stable.
     *
     * @param coefficients finite, highest power first, not all 0; leading zeros do not count. Magnitudes further apart
     *        than about 1e100 are refused, as the whole numbers would grow too long
     */
    public static RouthHurwitz of(double[] coefficients) {
        return of(ExactPolynomial.of("coefficients", coefficients, MAX_DEGREE));
    }

    /** True if all roots lie strictly to the left of the axis. */
    public boolean stable() {
        return axis == 0 && right == 0;
    }

    static RouthHurwitz of(ExactPolynomial polynomial) {
        ExactPolynomial[] parts = polynomial.onImaginaryAxis();
        List<ExactPolynomial> sequence = ExactPolynomial.remainders(parts[0], parts[1]);
        ExactPolynomial symmetric = sequence.getLast();
        int lone = polynomial.degree() - symmetric.degree();
        int loneRight = (lone - drop(sequence)) / 2;
        int axis = realRoots(symmetric);
        int right = loneRight + (symmetric.degree() - axis) / 2;
        return new RouthHurwitz(polynomial.degree() - axis - right, axis, right);
    }

    /** Real roots with their multiplicity. */
    private static int realRoots(ExactPolynomial polynomial) {
        int roots = 0;
        ExactPolynomial repeated = polynomial;
        while (repeated.degree() > 0) {
            List<ExactPolynomial> sequence = ExactPolynomial.remainders(repeated, repeated.derivative());
            roots += drop(sequence);
            repeated = sequence.getLast();
        }
        return roots;
    }

    /** Changes of sign along the sequence at minus infinity, less those at infinity. */
    private static int drop(List<ExactPolynomial> sequence) {
        int drop = 0;
        for (int k = 1; k < sequence.size(); k++) {
            ExactPolynomial last = sequence.get(k - 1);
            ExactPolynomial next = sequence.get(k);
            drop += last.signAtMinusInfinity() != next.signAtMinusInfinity() ? 1 : 0;
            drop -= last.signAtInfinity() != next.signAtInfinity() ? 1 : 0;
        }
        return drop;
    }
}
