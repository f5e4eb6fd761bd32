package dev.waggle.math.dynamics.stability;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.waggle.math.DomainCheck;

/**
 * Polynomial with integer coefficients, with exact signs and zeros. A root on a border needs an exact zero, and in
 * doubles (s² + 0.1)(s + 0.3) misses the axis by the last bit.
 *
 * <p>The main step is the signed remainder sequence f0, f1, f2 = -(f0 mod f1), ... down to the greatest common
 * divisor (Sturm 1829). Each remainder is divided by its content, which shortens the numbers and changes no sign.
 */
final class ExactPolynomial {

    /** The longest coefficients that are answered: magnitudes from 1 to 1e100 with all digits of a double. */
    private static final int MAX_BITS = 400;

    /** Coefficients, highest power first, the first not 0; none for the zero polynomial. */
    private final BigInteger[] coefficients;

    private ExactPolynomial(BigInteger[] coefficients) {
        int first = 0;
        while (first < coefficients.length && coefficients[first].signum() == 0) {
            first++;
        }
        this.coefficients = Arrays.copyOfRange(coefficients, first, coefficients.length);
    }

    /**
     * The polynomial with these coefficients times a power of ten. Each is the decimal number that it prints as: 0.1 is
     * a tenth.
     *
     * @param coefficients highest power first; leading zeros do not count
     * @param mostDegree the highest degree that is answered
     */
    static ExactPolynomial of(String name, double[] coefficients, int mostDegree) {
        DomainCheck.finite(name, coefficients);
        int scale = Integer.MIN_VALUE;
        for (double coefficient : coefficients) {
            scale = Math.max(scale, decimal(coefficient).scale());
        }
        BigInteger[] whole = new BigInteger[coefficients.length];
        for (int k = 0; k < whole.length; k++) {
            whole[k] = decimal(coefficients[k]).setScale(scale).unscaledValue();
        }
        ExactPolynomial polynomial = new ExactPolynomial(whole);
        if (polynomial.isZero()) {
            throw new IllegalArgumentException(name + " must have a value other than 0, got "
                    + Arrays.toString(coefficients) + "\nMaybe the polynomial is still to be filled in.");
        }
        if (polynomial.degree() > mostDegree) {
            throw new IllegalArgumentException(
                    name + " must have at most degree " + mostDegree + ", got " + polynomial.degree());
        }
        ExactPolynomial primitive = polynomial.primitive();
        for (BigInteger coefficient : primitive.coefficients) {
            if (coefficient.bitLength() > MAX_BITS) {
                throw new IllegalArgumentException(name + " must be whole multiples of one decimal number with at most "
                        + MAX_BITS + " binary digits each, got " + Arrays.toString(coefficients)
                        + "\nMaybe a tiny coefficient is rounding, and meant to be 0.");
            }
        }
        return primitive;
    }

    private static BigDecimal decimal(double value) {
        return value == 0 ? BigDecimal.ZERO : BigDecimal.valueOf(value).stripTrailingZeros();
    }

    boolean isZero() {
        return coefficients.length == 0;
    }

    /** The highest power; -1 for the zero polynomial. */
    int degree() {
        return coefficients.length - 1;
    }

    /** The coefficient of that power; 0 above the degree. */
    BigInteger at(int power) {
        return power > degree() ? BigInteger.ZERO : coefficients[degree() - power];
    }

    /** The sign for an argument beyond all roots to the right. */
    int signAtInfinity() {
        return coefficients[0].signum();
    }

    /** The sign for an argument beyond all roots to the left. */
    int signAtMinusInfinity() {
        return degree() % 2 == 0 ? signAtInfinity() : -signAtInfinity();
    }

    ExactPolynomial derivative() {
        BigInteger[] slopes = new BigInteger[Math.max(0, degree())];
        for (int k = 0; k < slopes.length; k++) {
            slopes[k] = coefficients[k].multiply(BigInteger.valueOf(degree() - k));
        }
        return new ExactPolynomial(slopes);
    }

    /**
     * The real and the imaginary part of p(iw) / i^n as polynomials in w: c0 w^n - c2 w^(n-2) + ... and
     * -c1 w^(n-1) + c3 w^(n-3) - ...; the second with its sign turned.
     */
    ExactPolynomial[] onImaginaryAxis() {
        BigInteger[] even = new BigInteger[degree() + 1];
        BigInteger[] odd = new BigInteger[degree() + 1];
        for (int k = 0; k <= degree(); k++) {
            BigInteger signed = k % 4 < 2 ? coefficients[k] : coefficients[k].negate();
            even[k] = k % 2 == 0 ? signed : BigInteger.ZERO;
            odd[k] = k % 2 == 0 ? BigInteger.ZERO : signed;
        }
        return new ExactPolynomial[] {new ExactPolynomial(even), new ExactPolynomial(odd)};
    }

