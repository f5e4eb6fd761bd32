package dev.waggle.math.information;

import java.util.Arrays;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

class EntropyTest {

    @Test
    void ofEqualMassesIsTheLogarithmOfTheirNumber() {
        for (int n = 1; n < 200; n++) {
            double[] masses = new double[n];
            Arrays.fill(masses, 3.7);
            assertThat(Entropy.bits(masses)).isCloseTo(Math.log(n) / Math.log(2), offset(1e-14));
        }
    }

    @Test
    void ofDyadicSharesIsTheMeanLengthOfTheirCode() {
        assertThat(Entropy.bits(new double[] {8, 4, 2, 1, 1})).isCloseTo(1.875, offset(1e-15));
    }

    @Test
    void isZeroForOneAndForNone() {
        assertThat(Entropy.bits(new double[0])).isZero();
        assertThat(Entropy.bits(new double[] {0, 0})).isZero();
        assertThat(Entropy.bits(new double[] {5})).isZero();
        assertThat(1 / Entropy.bits(new double[] {0, 5})).as("not minus zero").isPositive();
    }

    @Test
    void bearsTheLargestAndSmallestMasses() {
        assertThat(Entropy.bits(new double[] {1e308, 1e308, 1e308})).isCloseTo(Math.log(3) / Math.log(2),
                offset(1e-15));
        assertThat(Entropy.bits(new double[] {Double.MIN_VALUE, Double.MIN_VALUE})).isEqualTo(1);
    }

    @Test
    void oneOptionIsNoEvidenceOfAgreement() {
        assertThat(Entropy.normalized(new double[] {1})).isEmpty();
        assertThat(Entropy.normalized(new double[0])).isEmpty();
        assertThat(Entropy.normalized(new double[] {0, 0, 0})).isEmpty();
        assertThat(Entropy.normalized(new double[] {7, 0})).hasValue(0);
        assertThat(Entropy.normalized(new double[] {7, 7})).hasValue(1);
    }

    @Test
    void whatIsNoMassIsRefusedAndNeverReadAsCertainty() {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -0.1}) {
            double[] masses = {1, bad};
            assertThatIllegalArgumentException().isThrownBy(() -> Entropy.bits(masses))
                    .withMessageContaining("masses[1]").withMessageContaining("" + bad);
            assertThatIllegalArgumentException().isThrownBy(() -> Entropy.normalized(masses));
        }
    }

    @Test
    void isUnmovedByOrderScaleAndEmptyPlacesAndRisesByMixing() {
        Trials.run(200, random -> {
            double[] p = Trials.distribution(random, 1 + random.nextInt(9));
            double[] q = Trials.distribution(random, p.length);
            double entropy = Entropy.bits(p);
            double[] moved = new double[p.length + 1];
            double[] mixed = new double[p.length];
            for (int i = 0; i < p.length; i++) {
                moved[p.length - i] = 1000 * p[i];
                mixed[i] = (p[i] + q[i]) / 2;
            }
            assertThat(Entropy.bits(moved)).isCloseTo(entropy, offset(1e-13));
            assertThat(entropy).isBetween(0.0, Math.log(p.length) / Math.log(2));
            assertThat(Entropy.bits(mixed)).isGreaterThanOrEqualTo((entropy + Entropy.bits(q)) / 2 - 1e-13);
        });
    }
}
