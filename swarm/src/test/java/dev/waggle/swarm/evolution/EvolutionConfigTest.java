package dev.waggle.swarm.evolution;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EvolutionConfigTest {

    private static final EvolutionConfig DEFAULTS = EvolutionConfig.defaults();

    @Test
    void theDefaultsAreThoseOfTheSpecification() {
        assertThat(DEFAULTS).isEqualTo(new EvolutionConfig(false, 3, 5, 0.5, 3, 0.8, 0.6));
    }

    @Test
    void eachValueCanBeChangedAlone() {
        assertThat(
                DEFAULTS.withEvolutionEnabled().withMaxEvolvedAgents(1).withEvaluationWindow(2).withMinValueForKeep(0.3)
                        .withCooldownRounds(0).withNmiPruneThreshold(0.9).withMinUrgency(0.4))
                .isEqualTo(new EvolutionConfig(true, 1, 2, 0.3, 0, 0.9, 0.4));
    }

    @Test
    void badValuesAreRefusedByName() {
        refused(() -> DEFAULTS.withMaxEvolvedAgents(0), "maxEvolvedAgents must be between 1 and 64, got 0\nMaybe");
        refused(() -> DEFAULTS.withMaxEvolvedAgents(65), "maxEvolvedAgents must be between 1 and 64, got 65");
        refused(() -> DEFAULTS.withEvaluationWindow(0), "evaluationWindow must be at least 1 round, got 0");
        refused(() -> DEFAULTS.withCooldownRounds(-1), "cooldownRounds must be at least 0, got -1");
        refused(() -> DEFAULTS.withMinValueForKeep(Double.NaN), "minValueForKeep must be between 0 and 1, got NaN");
        refused(() -> DEFAULTS.withNmiPruneThreshold(1.1), "nmiPruneThreshold must be between 0 and 1, got 1.1");
        refused(() -> DEFAULTS.withMinUrgency(-0.1), "minUrgency must be between 0 and 1, got -0.1");
    }

    private static void refused(Runnable change, String message) {
        assertThatThrownBy(change::run).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }
}
