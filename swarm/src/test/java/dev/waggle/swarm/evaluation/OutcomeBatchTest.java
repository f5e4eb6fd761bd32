package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.evaluation.OutcomeBatch.BatchCount;
import dev.waggle.swarm.reliability.ReliabilitySnapshots;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.evaluation.SampleOutcomes.answered;
import static dev.waggle.swarm.evaluation.SampleOutcomes.ballots;
import static dev.waggle.swarm.evaluation.SampleOutcomes.outcome;
import static dev.waggle.swarm.evaluation.SampleOutcomes.voter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OutcomeBatchTest {

    private static final SolveBallots BALLOTS = ballots(BallotRule.EXCLUSIVE, voter("a", Stance.AGREE, "p", 0.9),
            voter("b", Stance.AGREE, "q", 0.7));

    private final World world = new ManualWorld(SampleOutcomes.NOON, 1);
    private final OutcomeTracker tracker = OutcomeTracker.inMemory(world);
    private final List<Long> progress = new ArrayList<>();

    @Test
    void aBatchTeachesWhatTellingOneByOneTeaches() {
        OutcomeTracker single = OutcomeTracker.inMemory(world);
        single.tell(answered("r0", "do p", BALLOTS));
        tracker.tell(answered("r0", "do p", BALLOTS));
        List<OutcomeRecord> outcomes = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            outcomes.add(answered("r" + i, i % 3 == 0 ? "do p" : "do q", BALLOTS));
        }

        BatchCount counted = new OutcomeBatch(tracker, outcomes).tell(progress::add);
        outcomes.forEach(single::tell);

        assertThat(counted).isEqualTo(new BatchCount(599, 1, 0, 0));
        assertThat(progress).hasSize(600).endsWith(600L);
        assertSame(tracker, single);
        assertThat(new OutcomeBatch(tracker, outcomes).tell(progress::add)).isEqualTo(new BatchCount(0, 600, 0, 0));
        assertSame(tracker, single);
    }

    @Test
    void aConflictTellsNothing() {
        tracker.tell(answered("r1", "do p", BALLOTS));
        OutcomeBatch batch = new OutcomeBatch(tracker,
                List.of(answered("r0", "do p", BALLOTS), answered("r1", "do q", BALLOTS)));

        assertThat(batch.conflicts()).singleElement().satisfies(conflict -> {
            assertThat(conflict.known().judgement().verdict()).isEqualTo(OutcomeVerdict.CORRECT);
            assertThat(conflict.inWords()).contains("run r1", "is correct (general), right is \"do p\"",
                    "and not incorrect (general), right is \"do q\"");
        });
        assertThatExceptionOfType(OutcomeConflictException.class).isThrownBy(() -> batch.tell(progress::add))
                .withMessageContaining("run r1");
        assertThat(progress).isEmpty();
        assertThat(tracker.report().totalOutcomes()).isEqualTo(1);
    }

    @Test
    void aReplacementTakesThePlaceOfTheKnownOne() {
        tracker.tell(answered("r0", "do p", BALLOTS));
        tracker.tell(outcome("r1", OutcomeVerdict.PARTIAL, BALLOTS));
        tracker.tell(answered("r2", "do p", BALLOTS));
        OutcomeTracker plain = OutcomeTracker.inMemory(world);
        List.of(answered("r0", "do q", BALLOTS), answered("r1", "do q", BALLOTS), answered("r2", "do p", BALLOTS),
                answered("r3", "do p", BALLOTS)).forEach(plain::tell);

        BatchCount counted = new OutcomeBatch(tracker, List.of(answered("r3", "do p", BALLOTS),
                answered("r1", "do q", BALLOTS), answered("r0", "do q", BALLOTS), answered("r2", "do p", BALLOTS)))
                .replace(progress::add);

        assertThat(counted).isEqualTo(new BatchCount(1, 1, 2, 0));
        assertSame(tracker, plain);
    }

    @Test
    void aRunStandsInABatchOnce() {
        OutcomeRecord one = answered("r0", "do p", BALLOTS);

        assertThatIllegalArgumentException().isThrownBy(() -> new OutcomeBatch(tracker, List.of(one, one)))
                .withMessageContaining("two of r0");
    }

    /** The source of a batch is kept, and its outcomes are in the log in its order. */
    @Test
    void theLogHasTheOutcomesInTheOrderOfTheBatch() {
        var _ = new OutcomeBatch(tracker, List.of(answered("b", "do p", BALLOTS), answered("a", "do p", BALLOTS)))
                .tell(progress::add);

        List<String> runs = new ArrayList<>();
        tracker.read(OutcomeMark.START, told -> runs.add(told.outcome().run() + ' '
                + told.outcome().judgement().source().inWords()));
        assertThat(runs).containsExactly("b file truths.csv", "a file truths.csv");
    }

    private static void assertSame(OutcomeTracker tracker, OutcomeTracker other) {
        assertThat(tracker.reputation()).isEqualTo(other.reputation());
        assertThat(tracker.snapshot()).isEqualTo(other.snapshot());
        assertThat(tracker.report()).isEqualTo(other.report());
        assertThat(new ReliabilityTracker(tracker, ReliabilitySnapshots.none()).version())
                .isEqualTo(new ReliabilityTracker(other, ReliabilitySnapshots.none()).version());
    }
}
