package dev.waggle.math.information;

import java.util.Arrays;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withPrecision;

class DivergenceTest {

    @Test
    void whatTheSecondExcludesIsInfinitelyFar() {
        assertThat(Divergence.kullbackLeibler(new double[] {1, 1}, new double[] {1, 0}))
                .isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Divergence.kullbackLeibler(new double[] {1, 1}, new double[] {0, 0}))
                .isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Divergence.kullbackLeibler(new double[] {1, 0}, new double[] {1, 1})).isEqualTo(1);
    }

    @Test
    void manyFromACommonOneAreAsOneByOne() {
        double[] common = {0.5, 0.5, 0};
        double[][] members = {{1, 3, 0}, {2, 2, 0}, {0, 1, 1}};

        double[] bits = Divergence.fromEach(members, common);

        for (int i = 0; i < members.length; i++) {
            assertThat(bits[i]).isEqualTo(Divergence.kullbackLeibler(members[i], common));
        }
        assertThat(Divergence.fromEach(new double[0][], common)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Divergence.fromEach(new double[][] {{1}}, common)).withMessageContaining("member");
    }

    @Test
    void aMassTooSmallForAShareIsStillAMass() {
        // 60-digit reference.
        assertThat(Divergence.kullbackLeibler(new double[] {1, 1}, new double[] {1e308, 1e-20}))
                .isCloseTo(543.7962075615275, offset(1e-10));
        assertThat(Divergence.kullbackLeibler(new double[] {1e308, 1e-20}, new double[] {1, 0}))
                .isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void tinyDifferencesKeepTheirDigits() {
        double[] near = {0.5 + 1e-9, 0.5 - 1e-9};
        double[] even = {0.5, 0.5};
        // 40-digit references: 2 e^2 / ln 2 and a quarter of it.
        assertThat(Divergence.kullbackLeibler(near, even)).isEqualTo(2.885390078740443e-18, withPrecision(1e-24));
        assertThat(Divergence.jensenShannon(near, even)).isEqualTo(2.885390078740443e-18 / 4, withPrecision(1e-24));
    }

    @Test
    void sharesNoPlaceMeansOneBit() {
        assertThat(Divergence.jensenShannon(new double[] {1, 0}, new double[] {0, 1})).isEqualTo(1);
        assertThat(Divergence.jensenShannonDistance(new double[] {1, 0}, new double[] {0, 1})).isEqualTo(1);
        assertThat(Divergence.overlap(new double[] {1, 0}, new double[] {0, 1})).isZero();
    }

    @Test
    void overlapOfDisjointHistogramsIsZeroHoweverManyPlaces() {
        for (int n = 1; n <= 256; n *= 4) {
            double[] left = new double[2 * n];
            double[] right = new double[2 * n];
            Arrays.fill(left, 0, n, 3);
            Arrays.fill(right, n, 2 * n, 5);
            assertThat(Divergence.overlap(left, right)).isZero();
            assertThat(Divergence.overlap(left, left)).isEqualTo(1);
        }
    }

    @Test
    void anEmptySideIsRefusedByBoundedDivergences() {
        double[] some = {1, 0};
        double[] none = {0, 0};
        assertThatIllegalArgumentException().isThrownBy(() -> Divergence.jensenShannon(some, none))
                .withMessageContaining("q must have some mass");
        assertThatIllegalArgumentException().isThrownBy(() -> Divergence.kullbackLeibler(none, some));
        assertThatIllegalArgumentException().isThrownBy(() -> Divergence.kullbackLeibler(new double[0], new double[0]));
    }

    @Test
    void refusesOtherLengthsAndWhatIsNoMass() {
        double[] good = {1, 1};
        for (double[] bad : new double[][] {{1}, {1, Double.NaN}, {1, -1}, {1, Double.POSITIVE_INFINITY}}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Divergence.kullbackLeibler(good, bad));
            assertThatIllegalArgumentException().isThrownBy(() -> Divergence.kullbackLeibler(bad, good));
            assertThatIllegalArgumentException().isThrownBy(() -> Divergence.jensenShannon(good, bad));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Divergence.successive(new double[][] {good, bad}));
        }
    }

    @Test
    void obeysGibbsAndPinsker() {
        Trials.run(500, random -> {
            int n = 1 + random.nextInt(12);
            double[] p = Trials.distribution(random, n);
            double[] q = Trials.distribution(random, n);
            double divergence = Divergence.kullbackLeibler(p, q);
            assertThat(divergence).isNotNegative();
            assertThat(Divergence.kullbackLeibler(p, p)).isZero();
            assertThat(totalVariation(p, q))
                    .isLessThanOrEqualTo(Math.sqrt(divergence * Math.log(2) / 2) + 1e-15);
        });
    }

    @Test
    void jensenShannonIsBoundedSymmetricAndWhatItsDefinitionSays() {
        Trials.run(500, random -> {
            int n = 1 + random.nextInt(12);
            double[] p = Trials.distribution(random, n);
            double[] q = Trials.distribution(random, n);
            double[] middle = new double[n];
            Arrays.setAll(middle, i -> p[i] + q[i]);
            double found = Divergence.jensenShannon(p, q);
            assertThat(found).isBetween(0.0, 1.0).isEqualTo(Divergence.jensenShannon(q, p));
            assertThat(found).isCloseTo((Divergence.kullbackLeibler(p, middle)
                    + Divergence.kullbackLeibler(q, middle)) / 2, offset(1e-14));
            assertThat(found).isCloseTo(Entropy.bits(middle) - (Entropy.bits(p) + Entropy.bits(q)) / 2,
                    offset(1e-14));
            assertThat(found).isLessThanOrEqualTo(totalVariation(p, q) + 1e-15);
        });
    }

    @Test
    void rootOfJensenShannonClosesItsTriangles() {
        Trials.run(500, random -> {
            int n = 1 + random.nextInt(5);
            double[] p = Trials.distribution(random, n);
            double[] q = Trials.distribution(random, n);
            double[] r = Trials.distribution(random, n);
            assertThat(Divergence.jensenShannonDistance(p, q)).isLessThanOrEqualTo(
                    Divergence.jensenShannonDistance(p, r) + Divergence.jensenShannonDistance(r, q) + 1e-14);
        });
    }

    @Test
    void knowsLessAfterPlacesAreMerged() {
        Trials.run(200, random -> {
            double[] p = Trials.distribution(random, 6);
            double[] q = Trials.distribution(random, 6);
            double[] merged = {p[0] + p[1], p[2], p[3] + p[4] + p[5]};
            double[] other = {q[0] + q[1], q[2], q[3] + q[4] + q[5]};
            assertThat(Divergence.jensenShannon(merged, other))
                    .isLessThanOrEqualTo(Divergence.jensenShannon(p, q) + 1e-14);
            assertThat(Divergence.kullbackLeibler(merged, other))
                    .isLessThanOrEqualTo(Divergence.kullbackLeibler(p, q) + 1e-14);
        });
    }

    private static double totalVariation(double[] p, double[] q) {
        double sum = 0;
        for (int i = 0; i < p.length; i++) {
            sum += Math.abs(p[i] / Arrays.stream(p).sum() - q[i] / Arrays.stream(q).sum());
        }
        return sum / 2;
    }
}
