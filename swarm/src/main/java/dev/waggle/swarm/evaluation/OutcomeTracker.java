package dev.waggle.swarm.evaluation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.checkpoint.DamagedCheckpointException;
import dev.waggle.signal.checkpoint.MemoryCheckpointStore;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.learning.MemoryOutcomeLog;
import dev.waggle.signal.learning.OutcomeLog;
import dev.waggle.signal.learning.OutcomeLog.LoggedOutcome;
import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import dev.waggle.signal.learning.OutcomeLog.OutcomeReceipt;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.reputation.ReputationSnapshot;
import dev.waggle.swarm.reputation.ReputationSource;
import dev.waggle.swarm.selection.AgentCalibration.CalibrationSnapshot;
import dev.waggle.swarm.selection.CalibrationSource;
import org.jspecify.annotations.Nullable;

/**
 * Tracker of the outcomes of solves. It learns the reliability of agents, the calibration of their confidences, and the
 * calibration of the swarm. Each run counts once: the log decides, also between processes and after a restart.
 *
 * <pre>
 *   tell:  search and append in the log (one step) -> count what the log has behind the last mark
 *   open:  counts of a snapshot -> count what the log has behind its mark
 * </pre>
 *
 * <p>Counts are derived from the log. A run stands in them at the place of its first outcome, with its last one. A
 * replacement counts the whole log anew, so the replaced outcome is taken back exactly. A snapshot is stored after
 * every {@value #SNAPSHOT_STEP} outcomes, so opening costs at most that many, and a damaged one costs one reading of
 * the log. Thread-safe.
 */
public final class OutcomeTracker implements ReputationSource, CalibrationSource {

    /** Number of outcomes between two snapshots: reading that many takes milliseconds. */
    public static final int SNAPSHOT_STEP = 256;

    private static final String SNAPSHOT = "outcomes";

    private final OutcomeLog log;
    private final CheckpointStore snapshots;
    private final ReentrantLock lock = new ReentrantLock();
    private LearnedOutcomes learned;
    private long stored;

    private OutcomeTracker(OutcomeLog log, CheckpointStore snapshots, LearnedOutcomes learned) {
        this.log = log;
        this.snapshots = snapshots;
        this.learned = learned;
        stored = learned.mark().number();
    }

    /** Tracker that lasts as long as the process, for at most {@value MemoryOutcomeLog#MAX_OUTCOMES} outcomes. */
    public static OutcomeTracker inMemory(World world) {
        return open(new MemoryOutcomeLog(), new MemoryCheckpointStore(world));
    }

    /**
     * Tracker on a log.
     *
     * @param snapshots the store of the counts, for this log alone
     * @throws UncheckedIOException when the log cannot be read
     */
    public static OutcomeTracker open(OutcomeLog log, CheckpointStore snapshots) {
        OutcomeTracker tracker = new OutcomeTracker(log, snapshots, stored(snapshots));
        tracker.refresh();
        return tracker;
    }

    /**
     * Tells the outcome of a run. The same outcome once more changes nothing, whoever tells it.
     *
     * @throws OutcomeConflictException when another outcome of the run is known
     * @throws UncheckedIOException when the outcome was not kept for certain; telling it again is harmless
     */
    public OutcomeAnswer tell(OutcomeRecord outcome) {
        OutcomeReceipt receipt = log.append(outcome.run(), OutcomeJson.of(outcome));
        refresh();
        requireSame(receipt, outcome);
        return new OutcomeAnswer(receipt.appended() ? Standing.TOLD : Standing.AGAIN, read(receipt.entry()),
                receipt.droppedBytes());
    }

    /** Tells the outcome of a run in place of the known one, which is taken back. */
    public OutcomeAnswer replace(OutcomeRecord outcome) {
        OutcomeReceipt receipt = appendReplacement(outcome);
        refresh();
        Standing standing = !receipt.appended() ? Standing.AGAIN
                : receipt.entry().replaces() ? Standing.REPLACED : Standing.TOLD;
        return new OutcomeAnswer(standing, read(receipt.entry()), receipt.droppedBytes());
    }

    /**
     * Appends an outcome without counting it, which {@link #refresh} does.
     *
     * @throws OutcomeConflictException when another outcome of the run is known
     */
    OutcomeReceipt append(OutcomeRecord outcome) {
        OutcomeReceipt receipt = log.append(outcome.run(), OutcomeJson.of(outcome));
        requireSame(receipt, outcome);
        return receipt;
    }

    /** Appends an outcome in place of the known one without counting it, which {@link #refresh} does. */
    OutcomeReceipt appendReplacement(OutcomeRecord outcome) {
        return log.replace(outcome.run(), OutcomeJson.of(outcome));
    }

    /** Counts outcomes that other processes told. */
    public void refresh() {
        lock.lock();
        try {
            LearnedOutcomes now = caughtUp();
            if (now.mark().number() - stored >= SNAPSHOT_STEP || now.mark().number() < stored) {
                Checkpoint _ = snapshots.save(SNAPSHOT, OutcomeCountsJson.of(now));
                stored = now.mark().number();
            }
            learned = now;
        } finally {
            lock.unlock();
        }
    }

    /** Current reputation of all agents. */
    public ReputationSnapshot reputation() {
        return current().reputation();
    }

    @Override
    public double weightOf(String agentId, String taskType) {
        return reputation().weightOf(agentId, taskType);
    }

