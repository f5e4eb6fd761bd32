package dev.waggle.math;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class GroundTest {

    @Nested
    class TiesTest {

        @Test
        void whatIsEqualOnPaperIsEqual() {
            assertThat(TieComparison.atMost(0.8 - 0.5, 0.3)).isTrue();
            assertThat(TieComparison.exceeds(0.15 + 0.15, 0.3)).isFalse();
            assertThat(TieComparison.equal(1e9, 1e9 + 1e-4)).isTrue();
        }

        @Test
        void whatDiffersDiffers() {
            assertThat(TieComparison.exceeds(0.3001, 0.3)).isTrue();
            assertThat(TieComparison.atMost(0.3001, 0.3)).isFalse();
        }

        @Test
        void infinityTiesWithItselfAlone() {
            assertThat(TieComparison.equal(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY)).isTrue();
            assertThat(TieComparison.equal(Double.POSITIVE_INFINITY, 1)).isFalse();
            assertThat(TieComparison.exceeds(Double.POSITIVE_INFINITY, 1)).isTrue();
            assertThat(TieComparison.equal(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)).isFalse();
        }

        @Test
        void nanTiesWithNothing() {
            assertThat(TieComparison.equal(Double.NaN, Double.NaN)).isFalse();
            assertThat(TieComparison.atMost(Double.NaN, 1)).isFalse();
        }
    }

    @Nested
    class SumsTest {

        @Test
        void loseNothingBetweenLargeTermsThatCancel() {
            assertThat(CompensatedSum.of(1, 1e100, 1, -1e100)).isEqualTo(2);
        }

        @Test
        void ofNothingAreZero() {
            assertThat(CompensatedSum.of()).isZero();
        }
    }

    @Nested
    class DomainTest {

        @Test
        void namesTheArgumentItsPlaceAndItsValue() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DomainCheck.nonNegative("masses", new double[] {1, -2}))
                    .withMessage("masses[1] must be finite and at least 0, got -2.0");
            assertThatIllegalArgumentException().isThrownBy(() -> DomainCheck.share("rho", Double.NaN))
                    .withMessage("rho must be between 0.0 and 1.0, got NaN");
        }

        @Test
        void makesADistributionOfMassesThatWouldOverflow() {
            assertThat(DomainCheck.distribution("masses", new double[] {1e308, 1e308})).containsExactly(0.5, 0.5);
        }

        @Test
        void refusesMassesWithoutMass() {
            assertThatIllegalArgumentException().isThrownBy(() -> DomainCheck.distribution("masses", new double[2]))
                    .withMessageContaining("2 zeros");
            assertThatIllegalArgumentException().isThrownBy(() -> DomainCheck.distribution("masses", new double[0]))
                    .withMessageContaining("0 values");
        }

        @Test
        void refusesRaggedRowsAndWhatIsNotSquare() {
            assertThatIllegalArgumentException().isThrownBy(() -> DomainCheck.matrix("a", new double[][] {{1}, {1, 2}}))
                    .withMessageContaining("row 1");
            assertThatIllegalArgumentException().isThrownBy(() -> DomainCheck.square("a", new double[][] {{1, 2}}))
                    .withMessageContaining("1 rows of 2");
        }
    }
}
