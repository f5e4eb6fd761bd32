package dev.waggle.math.inference;

import java.util.List;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/** Dependence of voters, ratios without a track record, and the most probable option. */
class DesignEffectTest {

    @Test
    void aGuessingVoterSaysNothing() {
        assertThat(VoteRatios.ofStrength(0)).isEqualTo(new VoteRatios(1, 1));
    }

    @Test
    void kishsDesignEffectHasItsEnds() {
        assertThat(DesignEffect.exponent(1, 0.7)).isEqualTo(1);
        assertThat(DesignEffect.exponent(8, 0)).isEqualTo(1);
        assertThat(DesignEffect.exponent(8, 1)).isEqualTo(1 / 8.0);
        assertThat(DesignEffect.effectiveSize(8, 0)).isEqualTo(8);
        assertThat(DesignEffect.effectiveSize(8, 1)).isEqualTo(1);
        assertThat(DesignEffect.of(21, 0.05)).isCloseTo(2, within(1e-15));
    }

    @Test
    void theEffectiveSizeIsTheVarianceRatioOfAMean() {
        Trials.run(200, random -> {
            int sources = random.nextInt(1, 30);
            double rho = random.nextDouble();
            double variance = 0; // Of the mean, from the covariance matrix with 1 on the diagonal and rho beside.
            for (int i = 0; i < sources; i++) {
                for (int j = 0; j < sources; j++) {
                    variance += (i == j ? 1 : rho) / sources / sources;
                }
            }
            assertThat(DesignEffect.effectiveSize(sources, rho)).isCloseTo(1 / variance, within(1e-10));
        });
    }

    @Test
    void refusesWhatIsOutsideOfTheDomain() {
        List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> calls = List.of(
                () -> VoteRatios.ofStrength(-1), () -> VoteRatios.ofStrength(Double.NaN),
                () -> DesignEffect.of(0, 0.5),
                () -> DesignEffect.of(2, 1.5), () -> DesignEffect.of(2, -0.1),
                () -> new MapEstimate(0.5, List.of()),
                () -> MapEstimate.of(new double[0]));
        calls.forEach(call -> assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining("must"));
    }
}
