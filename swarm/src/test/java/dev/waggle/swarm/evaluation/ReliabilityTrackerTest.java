package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.waggle.math.inference.VoterModel;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.checkpoint.MemoryCheckpointStore;
import dev.waggle.signal.learning.MemoryOutcomeLog;
import dev.waggle.signal.learning.OutcomeLog;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.reliability.CaseBallot;
import dev.waggle.swarm.reliability.CaseTruth;
import dev.waggle.swarm.reliability.ReliabilitySnapshots;
import dev.waggle.swarm.reliability.ReliabilityState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.evaluation.SampleOutcomes.answered;
import static dev.waggle.swarm.evaluation.SampleOutcomes.author;
import static dev.waggle.swarm.evaluation.SampleOutcomes.ballots;
import static dev.waggle.swarm.evaluation.SampleOutcomes.outcome;
import static dev.waggle.swarm.evaluation.SampleOutcomes.voter;
import static org.assertj.core.api.Assertions.assertThat;

class ReliabilityTrackerTest {

    private static final List<String> AGENTS = List.of("a", "b", "c");

    private static final SolveBallots BALLOTS = ballots(BallotRule.EXCLUSIVE, voter("a", Stance.AGREE, "p", 0.9),
            voter("b", Stance.AGREE, "q", 0.7), voter("c", Stance.DISAGREE, "p", 0.6), author("d", "q", 0.5));

    private final World world = new ManualWorld(SampleOutcomes.NOON, 1);
    private final OutcomeLog log = new MemoryOutcomeLog();
    private final OutcomeTracker outcomes = OutcomeTracker.open(log, new MemoryCheckpointStore(world));
    private final KeptSnapshots snapshots = new KeptSnapshots();

    @Test
    void anOutcomeThatIsToldTwiceTeachesOnce() {
        ReliabilityTracker tracker = tracker();
        outcomes.tell(answered("r", "do q", BALLOTS));
        String once = tracker.version();
        outcomes.tell(answered("r", "do q", BALLOTS));

        assertThat(tracker.learned()).isEqualTo(1);
        assertThat(tracker.version()).isEqualTo(once).isNotEqualTo(ReliabilityState.UNTAUGHT);
        assertThat(tracker.reliability("b").orElseThrow().right()).isEqualTo(1);
        assertThat(tracker.reliability("a").orElseThrow().right()).isZero();
        assertThat(tracker.reliability("nobody")).isEmpty();
    }

    @Test
    void aReplacedOutcomeIsTakenBackExactly() {
        OutcomeTracker plain = OutcomeTracker.inMemory(world);
        ReliabilityTracker never = new ReliabilityTracker(plain, ReliabilitySnapshots.none());
        ReliabilityTracker tracker = tracker();
        for (int i = 0; i < 20; i++) {
            outcomes.tell(answered("run " + i, i == 7 ? "do p" : "do q", BALLOTS));
            plain.tell(answered("run " + i, "do q", BALLOTS));
            assertThat(tracker.learned()).isEqualTo(i + 1);
        }
        assertThat(tracker.version()).isNotEqualTo(never.version());

        outcomes.replace(answered("run 7", "do q", BALLOTS));

        assertSame(tracker, never);
        outcomes.replace(outcome("run 7", OutcomeVerdict.PARTIAL, BALLOTS));
        assertThat(tracker.learned()).isEqualTo(19);
        outcomes.replace(answered("run 7", "do q", BALLOTS));
        assertSame(tracker, never);
        assertSame(tracker(), never);
    }

    @Test
    void aRestartWithASnapshotIsTheSameAsWithoutOne() {
        ReliabilityTracker tracker = tracker();
        for (int i = 0; i < ReliabilityTracker.SNAPSHOT_STEP + 9; i++) {
            tell(i);
            tracker.refresh();
            assertThat(snapshots.saves).isEqualTo(i + 1 < ReliabilityTracker.SNAPSHOT_STEP ? 0 : 1);
        }

        ReliabilityTracker restarted = tracker();
        ReliabilityTracker fromLog = new ReliabilityTracker(outcomes, ReliabilitySnapshots.none());
        assertSame(restarted, tracker);
        assertSame(fromLog, tracker);
        tell(1_000);
        assertSame(restarted, tracker);
        assertSame(fromLog, tracker);
        assertThat(tracker.reliability("a")).isEqualTo(fromLog.reliability("a"));
    }

