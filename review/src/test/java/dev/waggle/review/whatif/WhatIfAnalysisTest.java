package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class WhatIfAnalysisTest {

    private static final int SEEDS = 60;

    static Stream<ConsensusConfig> rules() {
        return RandomVotes.rules();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theThresholdPartsWhatDecidesFromWhatDoesNot(ConsensusConfig rules) {
        for (int seed : IntStream.range(0, SEEDS).toArray()) {
            ConsensusInput input = RandomVotes.of(new Random(seed), 6);
            VoteRecount recount = new VoteRecount(input, rules);
            WhatIfAnalysis.Boundary boundary = WhatIfAnalysis.Boundary.of(recount);
            for (int step = 0; step <= 100; step++) {
                double threshold = step / 100.0;
                boolean decides = new ConsensusEngine(rules.withThreshold(threshold)).evaluate(input).decided();
                assertThat(decides).as("seed " + seed + " at " + threshold).isEqualTo(switch (boundary) {
                    case WhatIfAnalysis.Boundary.Always() -> true;
                    case WhatIfAnalysis.Boundary.Never() -> false;
                    case WhatIfAnalysis.Boundary.UpTo(double highest) -> threshold <= highest + 1e-12;
                });
            }
        }
    }

    @ParameterizedTest
    @MethodSource("rules")
    void asksAgainWithoutEachVoterAndUnderEachStrategy(ConsensusConfig rules) {
        for (int seed : IntStream.range(0, SEEDS).toArray()) {
            ConsensusInput input = RandomVotes.of(new Random(seed), 7);
            VoteRecount recount = new VoteRecount(input, rules);
            WhatIfAnalysis whatIf = WhatIfAnalysis.of(recount, 1);
            whatIf.withoutAgent().forEach((agent, without) -> assertThat(without).isEqualTo(VoteOutcome.of(
                    new ConsensusEngine(rules).evaluate(ConsensusInput.of(input.proposals(), input.votes().stream()
                            .filter(vote -> !vote.agentId().equals(agent)).toList())))));
            assertThat(whatIf.strategies().keySet()).containsExactlyElementsOf(
                    StrategyCatalog.builtIn().stream().map(strategy -> strategy.id())
                            .filter(id -> !id.equals("learned") || rules.strategy().id().equals(id)).toList());
            whatIf.strategies().forEach((id, result) -> assertThat(VoteOutcome.of(result)).as("seed " + seed + " " + id)
                    .isEqualTo(VoteOutcome.of(new ConsensusEngine(rules.withStrategy(StrategyCatalog.named(id)))
                            .evaluate(input))));
        }
    }

    @ParameterizedTest
    @MethodSource("rules")
    void countsTheVotesThatWereMissing(ConsensusConfig rules) {
        int counted = 0;
        for (int seed : IntStream.range(0, SEEDS).toArray()) {
            ConsensusConfig config = rules.withThreshold(0.9).withMinVoters(3);
            ConsensusInput input = RandomVotes.of(new Random(seed), 4);
            VoteRecount recount = new VoteRecount(input, config);
            if (recount.outcome().decided()) {
                continue;
            }
            for (MissingVotes missing : MissingVotes.of(recount, 1)) {
                String proposal = missing.standing().proposal().id();
                counted += missing.full().isPresent() ? 1 : 0;
                assertThat(missing.full()).as("seed " + seed).isEqualTo(fewest(input, config, proposal));
            }
        }
        assertThat(counted).isPositive();
    }

    @Test
    void theVotesThatWereMissingAreFirstThoseOfTheApprovalRule() {
        ConsensusInput input = ConsensusInput.of(RandomVotes.of(new Random(1), 0).proposals(), List.of(
                RandomVotes.vote(1, "ada", "p0", Stance.AGREE, 1), RandomVotes.vote(2, "bob", "p0", Stance.AGREE, 1),
                RandomVotes.vote(3, "ben", "p0", Stance.DISAGREE, 0.1)));
        ApprovalRule rule = ApprovalRule.requiring("maya", "ada").withVetoers(List.of("ben", "bob"));
        VoteRecount recount = new VoteRecount(input, ConsensusConfig.defaults().withApproval(rule));

        MissingVotes missing = MissingVotes.of(recount, 1).stream()
                .filter(one -> one.standing().proposal().id().equals("p0")).findFirst().orElseThrow();

        assertThat(recount.outcome().decided()).isFalse();
        assertThat(missing.approvals()).containsExactly("maya", "ben");
        assertThat(missing.full()).hasValue(2);
    }

    @Test
    void marginIsAboveZeroOnlyWhereItDecided() {
        ConsensusInput input = ConsensusInput.of(RandomVotes.of(new Random(1), 0).proposals(), List.of(
                RandomVotes.vote(1, "ada", "p0", Stance.AGREE, 0.75),
                RandomVotes.vote(2, "bob", "p0", Stance.DISAGREE, 0.25)));
        WhatIfAnalysis.Boundary boundary = WhatIfAnalysis.Boundary
                .of(new VoteRecount(input, ConsensusConfig.defaults()));

        assertThat(boundary).isEqualTo(new WhatIfAnalysis.Boundary.UpTo(0.75));
        assertThat(boundary.margin(0.7)).hasValueSatisfying(margin -> assertThat(margin).isPositive());
        assertThat(boundary.margin(0.8)).hasValueSatisfying(margin -> assertThat(margin).isNegative());
    }

    private static OptionalInt fewest(ConsensusInput input, ConsensusConfig config, String proposal) {
        for (int more = 1; more <= MissingVotes.MAX_VOTES; more++) {
            List<VoteRecord> votes = new ArrayList<>(input.votes());
            for (int i = 0; i < more; i++) {
                votes.add(RandomVotes.vote(100 + i, "new" + i, proposal, Stance.AGREE, 1));
            }
            VoteOutcome outcome = VoteOutcome.of(new ConsensusEngine(config)
                    .evaluate(ConsensusInput.of(input.proposals(), votes)));
            if (proposal.equals(outcome.winner())) {
                return OptionalInt.of(more);
            }
        }
        return OptionalInt.empty();
    }
}
