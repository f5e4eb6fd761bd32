package dev.waggle.swarm.evaluation;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;

import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import dev.waggle.swarm.reliability.AgentReliability;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.ReliabilityCodec;
import dev.waggle.swarm.reliability.ReliabilitySnapshots;
import dev.waggle.swarm.reliability.ReliabilityState;

/**
 * Weights of agents, learned from the outcomes that an {@link OutcomeTracker} was told. Each run teaches once. A replaced
 * outcome is taken back exactly: then all runs are learned again, in the order of their first outcomes.
 *
 * <p>A snapshot is stored after every {@value #SNAPSHOT_STEP} outcomes, so opening learns at most that many. It is derived:
 * without it, or if it is damaged, all outcomes are learned again. Nothing is read before the first use. Thread-safe.
 */
public final class ReliabilityTracker {

    /** Number of outcomes between two snapshots. */
    public static final int SNAPSHOT_STEP = 64;

    /** Bytes of the mark of a snapshot. */
    private static final int MARK = 2 * Long.BYTES;

    /** Bytes before its state: the mark and a checksum. */
    private static final int HEAD = MARK + Long.BYTES;

    private final OutcomeTracker outcomes;
    private final ReliabilitySnapshots snapshots;
    private final Lesson lesson;
    private final ReentrantLock lock = new ReentrantLock();
    private ReliabilityState state = new ReliabilityState();
    private OutcomeMark mark = OutcomeMark.START;
    private long stored;
    private boolean isLoaded;

    /** Tracker for decisions of whole panels. Runs in which agents were spared teach it nothing. */
    public ReliabilityTracker(OutcomeTracker outcomes, ReliabilitySnapshots snapshots) {
        this(outcomes, snapshots, (outcome, _) -> OutcomeCase.votes(outcome).isPartial()
                ? Optional.empty()
                : OutcomeCase.of(outcome));
    }

    private ReliabilityTracker(OutcomeTracker outcomes, ReliabilitySnapshots snapshots, Lesson lesson) {
        this.outcomes = outcomes;
        this.snapshots = snapshots;
        this.lesson = lesson;
    }

    /**
     * Tracker for decisions of some agents, the strongest of a panel. It learns from the answers of some agents of each run.
     * They are the strongest at that time, in a number that follows from the id of the run.
     */
    public static ReliabilityTracker ofFirstAnswers(OutcomeTracker outcomes, ReliabilitySnapshots snapshots) {
        return new ReliabilityTracker(outcomes, snapshots, FirstAnswers::of);
    }

    /** The case that an outcome teaches to a state, if any. */
    private interface Lesson {

        Optional<OutcomeCase> of(OutcomeRecord outcome, ReliabilityState state);
    }

    /** True if weights learn from that outcome: somebody voted, and the leading answer is known to be right or wrong. */
    public static boolean canLearn(OutcomeRecord outcome) {
        return OutcomeCase.of(outcome).isPresent();
    }

    /** Learns what was told since the last time. */
    public void refresh() {
        lock.lock();
        try {
            catchUp();
            if (mark.number() - stored >= SNAPSHOT_STEP || mark.number() < stored) {
                snapshots.save(snapshot());
                stored = mark.number();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The weights of these agents for tasks of that type, learned from all outcomes that were told until now. */
    public LearnedWeights weights(Collection<String> agents, String category) {
        lock.lock();
        try {
            refresh();
            return state.weights(agents, category);
        } finally {
            lock.unlock();
        }
    }

    /** Reliability of an agent; empty without outcomes. */
    public Optional<AgentReliability> reliability(String agent) {
        lock.lock();
        try {
            refresh();
            return Optional.ofNullable(state.reliability(agent));
        } finally {
            lock.unlock();
        }
    }

    /** Version of the state: equal for the same outcomes in the same order. */
    public String version() {
        lock.lock();
        try {
            refresh();
            return state.version();
        } finally {
            lock.unlock();
        }
    }

    /** Number of outcomes that taught weights. */
    public long learned() {
        lock.lock();
        try {
            refresh();
            return state.outcomes();
        } finally {
            lock.unlock();
        }
    }

    private void catchUp() {
        if (!isLoaded) {
            isLoaded = true;
            snapshots.load().ifPresent(this::restore);
            stored = mark.number();
        }
        boolean[] isReplaced = {false};
        ReliabilityState before = state;
        try {
            outcomes.read(mark, told -> {
                isReplaced[0] |= told.replaces();
                if (!isReplaced[0]) {
                    learn(before, told.outcome());
                    mark = told.end();
                }
            });
        } catch (IllegalArgumentException otherLog) { // The state is of a longer log, which a backup took the place of.
            isReplaced[0] = true;
        }
        if (isReplaced[0]) {
            ReliabilityState anew = new ReliabilityState();
            mark = outcomes.standing(outcome -> learn(anew, outcome));
            state = anew;
            stored = -SNAPSHOT_STEP;
        }
    }

    private void learn(ReliabilityState state, OutcomeRecord outcome) {
        lesson.of(outcome, state).ifPresent(known -> state.learn(known.decision(), known.truth()));
    }

    /** The mark, its checksum (CRC-32C), and the state with a checksum of its own. */
    private byte[] snapshot() {
        byte[] learned = ReliabilityCodec.write(state);
        ByteBuffer bytes = ByteBuffer.allocate(HEAD + learned.length);
        bytes.putLong(mark.number()).putLong(mark.offset());
        return bytes.putLong(checksum(bytes)).put(learned).array();
    }

    private void restore(byte[] snapshot) {
        ByteBuffer bytes = ByteBuffer.wrap(snapshot);
        if (snapshot.length <= HEAD || bytes.getLong(MARK) != checksum(bytes)) {
            return;
        }
        try {
            OutcomeMark end = new OutcomeMark(bytes.getLong(0), bytes.getLong(Long.BYTES));
            state = ReliabilityCodec.read(bytes.position(HEAD));
            mark = end;
        } catch (IllegalArgumentException damaged) { // The log has everything.
            state = new ReliabilityState();
            mark = OutcomeMark.START;
        }
    }

    private static long checksum(ByteBuffer snapshot) {
        CRC32C checksum = new CRC32C();
        checksum.update(snapshot.slice(0, MARK));
        return checksum.getValue();
    }
}
