package dev.waggle.swarm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.RetryPolicy;
import dev.waggle.swarm.lens.data.LensThresholds;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The table of defaults of the specification, whole. */
class DefaultsTest {

    private static final SwarmConfig CONFIG = SwarmConfig
            .of(List.of(Agent.of(AgentProfile.of("a"), turn -> List.of())));

    @Test
    void everyDefaultIsTheOneOfTheSpecification() {
        assertThat(actual()).containsExactlyEntriesOf(specified());
    }

    private static Map<String, Object> specified() {
        Map<String, Object> table = new LinkedHashMap<>();
        table.put("maxRounds", 10);
        table.put("maxSignals", 200);
        table.put("timeout", 120_000L);
        table.put("tokenBudget", "unlimited");
        table.put("retry.maxRetries", 3);
        table.put("retry.baseDelayMs", 1_000L);
        table.put("retry.maxDelayMs", 10_000L);
        table.put("retry.circuitBreakerThreshold", 5);
        table.put("consensus.strategy", "confidence-weighted");
        table.put("consensus.threshold", 0.7);
        table.put("consensus.minVoters", 2);
        table.put("consensus.settleRounds", 1);
        table.put("consensus.maxDebateRounds", 3);
        table.put("consensus.conflictResolution", "debate");
        table.put("math.entropyThreshold", 0.3);
        table.put("math.minInformationGain", 0.05);
        table.put("math.redundancyThreshold", 0.7);
        table.put("evolution.enabled", false);
        table.put("evolution.maxEvolvedAgents", 3);
        table.put("evolution.evaluationWindow", 5);
        table.put("evolution.minValueForKeep", 0.5);
        table.put("evolution.cooldownRounds", 3);
        table.put("evolution.nmiPruneThreshold", 0.8);
        table.put("costPerToken", 0.000003);
        return table;
    }

    private static Map<String, Object> actual() {
        Map<String, Object> table = new LinkedHashMap<>();
        table.put("maxRounds", CONFIG.limits().maxRounds());
        table.put("maxSignals", CONFIG.limits().maxSignals());
        table.put("timeout", CONFIG.limits().timeout().toMillis());
        table.put("tokenBudget", CONFIG.spending().budget().tokens() == null ? "unlimited" : "limited");
        RetryPolicy retry = RetryPolicy.DEFAULTS;
        table.put("retry.maxRetries", retry.maxRetries());
        table.put("retry.baseDelayMs", retry.baseDelay().toMillis());
        table.put("retry.maxDelayMs", retry.maxDelay().toMillis());
        table.put("retry.circuitBreakerThreshold", BreakerPolicy.DEFAULTS.threshold());
        ConsensusConfig consensus = CONFIG.consensus();
        table.put("consensus.strategy", consensus.strategy().id());
        table.put("consensus.threshold", consensus.threshold());
        table.put("consensus.minVoters", consensus.minVoters());
        table.put("consensus.settleRounds", consensus.settleRounds());
        table.put("consensus.maxDebateRounds", consensus.maxDebateRounds());
        table.put("consensus.conflictResolution", consensus.conflictResolution().wireName());
        LensThresholds math = CONFIG.math().thresholds();
        table.put("math.entropyThreshold", math.entropy());
        table.put("math.minInformationGain", math.minInformationGain());
        table.put("math.redundancyThreshold", math.redundancy());
        EvolutionConfig evolution = CONFIG.steering().evolution();
        table.put("evolution.enabled", evolution.enabled());
        table.put("evolution.maxEvolvedAgents", evolution.maxEvolvedAgents());
        table.put("evolution.evaluationWindow", evolution.evaluationWindow());
        table.put("evolution.minValueForKeep", evolution.minValueForKeep());
        table.put("evolution.cooldownRounds", evolution.cooldownRounds());
        table.put("evolution.nmiPruneThreshold", evolution.nmiPruneThreshold());
        table.put("costPerToken", PriceTable.COST_PER_TOKEN);
        return table;
    }
}
