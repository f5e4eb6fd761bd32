package dev.waggle.signal.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * The latest signals in the order of publishing, bounded. Adding, evicting and expiring take constant time on average,
 * whatever is retained; what a question costs is told by {@link HistoryIndex}.
 *
 * <p>Owned by its bus, which calls it under its lock; only a {@link HistorySnapshot} is read outside.
 */
public final class SignalHistory {

    /** Most signals that one question takes out of the way because they are over; the next question goes on. */
    private static final int MAX_EXPIRED_AT_ONCE = 1024;

    private final int maxSize;
    private final Duration defaultTtl;
    private final Consumer<Signal> onRemoval;
    private final Map<String, HistoryEntry> byId = new HashMap<>();
    private final HistoryIndex index = new HistoryIndex();
    private final ExpiryQueue deadlines = new ExpiryQueue();
    private final HoldRegistry holds = new HoldRegistry();

    /** Over, and so out of every answer, but not swept yet. */
    private final Deque<HistoryEntry> expired = new ArrayDeque<>();

    private long version;

    /**
     * @param maxSize most signals, at least 1
     * @param defaultTtl how long a signal without its own span counts
     * @param leaving told of each signal that answers show no more
     */
    public SignalHistory(int maxSize, Duration defaultTtl, Consumer<Signal> leaving) {
        this.maxSize = maxSize;
        this.defaultTtl = defaultTtl;
        this.onRemoval = leaving;
    }

    /** How many are retained, with those that are over but not swept. */
    public int size() {
        return byId.size();
    }

    public boolean isFull() {
        return byId.size() == maxSize;
    }

    /** Whether one can be added now or after {@link #pollExpired} or {@link #evict}; what is over makes room first. */
    public boolean hasRoom(Instant now) {
        if (isFull() && expired.isEmpty()) {
            expire(EpochNanos.of(now), 1);
        }
        return !isFull() || !expired.isEmpty() || holds.evictionCandidate(index) != null;
    }

    /** The retained signal of that id, over or not, or {@code null}. */
    public @Nullable Signal get(String id) {
        HistoryEntry one = byId.get(id);
        return one == null ? null : one.signal;
    }

    /** Whether the signal is over: strictly later than its time plus its span. */
    public boolean isExpired(Signal signal, Instant now) {
        return EpochNanos.expiryOf(signal, defaultTtl) < EpochNanos.of(now);
    }

    /** Adds one whose id is not there, where there is room. */
    public void add(Signal signal) {
        version++;
        HistoryEntry one = index.add(signal, version, EpochNanos.of(signal.time()),
                EpochNanos.expiryOf(signal, defaultTtl));
        byId.put(signal.id(), one);
        deadlines.add(one);
        holds.add(one);
    }

    /** Lets go of one that is over, if answers hide one already; else {@code null}. */
    public @Nullable Signal pollExpired() {
        HistoryEntry one = expired.poll();
        if (one == null) {
            return null;
        }
        byId.remove(one.signal.id());
        return one.signal;
    }

    /** Lets go of the oldest that nobody holds; {@link #hasRoom} says whether there is one. */
    public Signal evict() {
        HistoryEntry victim = holds.evictionCandidate(index);
        if (victim == null) {
            throw new IllegalStateException("all " + size() + " retained signals are held");
        }
        detach(victim);
        byId.remove(victim.signal.id());
        return victim.signal;
    }

    /** Lets go of at most that many that were over before now. */
    public List<ExpiredSignal> sweep(Instant now, int atMost) {
        List<ExpiredSignal> left = new ArrayList<>();
        expire(EpochNanos.of(now), atMost - expired.size());
        while (left.size() < atMost && !expired.isEmpty()) {
            HistoryEntry one = expired.remove();
            byId.remove(one.signal.id());
            left.add(new ExpiredSignal(one.signal, one.position));
        }
        return left;
    }

    /** What passes and is not over now, to be read without the lock. */
    public HistorySnapshot snapshot(SignalFilter filter, Instant now) {
        long nanos = EpochNanos.of(now);
        expire(nanos, MAX_EXPIRED_AT_ONCE);
        return index.snapshot(filter, version, nanos);
    }

    /** What passes is not evicted any more, what is there and what comes. Looks at all that is retained. */
    public void hold(HistoryHold hold, SignalFilter filter) {
        holds.open(hold, filter, index);
    }

    /** What that held may be evicted again. */
    public void release(HistoryHold hold) {
        holds.close(hold, index);
    }

    public void clear() {
        byId.clear();
        index.clear();
        deadlines.clear();
        holds.clear();
        expired.clear();
    }

    private void expire(long now, int atMost) {
        for (int i = 0; i < atMost; i++) {
            HistoryEntry one = deadlines.nextExpired(now);
            if (one == null) {
                return;
            }
            detach(one);
            expired.add(one);
        }
    }

    private void detach(HistoryEntry one) {
        version++;
        one.remove(version);
        index.remove(one);
        deadlines.remove(one);
        holds.remove(one);
        onRemoval.accept(one.signal);
    }
}
