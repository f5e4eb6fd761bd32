package dev.waggle.math.dynamics.stability;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

import dev.waggle.math.Trials;
import org.hipparchus.analysis.solvers.LaguerreSolver;
import org.hipparchus.complex.Complex;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class PolynomialRootsTest {

    @Test
    void countsTheRootsThatAPolynomialIsMultipliedFrom() {
        Trials.run(200, random -> {
            int[] sides = new int[3];
            double[] polynomial = {1};
            for (int factors = random.nextInt(1, 6); factors > 0; factors--) {
                int real = random.nextInt(-3, 4);
                boolean pair = random.nextBoolean();
                int imaginary = random.nextInt(1, 5);
                double[] factor = pair
                        ? new double[] {1, -2 * real, real * real + imaginary * imaginary}
                        : new double[] {1, -real};
                polynomial = times(polynomial, factor);
                sides[Integer.signum(real) + 1] += pair ? 2 : 1;
            }
            double[] scaled = times(new double[] {random.nextBoolean() ? -3 : 7}, polynomial);
            assertThat(RouthHurwitz.of(scaled)).isEqualTo(new RouthHurwitz(sides[0], sides[1], sides[2]));
        });
    }

    @Test
    void agreesWithTheRootsOfAnotherSolver() {
        Trials.run(200, random -> {
            double[] coefficients = Trials.numbers(random, random.nextInt(2, 9), -5, 5);
            Complex[] roots = new LaguerreSolver().solveAllComplex(reversed(coefficients), 0);
            RouthHurwitz sides = RouthHurwitz.of(coefficients);
            JuryTest circle = JuryTest.of(coefficients);
            double farthest = Arrays.stream(roots).mapToDouble(Complex::norm).max().orElseThrow();
            assertThat(sides.right()).isEqualTo(count(roots, root -> root.getReal()));
            assertThat(sides.left()).isEqualTo(count(roots, root -> -root.getReal()));
            assertThat(circle.outside()).isEqualTo(count(roots, root -> root.norm() - 1));
            assertThat(circle.inside()).isEqualTo(count(roots, root -> 1 - root.norm()));
            assertThat(circle.spectralRadius()).isCloseTo(farthest, within(1e-8 * farthest));
            assertThat(circle.stable()).isEqualTo(farthest < 1);
        });
    }

    @Test
    void countsRepeatedRootsOnTheAxis() {
        double[] pair = {1, 0, 1};
        double[] twice = times(pair, pair);
        assertThat(RouthHurwitz.of(twice)).isEqualTo(new RouthHurwitz(0, 4, 0));
        assertThat(RouthHurwitz.of(times(twice, new double[] {1, -2}))).isEqualTo(new RouthHurwitz(0, 4, 1));
        assertThat(RouthHurwitz.of(new double[] {1, 0, 0, 0, 0})).isEqualTo(new RouthHurwitz(0, 4, 0));
    }

    @Test
    void countsRootsThatLieSymmetricallyAboutTheOrigin() {
        assertThat(RouthHurwitz.of(new double[] {1, 0, 0, 0, 1})).isEqualTo(new RouthHurwitz(2, 0, 2));
        assertThat(RouthHurwitz.of(new double[] {1, 0, -5, 0, 4})).isEqualTo(new RouthHurwitz(2, 0, 2));
        assertThat(RouthHurwitz.of(new double[] {1, 0, 0, -1})).isEqualTo(new RouthHurwitz(2, 0, 1));
    }

    @Test
    void takesDecimalCoefficientsAtTheirWord() {
        // (s² + 0.1)(s + 0.3): in binary 0.3 x 0.1 is not 0.03.
        assertThat(RouthHurwitz.of(new double[] {1, 0.3, 0.1, 0.03})).isEqualTo(new RouthHurwitz(1, 2, 0));
        // (z² - 1.2 z + 1)(z - 0.1)
        assertThat(JuryTest.of(new double[] {1, -1.3, 1.12, -0.1}).circle()).isEqualTo(2);
    }

    @Test
    void doesNotChangeItsVerdictWithTheUnit() {
        Trials.run(100, random -> {
            double[] coefficients = whole(random, 6);
            double[] hundredfold = Arrays.stream(coefficients).map(value -> value * 100).toArray();
            assertThat(RouthHurwitz.of(hundredfold)).isEqualTo(RouthHurwitz.of(coefficients));
            assertThat(JuryTest.of(hundredfold)).isEqualTo(JuryTest.of(coefficients));
        });
    }

    @Test
    void mirrorsTheCountsWithTheAxis() {
        Trials.run(100, random -> {
            double[] coefficients = whole(random, 7);
            double[] mirrored = coefficients.clone();
            for (int k = 1; k < mirrored.length; k += 2) {
                mirrored[k] = -mirrored[k];
            }
            RouthHurwitz sides = RouthHurwitz.of(coefficients);
            RouthHurwitz turned = RouthHurwitz.of(mirrored);
            assertThat(turned.left()).isEqualTo(sides.right());
            assertThat(turned.axis()).isEqualTo(sides.axis());
            JuryTest circle = JuryTest.of(coefficients);
            assertThat(JuryTest.of(reversed(coefficients)).inside()).isEqualTo(circle.outside());
        });
    }

    @Test
    void countsRootsOfUnityOnTheCircle() {
        for (int degree = 1; degree <= JuryTest.MAX_DEGREE; degree++) {
            double[] coefficients = new double[degree + 1];
            coefficients[0] = 1;
            coefficients[degree] = -1;
            JuryTest test = JuryTest.of(coefficients);
            assertThat(test.circle()).isEqualTo(degree);
            assertThat(test.stable()).isFalse();
            assertThat(test.spectralRadius()).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void findsTheModulusOfARepeatedRootToAllDigits() {
        double[] polynomial = {1};
        for (int k = 0; k < 8; k++) {
            polynomial = times(polynomial, new double[] {1, -0.5});
        }
        assertThat(JuryTest.of(polynomial)).satisfies(test -> {
            assertThat(test.inside()).isEqualTo(8);
            assertThat(test.spectralRadius()).isCloseTo(0.5, within(1e-14));
        });
        double[] mixed = times(polynomial, new double[] {1, -1.25, 0.375}); // Roots 0.5 and 0.75.
        assertThat(JuryTest.of(mixed).spectralRadius()).isCloseTo(0.75, within(1e-13));
    }

    @Test
    void aConstantHasNoRootAndLeadingZerosDoNotCount() {
        assertThat(RouthHurwitz.of(new double[] {3})).isEqualTo(new RouthHurwitz(0, 0, 0));
        assertThat(JuryTest.of(new double[] {3})).isEqualTo(new JuryTest(0, 0, 0, 0));
        assertThat(RouthHurwitz.of(new double[] {0, 0, 2, 5})).isEqualTo(new RouthHurwitz(1, 0, 0));
        assertThat(JuryTest.of(new double[] {0, 2, 1})).isEqualTo(new JuryTest(1, 0, 0, 0.5));
    }

    @Test
    void refusesWhatIsNoPolynomial() {
        assertThatThrownBy(() -> RouthHurwitz.of(new double[] {})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RouthHurwitz.of(new double[] {0, 0})).hasMessageContaining("other than 0");
        assertThatThrownBy(() -> RouthHurwitz.of(new double[] {1, Double.NaN}))
                .hasMessageContaining("coefficients[1] must be finite, got NaN");
        double[] overlong = new double[RouthHurwitz.MAX_DEGREE + 2];
        Arrays.fill(overlong, 1);
        assertThatThrownBy(() -> RouthHurwitz.of(overlong)).hasMessageContaining("at most degree 32, got 33");
        assertThatThrownBy(() -> JuryTest.of(new double[] {1e-200, 1, 1e200})).hasMessageContaining("Maybe");
    }

    private static double[] whole(RandomGenerator random, int size) {
        double[] values = new double[size];
        Arrays.setAll(values, k -> random.nextInt(-4, 5));
        values[0] = 1;
        values[size - 1] = -1;
        return values;
    }

    private static int count(Complex[] roots, ToDoubleFunction<Complex> side) {
        return (int) Arrays.stream(roots).filter(root -> side.applyAsDouble(root) > 0).count();
    }

    private static double[] reversed(double[] values) {
        double[] reversed = new double[values.length];
        Arrays.setAll(reversed, k -> values[values.length - 1 - k]);
        return reversed;
    }

    private static double[] times(double[] left, double[] right) {
        double[] product = new double[left.length + right.length - 1];
        for (int i = 0; i < left.length; i++) {
            for (int j = 0; j < right.length; j++) {
                product[i + j] += left[i] * right[j];
            }
        }
        return product;
    }
}
