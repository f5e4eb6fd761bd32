package dev.waggle.review.whatif;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import dev.waggle.swarm.consensus.ConsensusConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class WhatIfTableTest {

    private static final int SEEDS = 40;

    static Stream<ConsensusConfig> rules() {
        return RandomVotes.rules();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void everyEntryIsWhatTheScenarioDecides(ConsensusConfig rules) {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            VoteRecount recount = recount(rules, seed);
            WhatIfTable table = WhatIfTable.of(recount, 300, 1_000_000);
            for (WhatIfTable.Row row : table.rows()) {
                for (int i = 0; i < table.strategies().size(); i++) {
                    WhatIfTable.Step step = row.outcomes().get(i);
                    for (double threshold : thresholds(random, step)) {
                        VoteScenario scenario = row.scenario().withStrategy(table.strategies().get(i))
                                .withThreshold(threshold);
                        VoteOutcome outcome = VoteOutcome.of(scenario.apply(recount, List.of()));
                        assertThat(outcome).as("seed %d, %s", seed, scenario).isEqualTo(new VoteOutcome(
                                step.decides(threshold) ? step.lowest().leader() : null, step.lowest().leader(),
                                step.lowest().agreement(), step.lowest().probability()));
                    }
                }
            }
        }
    }

    @Test
    void aSmallRunHasEveryClass() {
        VoteRecount recount = new VoteRecount(RandomVotes.of(new Random(7), 6), ConsensusConfig.defaults());
        WhatIfTable table = WhatIfTable.of(recount);

        assertThat(table.omitted()).isEmpty();
        assertThat(table.rows()).extracting(WhatIfTable.Row::scenario).doesNotHaveDuplicates()
                .contains(VoteScenario.UNCHANGED);
        ScenarioSource source = new ScenarioSource(recount);
        long expected = Arrays.stream(ScenarioClass.values()).mapToLong(one -> source.of(one).count()).sum();
        assertThat(table.rows()).hasSize((int) expected);
    }

    @Test
    void changesThatDoNotFitAreOmittedAndCounted() {
        VoteRecount recount = new VoteRecount(RandomVotes.many(new Random(7), 2_000), ConsensusConfig.defaults());
        WhatIfTable table = WhatIfTable.of(recount);

        assertThat(table.rows().size() * table.strategies().size()).isLessThanOrEqualTo(WhatIfTable.MAX_OUTCOMES);
        assertThat(table.omitted()).containsKeys(ScenarioClass.TWO_AGENTS, ScenarioClass.TWO_VOTES)
                .doesNotContainKey(ScenarioClass.QUORUM);
        ScenarioSource source = new ScenarioSource(recount);
        long omitted = table.omitted().values().stream().mapToLong(count -> count).sum();
        long all = Arrays.stream(ScenarioClass.values()).mapToLong(source::count).sum();
        assertThat(table.rows().size() + omitted).isEqualTo(all);
        assertThat(table.rows()).extracting(WhatIfTable.Row::scenario).contains(VoteScenario.UNCHANGED)
                .anyMatch(scenario -> !scenario.changes().isEmpty()).doesNotHaveDuplicates();
    }

    private static List<Double> thresholds(Random random, WhatIfTable.Step step) {
        double agreement = step.lowest().agreement();
        return List.of(0.0, 1.0, random.nextDouble(), agreement, Math.max(0, agreement - 1e-9),
                Math.min(1, agreement + 1e-9));
    }

    private static VoteRecount recount(ConsensusConfig rules, int seed) {
        return new VoteRecount(RandomVotes.of(new Random(seed), 1 + seed % 7),
                rules.withMinVoters(1 + seed % 3).withThreshold(seed % 2 == 0 ? 0.7 : 0.5));
    }
}
