package dev.waggle.swarm.reputation;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import dev.waggle.math.inference.ShareInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class ReputationLedgerTest {

    private final ReputationLedger ledger = new ReputationLedger();

    @Test
    void oneMoreSuccessNeverLowersAScoreAndOneMoreFailureNeverRaisesIt() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 500; i++) {
            String type = "type " + random.nextInt(3);
            AgentReputation before = ledger.of("a");
            boolean correct = random.nextBoolean();
            ledger.update("a", type, correct);
            AgentReputation after = ledger.of("a");

            int sign = correct ? 1 : -1;
            assertThat(sign * (after.weight(ReputationPrior.UNIFORM) - before.weight(ReputationPrior.UNIFORM)))
                    .isPositive();
            for (String any : List.of("type 0", "type 1", "type 2", "new")) {
                assertThat(sign * (after.weight(any, ReputationPrior.UNIFORM)
                        - before.weight(any, ReputationPrior.UNIFORM))).isGreaterThanOrEqualTo(-1e-15);
            }
        }
    }

    @Test
    void scoresDependOnCountsAndNotOnTheOrderOfOutcomesOrOnNames() {
        ReputationLedger other = new ReputationLedger();
        List<AgentOutcome> outcomes = IntStream.range(0, 40)
                .mapToObj(i -> new AgentOutcome("a" + i % 3, i % 2 == 0 ? "x" : "y", i % 5 < 3)).toList();
        ledger.update(outcomes);
        outcomes.reversed().forEach(
                one -> other.update("agent " + one.agentId(), one.taskType(), one.correct()));

        for (String agent : List.of("a0", "a1", "a2")) {
            assertThat(other.weight("agent " + agent)).isEqualTo(ledger.weight(agent));
            assertThat(other.weight("agent " + agent, "x")).isEqualTo(ledger.weight(agent, "x"));
        }
    }

    @Test
    void anAgentThatIsNewToATypeHasItsOverallScoreThere() {
        IntStream.range(0, 8).forEach(_ -> ledger.update("a", "x", true));

        assertThat(ledger.weight("a", "y")).isEqualTo(0.9);
        ledger.update("a", "y", false);
        assertThat(ledger.weight("a", "y")).isCloseTo(2 * 0.9 / 3, within(1e-15));
        assertThat(ledger.weight("a", "x")).isCloseTo((2 / 3.0 + 8) / 10, within(1e-15)); // Once wrong elsewhere.
        assertThat(ledger.weight("a", "general")).isEqualTo(ledger.weight("a"));
    }

    @Test
    void aNewAgentNeitherWinsNorLosesByBeingNew() {
        assertThat(ledger.weightOf("new", "general")).isEqualTo(1);
        IntStream.range(0, 8).forEach(_ -> ledger.update("a", "x", true));

        assertThat(ledger.weightOf("new", "general")).isEqualTo(0.9).isEqualTo(ledger.weightOf("a", "general"));
        assertThat(ledger.weight("new")).isEqualTo(0.5);
        assertThat(ledger.snapshot().weightOf("new", "general")).isEqualTo(0.9);
        ledger.reset("a");
        assertThat(ledger.weightOf("new", "general")).isEqualTo(1);
        ledger.update("b", "x", false);
        ledger.reset();
        assertThat(ledger.snapshot()).isEqualTo(ReputationSnapshot.NONE);
    }

    @Test
    void theRankingIsByScoreAndThenById() {
        ledger.update("c", "x", true);
        ledger.update("b", "x", false);
        ledger.update("a", "x", false);

        assertThat(ledger.snapshot().ranking()).containsExactly("c", "a", "b");
    }

    @Test
    void aLedgerGoesOnWithASnapshotThatLaterOutcomesDoNotChange() {
        IntStream.range(0, 30).forEach(i -> ledger.update("a", "type " + i % 4, i % 3 == 0));
        ReputationSnapshot kept = ledger.snapshot();
        ReputationLedger restarted = new ReputationLedger(kept);
        ledger.update("a", "type 1", true);
        restarted.update("a", "type 1", true);

        assertThat(restarted.snapshot()).isEqualTo(ledger.snapshot()).isNotEqualTo(kept);
    }

    @Test
    void typesBeyondTheLimitCountOverallOnly() {
        IntStream.range(0, 1_000).forEach(i -> ledger.update("a", "type " + i, true));

        assertThat(ledger.of("a").byType()).hasSize(AgentReputation.MAX_TYPES);
        assertThat(ledger.of("a").overall().total()).isEqualTo(1_000);
    }

    @Test
    void theIntervalHoldsTheScoreAndNarrows() {
        ShareInterval none = ReliabilityRecord.NONE.interval(ReputationPrior.UNIFORM, 0.9);
        assertThat(none.low()).isCloseTo(0.05, within(1e-6));
        assertThat(none.high()).isCloseTo(0.95, within(1e-6));
        ShareInterval ofThree = new ReliabilityRecord(3, 3, 7).interval(ReputationPrior.UNIFORM, 0.9);
        assertThat(ofThree.low()).isCloseTo(Math.pow(0.05, 1 / 4.0), within(1e-6)); // Beta(4, 1): x^4.
        assertThat(ofThree.high()).isCloseTo(Math.pow(0.95, 1 / 4.0), within(1e-6));
        ShareInterval million = new ReliabilityRecord(700_000, 1_000_000, 0).interval(ReputationPrior.UNIFORM, 0.9);
        assertThat(million.low()).isCloseTo(0.7 - 1.645 * Math.sqrt(0.21 / 1e6), within(1e-5));
        assertThat(million.high()).isCloseTo(0.7 + 1.645 * Math.sqrt(0.21 / 1e6), within(1e-5));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesPriorsThatAreNoCounts(double bad) {
        assertThatThrownBy(() -> new ReputationPrior(bad, 1)).hasMessageContaining(String.valueOf(bad));
        assertThatThrownBy(() -> new ReputationPrior(1, bad)).hasMessageContaining(String.valueOf(bad));
    }

    @Test
    void refusesCountsThatCannotBe() {
        assertThatThrownBy(() -> new ReliabilityRecord(2, 1, 1)).hasMessageContaining("of 1 outcomes");
        assertThatThrownBy(() -> new ReliabilityRecord(0, 3, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ReliabilityRecord(3, 3, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ReliabilityRecord(1, 1, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ledger.update(" ", "x", true)).hasMessageContaining("\" \"");
        assertThatThrownBy(() -> new AgentReputation(ReliabilityRecord.NONE,
                Map.of("x", new ReliabilityRecord(1, 1, 1)))).hasMessageContaining("1 successes of 0");
        assertThatThrownBy(() -> ReliabilityRecord.NONE.interval(ReputationPrior.UNIFORM, 1))
                .hasMessageContaining("level");
    }
}