    /** Current calibration of the agents' confidences. */
    @Override
    public CalibrationSnapshot snapshot() {
        return current().calibration();
    }

    /** Current calibration of the swarm. */
    public CalibrationReport report() {
        return current().report();
    }

    /** Mark behind the counted outcomes. */
    public OutcomeMark mark() {
        return current().mark();
    }

    /**
     * Reads the outcomes behind a mark, oldest first, for other learners. A replaced outcome comes before its
     * replacement. A learner that has counted it begins anew, with {@link #standing}.
     */
    public void read(OutcomeMark from, Consumer<TrackedOutcome> reader) {
        log.read(from, entry -> reader.accept(new TrackedOutcome(read(entry), entry.replaces(), entry.end())));
    }

    /**
     * Reads the outcome that counts of every run, in the order of their first outcomes.
     *
     * @return the mark behind the outcomes that were read
     */
    public OutcomeMark standing(Consumer<OutcomeRecord> reader) {
        Map<String, LoggedOutcome> replacements = new HashMap<>();
        OutcomeMark[] end = {OutcomeMark.START};
        log.read(OutcomeMark.START, entry -> {
            if (entry.replaces()) {
                replacements.put(entry.run(), entry);
            }
            end[0] = entry.end();
        });
        log.read(OutcomeMark.START, entry -> {
            if (!entry.replaces() && entry.end().number() <= end[0].number()) {
                reader.accept(read(replacements.getOrDefault(entry.run(), entry)));
            }
        });
        return end[0];
    }

    /** The outcome that counts of a run; empty if none was told. The log is read once. */
    public Optional<OutcomeRecord> find(String run) {
        List<LoggedOutcome> told = new ArrayList<>(1);
        log.read(OutcomeMark.START, entry -> {
            if (entry.run().equals(run)) {
                told.add(entry);
            }
        });
        return told.isEmpty() ? Optional.empty() : Optional.of(read(told.getLast()));
    }

    private LearnedOutcomes current() {
        refresh();
        lock.lock();
        try {
            return learned;
        } finally {
            lock.unlock();
        }
    }

    private LearnedOutcomes caughtUp() {
        CatchUp more = new CatchUp(learned);
        try {
            log.read(learned.mark(), more::add);
        } catch (IllegalArgumentException otherLog) { // The counts are of a longer log.
            return countedAnew();
        }
        return more.hasReplacement ? countedAnew() : more.learned();
    }

    private LearnedOutcomes countedAnew() {
        OutcomeCounter counter = new OutcomeCounter(LearnedOutcomes.NONE);
        counter.reach(standing(counter::add));
        return counter.learned();
    }

    private static void requireSame(OutcomeReceipt receipt, OutcomeRecord outcome) {
        OutcomeRecord known = receipt.appended() ? outcome : read(receipt.entry());
        if (!known.isSameOutcome(outcome)) {
            throw new OutcomeConflictException(known, outcome);
        }
    }

    private static LearnedOutcomes stored(CheckpointStore snapshots) {
        try {
            Optional<Checkpoint> snapshot = snapshots.load(SNAPSHOT);
            return snapshot.isEmpty() ? LearnedOutcomes.NONE : OutcomeCountsJson.read(snapshot.get().state());
        } catch (DamagedCheckpointException | IllegalArgumentException derived) { // The log has everything.
            return LearnedOutcomes.NONE;
        }
    }

    private static OutcomeRecord read(LoggedOutcome entry) {
        try {
            return OutcomeJson.read(entry.run(), entry.outcome());
        } catch (IllegalArgumentException unreadable) {
            String message = "outcome " + entry.end().number() + ", of run " + JsonLine.quoted(entry.run())
                    + ", cannot be read: " + unreadable.getMessage();
            throw new UncheckedIOException(message, new IOException(message, unreadable));
        }
    }

    /** Outcomes behind the counted ones. A log without more costs nothing. */
    private static final class CatchUp {

        private final LearnedOutcomes before;
        private @Nullable OutcomeCounter counter;
        private boolean hasReplacement;

        CatchUp(LearnedOutcomes before) {
            this.before = before;
        }

        void add(LoggedOutcome entry) {
            hasReplacement |= entry.replaces();
            if (!hasReplacement) {
                if (counter == null) {
                    counter = new OutcomeCounter(before);
                }
                counter.add(OutcomeTracker.read(entry));
                counter.reach(entry.end());
            }
        }

        LearnedOutcomes learned() {
            return counter == null ? before : counter.learned();
        }
    }

    /** Result of telling an outcome. */
    public enum Standing {
        /** It was the first of its run. */
        TOLD,
        /** It was known. */
        AGAIN,
        /** It took the place of another one. */
        REPLACED
    }

    /**
     * Answer to an outcome that was told.
     *
     * @param standing told, again or replaced
     * @param outcome the outcome that counts
     * @param droppedBytes bytes of an unfinished outcome that an ended process had left in the log; 0 as a rule
     */
    public record OutcomeAnswer(Standing standing, OutcomeRecord outcome, long droppedBytes) {}

    /**
     * Outcome in the log.
     *
     * @param outcome the outcome
     * @param replaces true if it replaces an earlier one of its run
     * @param end the mark behind it
     */
    public record TrackedOutcome(OutcomeRecord outcome, boolean replaces, OutcomeMark end) {}
}
