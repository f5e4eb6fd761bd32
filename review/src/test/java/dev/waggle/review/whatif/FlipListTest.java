package dev.waggle.review.whatif;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.VoteRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class FlipListTest {

    private static final int SEEDS = 60;

    static Stream<ConsensusConfig> rules() {
        return RandomVotes.rules();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void everyScenarioOfItGivesTheStatedOutcomeAndFlips(ConsensusConfig rules) {
        for (int seed = 0; seed < SEEDS; seed++) {
            VoteRecount recount = recount(rules, seed);
            List<ScenarioFlip> flips = FlipList.of(recount).flips();

            for (ScenarioFlip flip : flips) {
                VoteOutcome outcome = VoteOutcome.of(flip.scenario().apply(recount, List.of()));
                assertThat(outcome).as("seed %d, %s", seed, flip).isEqualTo(flip.outcome());
                assertThat(outcome.decidesLike(recount.outcome())).as("seed %d, %s", seed, flip).isFalse();
            }
            assertThat(flips).as("seed %d", seed).isSortedAccordingTo(Comparator.comparingInt(ScenarioFlip::size)
                    .thenComparingDouble(ScenarioFlip::distance));
            assertThat(flips).extracting(ScenarioFlip::scenario).as("seed %d", seed).doesNotHaveDuplicates();
        }
    }

    @Test
    void everyKindIsFound() {
        Map<FlipKind, Integer> found = new EnumMap<>(FlipKind.class);
        rules().forEach(rules -> {
            for (int seed = 0; seed < SEEDS; seed++) {
                FlipList.of(recount(rules, seed)).flips().forEach(flip -> found.merge(flip.kind(), 1, Integer::sum));
            }
        });
        assertThat(found.keySet()).containsExactlyInAnyOrder(FlipKind.values());
    }

    /** A change that is not in the list does not flip: every agent's absence, every single vote, and thresholds in steps. */
    @ParameterizedTest
    @MethodSource("rules")
    void noSmallerChangeIsMissing(ConsensusConfig rules) {
        for (int seed = 0; seed < SEEDS; seed++) {
            VoteRecount recount = recount(rules, seed);
            List<ScenarioFlip> flips = FlipList.of(recount).flips();
            List<VoteScenario> listed = flips.stream().map(ScenarioFlip::scenario).toList();
            ScenarioSource source = new ScenarioSource(recount);
            for (VoteScenario vote : source.of(ScenarioClass.VOTE).toList()) {
                assertThat(flips(recount, vote)).as("seed %d, %s", seed, vote).isEqualTo(listed.contains(vote));
            }
            for (VoteScenario agent : source.of(ScenarioClass.AGENT).toList()) {
                long votes = recount.counted().stream().map(VoteRecord::agentId).filter(agent.without()::contains)
                        .count();
                assertThat(flips(recount, agent)).as("seed %d, %s", seed, agent)
                        .isEqualTo(votes > 1 ? listed.contains(agent) : flips(recount, agent));
            }
            double nearest = flips.stream().filter(flip -> flip.kind() == FlipKind.THRESHOLD)
                    .mapToDouble(ScenarioFlip::distance).min().orElse(2);
            for (int step = 0; step <= 100; step++) {
                VoteScenario threshold = VoteScenario.UNCHANGED.withThreshold(step / 100.0);
                boolean isNear = Math.abs(step / 100.0 - recount.config().threshold()) < nearest - 0.002;
                assertThat(isNear && flips(recount, threshold)).as("seed %d at %d", seed, step).isFalse();
            }
        }
    }

    @Test
    void aLargeRunIsListedWithinItsLimits() {
        ConsensusInput input = RandomVotes.many(new Random(5), 3_000);
        FlipList list = FlipList.of(new VoteRecount(input, ConsensusConfig.defaults()));

        assertThat(list.skippedAgents()).isPositive();
        assertThat(list.flips()).extracting(ScenarioFlip::kind).contains(FlipKind.THRESHOLD);
        assertThat(list.flips()).allSatisfy(flip -> assertThat(flip.scenario().changes().size())
                .isLessThanOrEqualTo(FlipList.MAX_VOTES));
    }

    private static boolean flips(VoteRecount recount, VoteScenario scenario) {
        return !VoteOutcome.of(scenario.decide(recount)).decidesLike(recount.outcome());
    }

    private static VoteRecount recount(ConsensusConfig rules, int seed) {
        return new VoteRecount(RandomVotes.of(new Random(seed), 1 + seed % 9),
                rules.withMinVoters(1 + seed % 3).withThreshold(seed % 2 == 0 ? 0.7 : 0.5));
    }
}
