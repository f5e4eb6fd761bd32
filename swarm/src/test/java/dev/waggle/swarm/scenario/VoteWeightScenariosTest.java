package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteTally;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.ScriptedLens;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Scenarios of the final weights of votes. */
class VoteWeightScenariosTest {

    private final SolveTestBed table = new SolveTestBed();

    @Test // D21
    void d21AttentionIsClampedAndCountsFromTheSecondRoundOn() {
        Map<String, Double> attention = new LinkedHashMap<>();
        attention.put("much", 3.0);
        attention.put("little", 0.1);
        List<Agent> agents = List.of(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")), agrees("much", 0.5),
                agrees("little", 0.5), agrees("usual", 0.5));
        SwarmResult result = SolveTestBed.solve(table.config(agents)
                .withMath(MathConfig.defaults().withLenses(List.of(ScriptedLens.weighing(attention)))));

        assertThat(weights(result)).containsExactly(
                Map.entry("much", 0.5 * 1.2), Map.entry("little", 0.5 * 0.8), Map.entry("usual", 0.5));
    }

    @Test // C10, D21
    void statedWeightsAreCutAndMultipliedByTheWeightOfTheAgentAndByAttention() {
        List<Agent> agents = List.of(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                agrees("heavy", 9).as(old -> old.withWeight(5)), agrees("light", 0.5));
        SwarmResult result = SolveTestBed.solve(table.config(agents)
                .withMath(MathConfig.defaults().withLenses(List.of(ScriptedLens.weighing(Map.of("heavy", 2.0))))));

        assertThat(weights(result)).containsExactly(Map.entry("heavy", 1 * 5 * 1.2), Map.entry("light", 0.5));
    }

    @Test // D20
    void d20CausalLevelsChangeNothingForBuiltInStrategies() {
        for (ConsensusStrategy strategy : StrategyCatalog.builtIn()) {
            List<Double> confidences = new ArrayList<>();
            for (CausalLevel level : CausalLevel.values()) {
                SwarmResult result = SolveTestBed.solve(new SolveTestBed().config(voters(level))
                        .withConsensus(ConsensusConfig.defaults().withStrategy(strategy).withThreshold(1)));
                confidences.add(result.consensus().confidence());
                assertThat(result.consensus().votingRecord()).extracting(VoteRecord::causalLevel)
                        .containsOnly(level);
            }
            assertThat(confidences).as(strategy.id()).containsOnly(confidences.getFirst());
        }
    }

    @Test // D20, D18
    void d20ACustomStrategyReadsCausalLevelsAfterWeighting() {
        List<VoteRecord> read = Collections.synchronizedList(new ArrayList<>());
        ConsensusStrategy custom = new ConsensusStrategy() {
            @Override
            public String id() {
                return "custom";
            }

            @Override
            public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
                read.addAll(tally.votes());
                return new ConsensusVerdict(true, "A", 1, "as read");
            }
        };
        SolveTestBed.solve(table.config(voters(CausalLevel.COUNTERFACTUAL))
                .withConsensus(ConsensusConfig.defaults().withStrategy(custom))
                .withMath(
                        MathConfig.defaults().withLenses(List.of(ScriptedLens.weighing(Map.of("b", 3.0, "c", 3.0))))));

        assertThat(read).as("before the challenge and after it").hasSize(4).allSatisfy(vote -> {
            assertThat(vote.causalLevel()).isEqualTo(CausalLevel.COUNTERFACTUAL);
            assertThat(vote.vote().weight()).isCloseTo(0.6, within(1e-12));
        });
    }

    private static List<Agent> voters(CausalLevel level) {
        Draft vote = ScriptedAgent.votes(Stance.AGREE, "A", 0.5)
                .withGrading(Grading.confidence(0.6).withCausalLevel(level));
        return List.of(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")),
                ScriptedAgent.agent("b").says(2, vote),
                ScriptedAgent.agent("c").says(2, vote));
    }

    private static ScriptedAgent agrees(String id, double weight) {
        return ScriptedAgent.agent(id).says(2, ScriptedAgent.votes(Stance.AGREE, "A", weight));
    }

    private static List<Map.Entry<String, Double>> weights(SwarmResult result) {
        return result.consensus().votingRecord().stream()
                .map(vote -> Map.entry(vote.agentId(), vote.vote().weight())).toList();
    }
}