    /** Every cut and every changed byte, the mark of the log too: learned twice would be another version. */
    @Test
    void aDamagedSnapshotIsLearnedAnew() {
        for (int i = 0; i < ReliabilityTracker.SNAPSHOT_STEP; i++) {
            tell(i);
        }
        ReliabilityTracker tracker = tracker();
        tracker.refresh();
        byte[] whole = snapshots.kept();
        tell(5_000);
        String version = tracker.version();

        for (int at = 0; at < whole.length; at += at < 32 ? 1 : 991) {
            byte[] changed = whole.clone();
            changed[at] ^= 0x41;
            assertThat(version(changed)).as("byte %d", at).isEqualTo(version);
            assertThat(version(Arrays.copyOf(whole, at))).as("%d bytes", at).isEqualTo(version);
        }
        assertThat(version(whole)).isEqualTo(version);
    }

    @Test
    void twoTrackersOfOneLogLearnTheSame() {
        ReliabilityTracker first = tracker();
        ReliabilityTracker second = new ReliabilityTracker(OutcomeTracker.open(log, new MemoryCheckpointStore(world)),
                new KeptSnapshots());
        for (int i = 0; i < 30; i++) {
            tell(i);
            if (i % 4 == 0) {
                first.refresh();
            }
            if (i % 7 == 0) {
                outcomes.replace(answered("run " + i / 2, "do q", BALLOTS));
                second.refresh();
            }
        }
        assertSame(first, second);
    }

    @Test
    void partialOutcomesAndSolvesWithoutVotesTeachNoWeights() {
        outcomes.tell(outcome("r", OutcomeVerdict.PARTIAL, BALLOTS));
        outcomes.tell(answered("t", "do q", ballots(BallotRule.EXCLUSIVE, author("a", "p", 0.9))));
        ReliabilityTracker tracker = tracker();
        assertThat(tracker.learned()).isZero();
        assertThat(tracker.version()).isEqualTo(ReliabilityState.UNTAUGHT);

        outcomes.tell(outcome("u", OutcomeVerdict.CORRECT, BALLOTS));
        outcomes.tell(answered("v", "an answer of nobody", BALLOTS));
        assertThat(tracker.learned()).isEqualTo(2);
        assertThat(tracker.reliability("a").orElseThrow()).returns(2L, reliability -> reliability.outcomes())
                .returns(1L, reliability -> reliability.right());
    }

    @Test
    void wrongAloneTeachesOnceAndARightAnswerReplacesIt() {
        ReliabilityTracker tracker = tracker();
        outcomes.tell(outcome("r", OutcomeVerdict.INCORRECT, BALLOTS));
        String wrong = tracker.version();
        outcomes.tell(outcome("r", OutcomeVerdict.INCORRECT, BALLOTS));

        assertThat(tracker.learned()).isEqualTo(1);
        assertThat(tracker.version()).isEqualTo(wrong).isNotEqualTo(ReliabilityState.UNTAUGHT);
        assertThat(tracker.reliability("a").orElseThrow()).returns(1L, reliability -> reliability.outcomes())
                .returns(0L, reliability -> reliability.right());
        assertThat(tracker.reliability("b").orElseThrow().outcomes()).isZero();
        assertThat(OutcomeCase.of(outcome("r", OutcomeVerdict.INCORRECT, BALLOTS)).orElseThrow().truth())
                .isEqualTo(new CaseTruth.Wrong(0));

        outcomes.replace(answered("r", "do q", BALLOTS));
        OutcomeTracker plain = OutcomeTracker.inMemory(world);
        plain.tell(answered("r", "do q", BALLOTS));
        assertSame(tracker, new ReliabilityTracker(plain, ReliabilitySnapshots.none()));
    }

