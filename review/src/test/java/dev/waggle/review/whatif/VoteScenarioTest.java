package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.review.whatif.VoteScenario.ChangedVote;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.VoteRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class VoteScenarioTest {

    private static final int SEEDS = 150;

    static Stream<ConsensusConfig> rules() {
        return RandomVotes.rules();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void withoutAChangeItIsTheDecision(ConsensusConfig rules) {
        for (int seed = 0; seed < SEEDS; seed++) {
            VoteRecount recount = recount(rules, seed);

            assertThat(outcome(recount, VoteScenario.UNCHANGED)).as("seed %d", seed).isEqualTo(recount.outcome());
            assertThat(outcome(recount, VoteScenario.UNCHANGED.withStrategy(rules.strategy().id())
                    .withThreshold(recount.config().threshold()).withMinVoters(recount.config().minVoters())))
                    .as("seed %d", seed).isEqualTo(recount.outcome());
        }
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aFactorOfOneChangesNothingAndOneOfZeroLeavesTheAgentOut(ConsensusConfig rules) {
        for (int seed = 0; seed < SEEDS; seed++) {
            VoteRecount recount = recount(rules, seed);
            for (String agent : agents(recount)) {
                assertThat(outcome(recount, VoteScenario.UNCHANGED.weighing(Map.of(agent, 1.0)))).as("seed %d", seed)
                        .isEqualTo(recount.outcome());
                VoteScenario absent = VoteScenario.UNCHANGED.leavingOut(Set.of(agent));
                assertThat(result(recount, VoteScenario.UNCHANGED.weighing(Map.of(agent, 0.0)))).as("seed %d", seed)
                        .isEqualTo(result(recount, absent));
                assertThat(outcome(recount, absent)).as("seed %d", seed).isEqualTo(recount.without(agent));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theOrderOfItsPartsNeverMatters(ConsensusConfig rules) {
        for (int seed = 0; seed < SEEDS; seed++) {
            VoteRecount recount = recount(rules, seed);
            Random random = new Random(seed);
            VoteScenario scenario = RandomScenarios.of(random, recount);
            List<ChangedVote> shuffled = new ArrayList<>(scenario.changes());
            Collections.shuffle(shuffled, random);

            assertThat(result(recount, scenario.changing(shuffled))).as("seed %d", seed)
                    .isEqualTo(result(recount, scenario));
        }
    }

    /**
     * An agent that only agrees with one proposal: more weight for it cannot take the decision from that proposal. Under
     * a quorum a proposal can lead with less weight than another, and then its weight may lower the concentration.
     */
    @ParameterizedTest
    @MethodSource("rules")
    void moreSupportNeverLosesADecision(ConsensusConfig rules) {
        int kept = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            VoteRecount recount = recount(rules, seed, 1);
            for (String agent : agents(recount)) {
                List<VoteRecord> own = recount.counted().stream().filter(vote -> vote.agentId().equals(agent)).toList();
                if (own.size() > 1 || own.getFirst().vote().stance() != Stance.AGREE) {
                    continue;
                }
                boolean won = false;
                for (double factor : List.of(0.0, 0.25, 0.5, 1.0, 1.5, 4.0, 10.0)) {
                    boolean wins = Objects.equals(own.getFirst().proposalId(),
                            outcome(recount, VoteScenario.UNCHANGED.weighing(Map.of(agent, factor))).winner());
                    assertThat(won && !wins).as("seed %d, %s at %s", seed, agent, factor).isFalse();
                    kept += won && wins ? 1 : 0;
                    won = wins;
                }
            }
        }
        assertThat(kept).isPositive();
    }

    @Test
    void aHeavierAgentOutweighsTheOthers() {
        VoteRecount recount = new VoteRecount(ConsensusInput.of(RandomVotes.of(new Random(1), 0).proposals(), List.of(
                RandomVotes.vote(1, "ada", "p0", Stance.AGREE, 1), RandomVotes.vote(2, "bob", "p0", Stance.AGREE, 1),
                RandomVotes.vote(3, "ben", "p0", Stance.DISAGREE, 1))), ConsensusConfig.defaults());

        assertThat(outcome(recount, VoteScenario.UNCHANGED).decided()).isFalse();
        assertThat(outcome(recount, VoteScenario.UNCHANGED.weighing(Map.of("ada", 2.0))).agreement()).isEqualTo(0.75);
        assertThat(outcome(recount, VoteScenario.UNCHANGED.weighing(Map.of("ben", 0.5))).agreement()).isEqualTo(0.8);
    }

    /** A weight that counted as the maximum is raised from there. */
    @Test
    void aFactorAppliesToTheWeightThatCounted() {
        VoteRecount recount = new VoteRecount(ConsensusInput.of(RandomVotes.of(new Random(1), 0).proposals(), List.of(
                RandomVotes.vote(1, "ada", "p0", Stance.AGREE, 5),
                RandomVotes.vote(2, "ben", "p0", Stance.DISAGREE, 3))), ConsensusConfig.defaults());

        assertThat(recount.outcome().agreement()).isEqualTo(0.5);
        assertThat(outcome(recount, VoteScenario.UNCHANGED.weighing(Map.of("ada", 3.0))).agreement()).isEqualTo(0.75);
        assertThat(outcome(recount, VoteScenario.UNCHANGED.weighing(Map.of("ada", 0.5))).agreement())
                .isEqualTo(1 / 3.0);
    }

    @Test
    void contradictionsAndUnknownNamesAreRefused() {
        VoteRecount recount = recount(ConsensusConfig.defaults(), 3);
        assertThatThrownBy(() -> VoteScenario.UNCHANGED.weighing(Map.of("a0", 10.5)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("a0").hasMessageContaining("10.5");
        assertThatThrownBy(() -> VoteScenario.UNCHANGED.weighing(Map.of("a0", Double.NaN)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> VoteScenario.UNCHANGED.weighing(Map.of("a0", 2.0)).leavingOut(Set.of("a0")))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("left out");
        assertThatThrownBy(() -> VoteScenario.UNCHANGED.weighing(Map.of("nobody", 2.0)).apply(recount, List.of()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("nobody");
    }

    private static VoteRecount recount(ConsensusConfig rules, int seed) {
        return recount(rules, seed, 1 + seed % 3);
    }

    private static VoteRecount recount(ConsensusConfig rules, int seed, int quorum) {
        return new VoteRecount(RandomVotes.of(new Random(seed), 1 + seed % 9),
                rules.withMinVoters(quorum).withThreshold(seed % 2 == 0 ? 0.7 : 0.5));
    }

    private static Set<String> agents(VoteRecount recount) {
        return recount.counted().stream().map(VoteRecord::agentId).collect(Collectors.toSet());
    }

    private static ConsensusResult result(VoteRecount recount, VoteScenario scenario) {
        return scenario.apply(recount, List.of());
    }

    private static VoteOutcome outcome(VoteRecount recount, VoteScenario scenario) {
        return VoteOutcome.of(result(recount, scenario));
    }
}
