package dev.waggle.swarm.consensus;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Custom strategies in the consensus engine: their input, and the decisions that they may make. */
class CustomStrategiesTest {

    @ParameterizedTest // D20
    @EnumSource(CausalLevel.class)
    void aCustomStrategyReadsCausalLevelsAfterWeighting(CausalLevel level) {
        List<VoteRecord> weighted = Ballots.on("p1")
                .cast("a", new Payload.Vote("p1", Stance.AGREE, "seen it", 0.5), level).agree("b", "p1", 0.5).votes()
                .stream().map(vote -> vote.weighted(0.8)).map(vote -> vote.weighted(1.2)).toList();
        Set<CausalLevel> read = new TreeSet<>();
        ConsensusStrategy reader = custom((tally, _) -> {
            for (VoteRecord vote : tally.votes()) {
                if (vote.causalLevel() != null) {
                    read.add(vote.causalLevel());
                    assertThat(tally.weightOf(vote)).isCloseTo(0.48, within(1e-12));
                }
            }
            return new ConsensusVerdict(true, "p1", 0.9, "read");
        });

        new ConsensusEngine(ConsensusConfig.defaults().withStrategy(reader))
                .evaluate(ConsensusInput.of(List.of(Ballots.proposal("p1")), weighted));

        assertThat(read).containsExactly(level);
    }

    @Test
    void aCustomStrategyThatNamesAProposalWhichDoesNotExistIsRefused() {
        ConsensusStrategy dreamer = custom((tally, _) -> new ConsensusVerdict(true, "ghost", 0.9, "I saw it"));
        ConsensusEngine engine = new ConsensusEngine(ConsensusConfig.defaults().withStrategy(dreamer));
        ConsensusInput input = Ballots.on("p1", "p2").agree("a", "p1", 1).agree("b", "p1", 1).input();

        assertThatThrownBy(() -> engine.evaluate(input)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("custom").hasMessageContaining("ghost");
    }

    @Test
    void aCustomStrategyCannotDecideBelowTheNeededVoters() {
        ConsensusStrategy eager = custom((tally, _) -> new ConsensusVerdict(true, "p1", 1, "at once"));
        ConsensusEngine engine = new ConsensusEngine(ConsensusConfig.defaults().withStrategy(eager));

        assertThat(engine.evaluate(Ballots.on("p1").agree("a", "p1", 1).input()).decided()).isFalse();
    }

    private static ConsensusStrategy custom(Rule rule) {
        return new ConsensusStrategy() {
            @Override
            public String id() {
                return "custom";
            }

            @Override
            public ConsensusVerdict evaluate(VoteTally tally, DecisionRule needed) {
                return rule.evaluate(tally, needed);
            }
        };
    }

    private interface Rule {
        ConsensusVerdict evaluate(VoteTally tally, DecisionRule needed);
    }
}
