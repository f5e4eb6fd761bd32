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
 * whatever is retained; what a question costs is told by {@link Catalogue}.
 *
 * <p>Owned by its bus, which calls it under its lock; only a {@link Snapshot} is read outside.
 */
public final class History {

    /** Most signals that one question takes out of the way because they are over; the next question goes on. */
    private static final int MAX_RETIRED_AT_ONCE = 1024;

    private final int maxSize;
    private final Duration defaultTtl;
    private final Consumer<Signal> leaving;
    private final Map<String, Retained> byId = new HashMap<>();
    private final Catalogue catalogue = new Catalogue();
    private final Deadlines deadlines = new Deadlines();
    private final Holds holds = new Holds();

    /** Over, and so out of every answer, but not swept yet. */
    private final Deque<Retained> overdue = new ArrayDeque<>();

    private long version;

    /**
     * @param maxSize most signals, at least 1
     * @param defaultTtl how long a signal without its own span counts
     * @param leaving told of each signal that answers show no more
     */
    public History(int maxSize, Duration defaultTtl, Consumer<Signal> leaving) {
        this.maxSize = maxSize;
        this.defaultTtl = defaultTtl;
        this.leaving = leaving;
    }

    /** How many are retained, with those that are over but not swept. */
    public int size() {
        return byId.size();
    }

    public boolean isFull() {
        return byId.size() == maxSize;
    }

    /** Whether one can be added now or after {@link #pollOverdue} or {@link #evict}; what is over makes room first. */
    public boolean canTakeOne(Instant now) {
        if (isFull() && overdue.isEmpty()) {
            retire(EpochNanos.of(now), 1);
        }
        return !isFull() || !overdue.isEmpty() || holds.victim(catalogue) != null;
    }

    /** The retained signal of that id, over or not, or {@code null}. */
    public @Nullable Signal get(String id) {
        Retained one = byId.get(id);
        return one == null ? null : one.signal;
    }

    /** Whether the signal is over: strictly later than its time plus its span. */
    public boolean isOver(Signal signal, Instant now) {
        return EpochNanos.end(signal, defaultTtl) < EpochNanos.of(now);
    }

    /** Adds one whose id is not there, where there is room. */
    public void add(Signal signal) {
        version++;
        Retained one = catalogue.add(signal, version, EpochNanos.of(signal.time()), EpochNanos.end(signal, defaultTtl));
        byId.put(signal.id(), one);
        deadlines.add(one);
        holds.add(one);
    }

    /** Lets go of one that is over, if answers hide one already; else {@code null}. */
    public @Nullable Signal pollOverdue() {
        Retained one = overdue.poll();
        if (one == null) {
            return null;
        }
        byId.remove(one.signal.id());
        return one.signal;
    }

    /** Lets go of the oldest that nobody holds; {@link #canTakeOne} says whether there is one. */
    public Signal evict() {
        Retained victim = holds.victim(catalogue);
        if (victim == null) {
            throw new IllegalStateException("all " + size() + " retained signals are held");
        }
        detach(victim);
        byId.remove(victim.signal.id());
        return victim.signal;
    }

    /** Lets go of at most that many that were over before now. */
    public List<Leaver> sweep(Instant now, int atMost) {
        List<Leaver> left = new ArrayList<>();
        retire(EpochNanos.of(now), atMost - overdue.size());
        while (left.size() < atMost && !overdue.isEmpty()) {
            Retained one = overdue.remove();
            byId.remove(one.signal.id());
            left.add(new Leaver(one.signal, one.place));
        }
        return left;
    }

    /** What passes and is not over now, to be read without the lock. */
    public Snapshot snapshot(SignalFilter filter, Instant now) {
        long nanos = EpochNanos.of(now);
        retire(nanos, MAX_RETIRED_AT_ONCE);
        return catalogue.snapshot(filter, version, nanos);
    }

    /** What passes is not evicted any more, what is there and what comes. Looks at all that is retained. */
    public void hold(Hold hold, SignalFilter filter) {
        holds.open(hold, filter, catalogue);
    }

    /** What that held may be evicted again. */
    public void release(Hold hold) {
        holds.close(hold, catalogue);
    }

    public void clear() {
        byId.clear();
        catalogue.clear();
        deadlines.clear();
        holds.clear();
        overdue.clear();
    }

    private void retire(long now, int atMost) {
        for (int i = 0; i < atMost; i++) {
            Retained one = deadlines.nextOver(now);
            if (one == null) {
                return;
            }
            detach(one);
            overdue.add(one);
        }
    }

    private void detach(Retained one) {
        version++;
        one.remove(version);
        catalogue.remove(one);
        deadlines.remove(one);
        holds.remove(one);
        leaving.accept(one.signal);
    }
}
