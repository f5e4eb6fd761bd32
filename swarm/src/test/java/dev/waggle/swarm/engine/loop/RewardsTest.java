package dev.waggle.swarm.engine.loop;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.selection.AgentContribution;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@DisplayName("F22 what a solve was worth")
class RewardsTest {

    private static final Proposal WON = new Proposal("p1", "do it", "", "author", "sig_1", 0.8,
            Instant.parse("2026-03-01T12:00:00Z"));

    @Test
    void isTheConfidenceTimesTheMeanConfidenceOfTheAgentAndABonusForTheAuthor() {
        RewardCalculator rewards = rewards(true, 0.75, said("author", 0.8), said("voter", 0.6));

        assertThat(rewards.of("author")).isCloseTo(0.75 * 0.8 + 0.2, within(1e-12));
        assertThat(rewards.of("voter")).isCloseTo(0.75 * 0.6, within(1e-12));
    }

    @Test
    void isAtMostOne() {
        assertThat(rewards(true, 1, said("author", 0.95)).of("author")).isEqualTo(1);
    }

    @Test
    void isNothingWhenNothingWasDecidedNotEvenForTheAuthor() {
        RewardCalculator rewards = rewards(false, 0.65, said("author", 0.8), said("voter", 1));

        assertThat(rewards.of("author")).isZero();
        assertThat(rewards.of("voter")).isZero();
    }

    @Test
    void takesAHalfForAnAgentThatSaidNothingOrIsNotKnown() {
        RewardCalculator rewards = rewards(true, 0.8, new AgentContribution("silent", 0, 0, 0, 0, 0),
                said("sure of nothing", 0));

        assertThat(rewards.of("silent")).isCloseTo(0.4, within(1e-12));
        assertThat(rewards.of("nobody")).isCloseTo(0.4, within(1e-12));
        assertThat(rewards.of("sure of nothing")).isZero();
    }

    private static AgentContribution said(String agentId, double confidence) {
        return new AgentContribution(agentId, 2, 1, 0, 1, confidence);
    }

    private static RewardCalculator rewards(boolean decided, double confidence, AgentContribution... contributions) {
        ConsensusResult result = new ConsensusResult(new ConsensusVerdict(decided, "p1", confidence, "because"),
                "voting",
                List.of(new ProposalStanding(WON, 1, confidence, 2, 2)), List.of(), List.of(), 0, Duration.ZERO);
        return new RewardCalculator(result, Stream.of(contributions)
                .collect(Collectors.toMap(AgentContribution::agentId, Function.identity())));
    }
}