    @Test
    void aCaseHasTheBallotsOfItsOutcome() {
        OutcomeCase known = OutcomeCase.of(answered("r", "do q", BALLOTS).withTaskType("math")).orElseThrow();
        assertThat(known.truth()).isEqualTo(new CaseTruth.Right(1));
        assertThat(known.decision().category()).isEqualTo("math");
        assertThat(known.decision().isDebate()).isTrue();
        assertThat(known.decision().first()).containsExactly(0.0, 1.0);
        assertThat(known.decision().ballots()).extracting(ballot -> ballot.stances().toString())
                .containsExactly("{0=1.0}", "{1=1.0}", "{0=-0.5}");
        assertThat(known.decision().panel()).isEqualTo(4);
        assertThat(known.decision().ballots().getFirst().confidences()).containsExactly(0.9);
        assertThat(OutcomeCase.of(answered("r", "do q", BALLOTS)).orElseThrow().decision().category()).isEmpty();
        assertThat(OutcomeCase.of(answered("r", "elsewhere", BALLOTS)).orElseThrow().truth())
                .isEqualTo(new CaseTruth.Unnamed());
    }

    /** As the tally of the decision counts it. */
    @Test
    void severalAgreementsOfOneExclusiveBallotShareIt() {
        OutcomeBallot both = new OutcomeBallot("a",
                List.of(new CastVote("p", Stance.AGREE, 0.8), new CastVote("q", Stance.AGREE, 0.8)), List.of(), null);

        CaseBallot exclusive = OutcomeCase.of(answered("r", "do q", ballots(BallotRule.EXCLUSIVE, both))).orElseThrow()
                .decision().ballots().getFirst();
        CaseBallot approval = OutcomeCase.of(answered("r", "do q", ballots(BallotRule.APPROVAL, both))).orElseThrow()
                .decision().ballots().getFirst();

        assertThat(exclusive.stances().values()).containsExactly(0.5, 0.5);
        assertThat(approval.stances().values()).containsExactly(1.0, 1.0);
    }

    /** The offsets of learning are those of deciding: a confidence counts by its ratio to the usual one. */
    @Test
    void aUsualConfidenceIsAsMuchEvidenceAsNone() {
        OutcomeBallot usual = voter("a", Stance.AGREE, "p", UnstatedConfidence.USUAL);
        OutcomeBallot unstated = new OutcomeBallot("a", List.of(new CastVote("p", Stance.AGREE, null)), List.of(),
                null);

        assertThat(offsets(usual)).isEqualTo(offsets(unstated)).first().isEqualTo(VoterModel.READERS.gain());
    }

    private static List<Double> offsets(OutcomeBallot ballot) {
        return OutcomeCase.of(answered("r", "do q", ballots(BallotRule.EXCLUSIVE, ballot))).orElseThrow().decision()
                .offsets();
    }

    private String version(byte[] snapshot) {
        KeptSnapshots other = new KeptSnapshots();
        other.save(snapshot);
        return new ReliabilityTracker(outcomes, other).version();
    }

    private void tell(int run) {
        outcomes.tell(run % 5 == 0 ? outcome("run " + run, OutcomeVerdict.CORRECT, BALLOTS)
                : answered("run " + run, run % 3 == 0 ? "do p" : "do q", BALLOTS).withTaskType("task " + run % 2));
    }

    private static void assertSame(ReliabilityTracker tracker, ReliabilityTracker other) {
        assertThat(tracker.version()).isEqualTo(other.version());
        assertThat(tracker.learned()).isEqualTo(other.learned());
        assertThat(tracker.weights(AGENTS, "task 1")).isEqualTo(other.weights(AGENTS, "task 1"));
    }

    private ReliabilityTracker tracker() {
        return new ReliabilityTracker(outcomes, snapshots);
    }

    /** Snapshots in memory. */
    private static final class KeptSnapshots implements ReliabilitySnapshots {

        private final List<byte[]> all = new ArrayList<>();
        private int saves;

        byte[] kept() {
            return all.getLast();
        }

        @Override
        public Optional<byte[]> load() {
            byte @Nullable [] last = all.isEmpty() ? null : all.getLast();
            return Optional.ofNullable(last);
        }

        @Override
        public void save(byte[] snapshot) {
            saves++;
            all.add(snapshot.clone());
        }
    }
}
