package dev.waggle.swarm.consensus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** A probability that a decision needs beside the agreement. */
class ThresholdConfidenceTest {

    private static final int CASES = 2_000;
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static final ConsensusConfig VOTING = ConsensusConfig.defaults().withStrategy(new VotingStrategy())
            .withBallots(BallotRule.EXCLUSIVE);

    @Test
    void agreementAloneDoesNotDecideBelowIt() {
        List<VoteRecord> votes = agreements(3, 1);

        assertThat(evaluated(VOTING, votes).decided()).isTrue();
        ConsensusResult strict = evaluated(VOTING.withThresholdConfidence(0.9), votes);
        assertThat(strict.decided()).isFalse();
        assertThat(strict.leader()).map(Proposal::id).contains("p0");
        assertThat(strict.reasoning()).startsWith("the probability that p0 is right is ").contains("threshold 90.0 %");
        assertThat(strict.estimate().probability()).isBetween(0.5, 0.9);
    }

    @Test
    void withoutAThresholdOfAgreementItAloneDecides() {
        ConsensusConfig config = VOTING.withThreshold(0).withThresholdConfidence(0.4);

        assertThat(evaluated(config, agreements(3, 2)).decided()).isTrue();
        assertThat(evaluated(config, agreements(3, 3)).decided()).isFalse();
        assertThat(evaluated(config, agreements(4, 3, 3)).decided()).isFalse();
    }

    @Test
    void asProbableAsARivalIsNoDecision() {
        ConsensusConfig config = VOTING.withThreshold(0).withThresholdConfidence(0.01);

        assertThat(evaluated(config, agreements(2, 2)).decided()).isFalse();
        assertThat(evaluated(config, agreements(2, 2)).reasoning()).contains("another one is as probable");
    }

    @Test
    void aFurtherSupporterNeverUndoesADecision() {
        int decided = 0;
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            ConsensusConfig config = VOTING.withThreshold(0).withThresholdConfidence(random.nextDouble());
            int[] counts = IntStream.range(0, 1 + random.nextInt(4)).map(_ -> random.nextInt(9)).toArray();
            ConsensusResult before = evaluated(config, agreements(counts));
            if (before.decided()) {
                decided++;
                int leader = Integer.parseInt(before.leader().orElseThrow().id().substring(1));
                counts[leader]++;
                ConsensusResult after = evaluated(config, agreements(counts));
                assertThat(after.decided()).as("seed %d", seed).isTrue();
                assertThat(after.estimate().probability()).isGreaterThanOrEqualTo(before.estimate().probability());
            }
        }
        assertThat(decided).isGreaterThan(CASES / 10);
    }

    @Test
    void anIntervalHoldsTheProbabilityAndTheProposalsLeaveRoomForNone() {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            int[] counts = IntStream.range(0, 1 + random.nextInt(4)).map(_ -> random.nextInt(9)).toArray();
            ConfidenceEstimate estimate = evaluated(VOTING, agreements(counts)).estimate();

            assertThat(estimate.low()).isLessThanOrEqualTo(estimate.probability());
            assertThat(estimate.high()).isGreaterThanOrEqualTo(estimate.probability());
            assertThat(estimate.ofProposals().values().stream().mapToDouble(share -> share).sum()).isLessThan(1);
            assertThat(estimate.basisInWords()).isEqualTo("assumed");
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, 80, Double.NaN, Double.POSITIVE_INFINITY})
    void itIsAProbability(double threshold) {
        assertThatIllegalArgumentException().isThrownBy(() -> VOTING.withThresholdConfidence(threshold))
                .withMessageContaining("thresholdConfidence must be between 0 and 1");
    }

    private static ConsensusResult evaluated(ConsensusConfig config, List<VoteRecord> votes) {
        return new ConsensusEngine(config).evaluate(ConsensusInput.of(IntStream.range(0, 4)
                .mapToObj(number -> new Proposal("p" + number, "p" + number, "", "nobody", "s" + number, 1, NOON))
                .toList(), votes));
    }

    /** That many agreements with each proposal, by an agent each. */
    private static List<VoteRecord> agreements(int... counts) {
        List<VoteRecord> votes = new ArrayList<>();
        for (int proposal = 0; proposal < counts.length; proposal++) {
            for (int voter = 0; voter < counts[proposal]; voter++) {
                votes.add(new VoteRecord("a" + votes.size(),
                        new Payload.Vote("p" + proposal, Stance.AGREE, null, 1), NOON, null, "v" + votes.size()));
            }
        }
        return votes;
    }
}
