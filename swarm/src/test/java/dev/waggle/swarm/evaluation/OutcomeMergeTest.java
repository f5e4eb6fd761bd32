package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.evaluation.OutcomeBatch.BatchCount;
import dev.waggle.swarm.evaluation.OutcomeTracker.TrackedOutcome;
import dev.waggle.swarm.reliability.ReliabilitySnapshots;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.evaluation.SampleOutcomes.answered;
import static dev.waggle.swarm.evaluation.SampleOutcomes.ballots;
import static dev.waggle.swarm.evaluation.SampleOutcomes.outcome;
import static dev.waggle.swarm.evaluation.SampleOutcomes.voter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OutcomeMergeTest {

    private static final List<String> AGENTS = List.of("a", "b", "c");

    private static final SolveBallots BALLOTS = ballots(BallotRule.EXCLUSIVE, voter("a", Stance.AGREE, "p", 0.9),
            voter("b", Stance.AGREE, "q", 0.7), voter("c", Stance.DISAGREE, "p", 0.6));

    private final World world = new ManualWorld(SampleOutcomes.NOON, 1);
    private final List<Long> progress = new ArrayList<>();

    @Test
    void aMergeTeachesWhatTellingAllInThatOrderTeaches() {
        OutcomeTracker ours = told(right("r0", "p"), right("r1", "q"), right("a0", "p"), right("both", "q"));
        OutcomeTracker other = told(right("r0", "p"), right("r1", "q"), right("b0", "q"), right("both", "q"),
                right("b1", "p"));

        BatchCount counted = merge(ours, other).tell(progress::add);

        assertThat(counted).isEqualTo(new BatchCount(2, 3, 0, 0));
        assertThat(progress).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertSame(ours, told(right("r0", "p"), right("r1", "q"), right("a0", "p"), right("both", "q"),
                right("b0", "q"), right("b1", "p")));
    }

    @Test
    void aMergeThatIsRepeatedChangesNothing() {
        OutcomeTracker ours = told(right("r0", "p"), right("a0", "p"));
        OutcomeTracker other = told(right("r0", "p"), right("b0", "q"), right("a0", "q"));
        var _ = merge(ours, other).replace(progress::add);
        List<TrackedOutcome> once = log(ours);

        assertThat(merge(ours, other).tell(progress::add)).isEqualTo(new BatchCount(0, 3, 0, 0));
        assertThat(merge(ours, other).replace(progress::add)).isEqualTo(new BatchCount(0, 3, 0, 0));
        assertThat(log(ours)).isEqualTo(once);
    }

    @Test
    void logsWithoutACommonAncestorAreRefused() {
        OutcomeTracker ours = told(right("r0", "p"), right("r1", "q"));
        OutcomeTracker other = told(right("r1", "q"), right("r0", "p"));

        assertThatIllegalArgumentException().isThrownBy(() -> merge(ours, other))
                .withMessageContaining("no common ancestor").withMessageContaining("run r0")
                .withMessageContaining("run r1").withMessageContaining("agents of one name could be different agents");
        assertThat(log(ours)).hasSize(2);
    }

    /** The same words told at another time are another origin. */
    @Test
    void anEqualOutcomeOfAnotherTimeIsNoCommonAncestor() {
        OutcomeTracker ours = told(right("r0", "p"));
        OutcomeRecord first = right("r0", "p");
        OutcomeTracker other = told(new OutcomeRecord("r0", first.taskType(), first.ballots(), first.predicted(),
                first.judgement(), first.time().plusSeconds(1)));

        assertThatIllegalArgumentException().isThrownBy(() -> merge(ours, other))
                .withMessageContaining("no common ancestor");
    }

    @Test
    void anEmptyLogBecomesACopy() {
        OutcomeTracker other = told(right("r0", "p"), right("r1", "q"));
        other.replace(right("r0", "q"));
        OutcomeTracker ours = told();

        assertThat(merge(ours, other).tell(progress::add)).isEqualTo(new BatchCount(2, 0, 0, 0));

        assertThat(log(ours)).isEqualTo(log(other));
        assertSame(ours, other);
        assertThat(merge(ours, other).tell(progress::add)).isEqualTo(new BatchCount(0, 2, 0, 0));
        assertThat(merge(ours, told()).tell(progress::add)).isEqualTo(new BatchCount(0, 0, 0, 0));
        assertSame(ours, other);
    }

    @Test
    void aRunThatWasToldDifferentlyIsAConflict() {
        OutcomeTracker ours = told(right("r0", "p"), right("x", "p"), right("y", "p"));
        OutcomeTracker other = told(right("r0", "p"), right("new", "q"), right("x", "q"),
                outcome("y", OutcomeVerdict.PARTIAL, BALLOTS));
        OutcomeMerge merge = merge(ours, other);

        assertThat(merge.conflicts()).extracting(conflict -> conflict.known().run()).containsExactly("x", "y");
        assertThatExceptionOfType(OutcomeConflictException.class).isThrownBy(() -> merge.tell(progress::add))
                .withMessageContaining("run x");
        assertThat(log(ours)).hasSize(3);

        assertThat(merge.replace(progress::add)).isEqualTo(new BatchCount(1, 1, 2, 0));
        assertSame(ours, told(right("r0", "p"), right("x", "q"), outcome("y", OutcomeVerdict.PARTIAL, BALLOTS),
                right("new", "q")));
    }

    /** The other folder has an outcome that ours has corrected since. */
    @Test
    void anOutcomeThatOursHasReplacedStaysReplaced() {
        OutcomeTracker ours = told(right("r0", "p"));
        OutcomeTracker other = told(right("r0", "p"));
        ours.replace(right("r0", "q"));

        assertThat(merge(ours, other).replace(progress::add)).isEqualTo(new BatchCount(0, 1, 0, 0));
        assertThat(merge(other, ours).conflicts()).isEmpty();
        assertThat(merge(other, ours).tell(progress::add)).isEqualTo(new BatchCount(0, 0, 1, 0));
        assertSame(other, ours);
    }

    /** Both have told and replaced since their common ancestor, and the state is that of the log, learned anew. */
    @Test
    void anyMergeIsExact() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            OutcomeTracker ours = told(right("r0", "p"));
            OutcomeTracker other = told(right("r0", "p"));
            ReliabilityTracker weights = new ReliabilityTracker(ours, ReliabilitySnapshots.none());
            for (int i = 0; i < 30; i++) {
                OutcomeTracker any = random.nextBoolean() ? ours : other;
                any.replace(right("run " + random.nextInt(12), random.nextBoolean() ? "p" : "q"));
                weights.refresh();
            }
            List<OutcomeRecord> before = standing(ours);
            List<String> runs = before.stream().map(OutcomeRecord::run).toList();

            var _ = merge(ours, other).replace(progress::add);

            List<OutcomeRecord> merged = standing(ours);
            assertThat(merged.subList(0, before.size())).as("seed %d", seed).extracting(OutcomeRecord::run)
                    .containsExactlyElementsOf(runs);
            assertThat(merged.subList(before.size(), merged.size())).as("seed %d", seed)
                    .containsExactlyElementsOf(
                            standing(other).stream().filter(it -> !runs.contains(it.run())).toList());
            OutcomeTracker anew = told(merged.toArray(OutcomeRecord[]::new));
            assertSame(ours, anew);
            assertThat(weights.version()).as("seed %d", seed)
                    .isEqualTo(new ReliabilityTracker(anew, ReliabilitySnapshots.none()).version());
            List<TrackedOutcome> once = log(ours);
            assertThat(merge(ours, other).tell(progress::add).told()).as("seed %d", seed).isZero();
            assertThat(log(ours)).as("seed %d", seed).isEqualTo(once);
        }
    }

    private static OutcomeMerge merge(OutcomeTracker ours, OutcomeTracker other) {
        return new OutcomeMerge(ours, other);
    }

    private static OutcomeRecord right(String run, String answer) {
        return answered(run, "do " + answer, BALLOTS);
    }

    private OutcomeTracker told(OutcomeRecord... outcomes) {
        OutcomeTracker tracker = OutcomeTracker.inMemory(world);
        Arrays.asList(outcomes).forEach(tracker::tell);
        return tracker;
    }

    private static List<TrackedOutcome> log(OutcomeTracker tracker) {
        List<TrackedOutcome> log = new ArrayList<>();
        tracker.read(OutcomeMark.START, log::add);
        return log;
    }

    private static List<OutcomeRecord> standing(OutcomeTracker tracker) {
        List<OutcomeRecord> standing = new ArrayList<>();
        var _ = tracker.standing(standing::add);
        return standing;
    }

    private static void assertSame(OutcomeTracker tracker, OutcomeTracker other) {
        assertThat(tracker.reputation()).isEqualTo(other.reputation());
        assertThat(tracker.snapshot()).isEqualTo(other.snapshot());
        assertThat(tracker.report()).isEqualTo(other.report());
        ReliabilityTracker weights = new ReliabilityTracker(tracker, ReliabilitySnapshots.none());
        ReliabilityTracker others = new ReliabilityTracker(other, ReliabilitySnapshots.none());
        assertThat(weights.version()).isEqualTo(others.version());
        assertThat(weights.weights(AGENTS, "")).isEqualTo(others.weights(AGENTS, ""));
    }
}
