package dev.waggle.swarm.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteTally;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/** Scenarios of counted votes in a whole solve. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class VotesInASolveTest {

    private final SolveTestBed table = new SolveTestBed();

    @Test
    @DisplayName("C10 the weight of an agent multiplies the weights of its votes")
    void theWeightOfAnAgentMultipliesTheWeightsOfItsVotes() {
        SwarmResult result = table.solve(
                ScriptedAgent.agent("heavy").as(old -> old.withWeight(5)).says(1, ScriptedAgent.proposes("p1"),
                        ScriptedAgent.votes(Stance.AGREE, "p1", 0.8)),
                ScriptedAgent.agent("light").says(1, ScriptedAgent.votes(Stance.DISAGREE, "p1", 0.8)));

        assertThat(result.consensus().votingRecord()).extracting(vote -> vote.vote().weight()).containsExactly(4.0,
                0.8);
        assertThat(result.agreement()).isCloseTo(5.0 / 6, within(1e-12));
    }

    @Test
    @DisplayName("C10 D14 a loud vote is cut before the weight of its agent counts")
    void aLoudVoteIsCutBeforeTheWeightOfItsAgentCounts() {
        SwarmResult result = table.solve(
                ScriptedAgent.agent("heavy").as(old -> old.withWeight(5)).says(1, ScriptedAgent.proposes("p1"),
                        ScriptedAgent.votes(Stance.AGREE, "p1", 1e308)),
                ScriptedAgent.agent("light").says(1, ScriptedAgent.votes(Stance.DISAGREE, "p1", 100)));

        assertThat(result.agreement()).isCloseTo(5.0 / 6, within(1e-12));
    }

    @Test
    @DisplayName("C10 D14 the largest weight of a configuration is cut before the weight of an agent counts")
    void theLargestWeightOfAConfigurationIsCutBeforeTheWeightOfAnAgentCounts() {
        ConsensusConfig upToTwo = ConsensusConfig.defaults().withMaxWeight(2);
        SwarmResult result = SolveTestBed.solve(table.config(
                ScriptedAgent.agent("heavy").as(old -> old.withWeight(5)).says(1, ScriptedAgent.proposes("p1"),
                        ScriptedAgent.votes(Stance.AGREE, "p1", 2)),
                ScriptedAgent.agent("light").says(1, ScriptedAgent.votes(Stance.DISAGREE, "p1", 3)))
                .withConsensus(upToTwo));

        assertThat(result.agreement()).isCloseTo(5.0 / 6, within(1e-12));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.config(ScriptedAgent.agent("a").as(old -> old.withWeight(200)))
                        .withConsensus(upToTwo))
                .withMessageContaining("400").withMessageContaining("256");
    }

    @Test
    @DisplayName("D18 the strategy of the configuration is asked with weighted votes")
    void theStrategyOfTheConfigurationIsAskedWithWeightedVotes() {
        AtomicInteger asked = new AtomicInteger();
        ConsensusStrategy own = new ConsensusStrategy() {
            @Override
            public String id() {
                return "own";
            }

            @Override
            public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
                asked.incrementAndGet();
                List<VoteRecord> votes = tally.votes();
                return new ConsensusVerdict(true, votes.getFirst().proposalId(), 0.42, "mine");
            }
        };
        SwarmResult result = SolveTestBed
                .solve(table.config(ScriptedAgent.team()).withConsensus(ConsensusConfig.defaults().withStrategy(own)));

        assertThat(asked).hasPositiveValue();
        assertThat(result.consensus().strategy()).isEqualTo("own");
        assertThat(result.agreement()).isEqualTo(0.42);
    }

    @ParameterizedTest
    @MethodSource
    void aStrategyThatFailsDecidesNothingAndIsReportedOnce(Supplier<ConsensusVerdict> broken, String reason) {
        ConsensusStrategy own = new ConsensusStrategy() {
            @Override
            public String id() {
                return "own";
            }

            @Override
            public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
                return broken.get();
            }
        };
        SwarmResult result = SolveTestBed
                .solve(table.config(ScriptedAgent.team()).withConsensus(ConsensusConfig.defaults().withStrategy(own)));

        assertThat(result.consensus().decided()).isFalse();
        assertThat(result.consensus().reasoning()).contains("strategy own failed", reason);
        assertThat(result.consensus().votingRecord()).hasSize(2);
        assertThat(result.failures()).singleElement().satisfies(failure -> assertThat(failure)
                .returns("orchestrator", AgentFailure::agentId).returns("consensus.strategy", AgentFailure::context));
    }

    @SuppressWarnings("NullAway") // A strategy must not do this.
    static Stream<Arguments> aStrategyThatFailsDecidesNothingAndIsReportedOnce() {
        return Stream.of(Arguments.of((Supplier<ConsensusVerdict>) () -> null, "not null"),
                Arguments.of((Supplier<ConsensusVerdict>) () -> {
                    throw new IllegalStateException("I throw");
                }, "I throw"), Arguments.of((Supplier<ConsensusVerdict>) () -> {
                    throw new AssertionError("I err");
                }, "I err"),
                Arguments.of((Supplier<ConsensusVerdict>) () -> new ConsensusVerdict(true, "p9", 1, "mine"), "p9"));
    }

    @Test // Settled: an answer is one exclusive ballot
    void exclusiveBallotsOfASolveShareOneHundredPercent() {
        ConsensusConfig exclusive = ConsensusConfig.defaults().withBallots(BallotRule.EXCLUSIVE)
                .withStrategy(StrategyCatalog.named("voting"));
        SwarmResult result = SolveTestBed.solve(table.config(ScriptedAgent.quarrel()).withConsensus(exclusive));

        assertThat(result.consensus().decided()).isFalse();
        assertThat(result.consensus().confidence()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void aDecisionIsSaidWhenItIsMade() {
        Instant start = table.world.now();
        ConsensusStrategy slow = new ConsensusStrategy() {
            @Override
            public String id() {
                return "slow";
            }

            @Override
            public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
                table.world.advance(Duration.ofSeconds(4));
                return new ConsensusVerdict(true, "p1", 1, "mine");
            }
        };
        SwarmResult result = SolveTestBed
                .solve(table.config(ScriptedAgent.team()).withConsensus(ConsensusConfig.defaults().withStrategy(slow)));

        assertThat(result.signalLog().getLast().time()).isEqualTo(start.plusSeconds(4));
    }
}