    /**
     * Maps the unit circle to the imaginary axis: p((s + 1) / (s - 1)) (s - 1)^n. It has a root in the left half plane
     * for each root of p inside the unit circle. A root of p at 1 goes to infinity and lowers the degree by one.
     */
    ExactPolynomial unitCircleToImaginaryAxis() {
        BigInteger[] sum = {coefficients[0]};
        BigInteger[] power = {BigInteger.ONE};
        for (int k = 1; k <= degree(); k++) {
            sum = timesLinear(sum, 1);
            power = timesLinear(power, -1);
            for (int j = 0; j < sum.length; j++) {
                sum[j] = sum[j].add(coefficients[k].multiply(power[j]));
            }
        }
        return new ExactPolynomial(sum).primitive();
    }

    private static BigInteger[] timesLinear(BigInteger[] factors, int root) {
        BigInteger[] product = new BigInteger[factors.length + 1];
        for (int k = 0; k < product.length; k++) {
            BigInteger left = k < factors.length ? factors[k] : BigInteger.ZERO;
            BigInteger right = k > 0 ? factors[k - 1] : BigInteger.ZERO;
            product[k] = root > 0 ? left.add(right) : left.subtract(right);
        }
        return product;
    }

    /** The signed remainder sequence that starts with these two; its last member is their greatest common divisor. */
    static List<ExactPolynomial> remainders(ExactPolynomial first, ExactPolynomial second) {
        List<ExactPolynomial> sequence = new ArrayList<>();
        sequence.add(first);
        ExactPolynomial last = first;
        ExactPolynomial next = second.primitive();
        while (!next.isZero()) {
            sequence.add(next);
            ExactPolynomial remainder = last.remainder(next).negate();
            last = next;
            next = remainder;
        }
        return sequence;
    }

    /** This polynomial without the repetitions of its roots: p / gcd(p, p'). */
    ExactPolynomial withSimpleRoots() {
        List<ExactPolynomial> sequence = remainders(this, derivative());
        ExactPolynomial divisor = sequence.getLast();
        if (divisor.degree() < 1) {
            return this;
        }
        // Pseudo-division: the quotient times a power of the divisor's first coefficient.
        BigInteger[] rest = coefficients.clone();
        BigInteger lead = divisor.coefficients[0];
        BigInteger[] quotient = new BigInteger[degree() - divisor.degree() + 1];
        for (int k = 0; k < quotient.length; k++) {
            BigInteger factor = rest[k];
            for (int j = 0; j < k; j++) {
                quotient[j] = quotient[j].multiply(lead);
            }
            quotient[k] = factor;
            for (int j = k; j < rest.length; j++) {
                BigInteger scaled = rest[j].multiply(lead);
                rest[j] = j - k <= divisor.degree()
                        ? scaled.subtract(factor.multiply(divisor.coefficients[j - k]))
                        : scaled;
            }
        }
        return new ExactPolynomial(quotient).primitive();
    }

    /** The remainder times a positive number. */
    private ExactPolynomial remainder(ExactPolynomial divisor) {
        BigInteger[] rest = coefficients.clone();
        BigInteger lead = divisor.coefficients[0];
        for (int k = 0; k <= degree() - divisor.degree(); k++) {
            BigInteger factor = lead.signum() > 0 ? rest[k] : rest[k].negate();
            for (int j = k; j < rest.length; j++) {
                BigInteger scaled = rest[j].multiply(lead.abs());
                rest[j] = j - k <= divisor.degree()
                        ? scaled.subtract(factor.multiply(divisor.coefficients[j - k]))
                        : scaled;
            }
        }
        return new ExactPolynomial(rest).primitive();
    }

    private ExactPolynomial negate() {
        BigInteger[] negated = new BigInteger[coefficients.length];
        Arrays.setAll(negated, k -> coefficients[k].negate());
        return new ExactPolynomial(negated);
    }

    private ExactPolynomial primitive() {
        BigInteger content = BigInteger.ZERO;
        for (BigInteger coefficient : coefficients) {
            content = content.gcd(coefficient);
        }
        if (content.compareTo(BigInteger.ONE) <= 0) {
            return this;
        }
        BigInteger[] divided = new BigInteger[coefficients.length];
        for (int k = 0; k < divided.length; k++) {
            divided[k] = coefficients[k].divide(content);
        }
        return new ExactPolynomial(divided);
    }
}
