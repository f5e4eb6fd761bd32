package dev.waggle.signal.history.store;

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
import dev.waggle.signal.history.HistoryHold;
import dev.waggle.signal.history.SignalFilter;
import org.jspecify.annotations.Nullable;

/**
 * Bounded history of the latest signals in the order of publishing. Adding, evicting and expiring take constant time
 * on average, independent of the number retained; {@link HistoryIndex} states the cost of a query.
 *
 * <p>Owned by its bus, which calls it under its lock; only a {@link HistorySnapshot} is read outside.
 */
public final class SignalHistory {

    /** Maximum number of expired signals that one query hides; the next query continues. */
    private static final int MAX_EXPIRED_AT_ONCE = 1024;

    private final int maxSize;
    private final long maxBytes;
    private final Duration defaultTtl;
    private final Consumer<Signal> onRemoval;
    private final Map<String, HistoryEntry> byId = new HashMap<>();
    private final HistoryIndex index = new HistoryIndex();
    private final ExpiryQueue deadlines = new ExpiryQueue();
    private final HoldRegistry holds = new HoldRegistry();

    /** Expired entries: hidden from every query, but not swept yet. */
    private final Deque<HistoryEntry> expired = new ArrayDeque<>();

    private long version;
    private long bytes;

    /**
     * @param maxSize maximum number of signals, at least 1
     * @param maxBytes maximum estimated memory of the signals; a larger one is retained alone
     * @param defaultTtl the TTL of a signal without its own
     * @param leaving called with each signal that queries show no more
     */
    public SignalHistory(int maxSize, long maxBytes, Duration defaultTtl, Consumer<Signal> leaving) {
        this.maxSize = maxSize;
        this.maxBytes = maxBytes;
        this.defaultTtl = defaultTtl;
        this.onRemoval = leaving;
    }

    /** Returns the number of retained signals, including expired ones that are not swept. */
    public int size() {
        return byId.size();
    }

    /** Returns the estimated memory of the retained signals, including expired ones that are not swept. */
    public long bytes() {
        return bytes;
    }

    /** Returns the estimated memory that a signal takes when it is retained. */
    public static long sizeOf(Signal signal) {
        return SignalSize.of(signal);
    }

    /** True if a signal of that estimated memory does not fit in: by count, or by bytes unless nothing is retained. */
    public boolean isFull(long size) {
        return byId.size() == maxSize || (bytes > maxBytes - size && !byId.isEmpty());
    }

    /** True if one of that size fits in now or after calls of {@link #pollExpired} and {@link #evict}. */
    public boolean hasRoom(long size, Instant now) {
        if (!isFull(size)) {
            return true;
        }
        if (expired.isEmpty()) {
            expire(EpochNanos.of(now), 1);
        }
        boolean fitsByCount = byId.size() < maxSize || !expired.isEmpty() || holds.evictionCandidate(index) != null;
        if (fitsByCount && holds.heldBytes() > maxBytes - size) {
            expire(EpochNanos.of(now), MAX_EXPIRED_AT_ONCE);
        }
        return fitsByCount && (holds.heldBytes() == 0 || holds.heldBytes() <= maxBytes - size);
    }

    /** Returns the retained signal of that id, expired or not, or {@code null}. */
    public @Nullable Signal get(String id) {
        HistoryEntry one = byId.get(id);
        return one == null ? null : one.signal;
    }

    /** True if the signal has expired: strictly later than its time plus its TTL. */
    public boolean isExpired(Signal signal, Instant now) {
        return EpochNanos.expiryOf(signal, defaultTtl) < EpochNanos.of(now);
    }

    /** True if queries show the signal of that id: it is retained and has not expired. */
    public boolean isVisible(String id, Instant now) {
        HistoryEntry one = byId.get(id);
        return one != null && !one.isRemoved() && one.expiresAfter >= EpochNanos.of(now);
    }

    /** True if both are retained and the first was published before the second. */
    public boolean isBefore(String id, String laterId) {
        HistoryEntry one = byId.get(id);
        HistoryEntry later = byId.get(laterId);
        return one != null && later != null && one.position < later.position;
    }

    /** Adds a signal whose id is absent; requires room. */
    public void add(Signal signal) {
        add(signal, sizeOf(signal));
    }

    /** Adds a signal like {@link #add(Signal)}, of that estimated memory. */
    public void add(Signal signal, long size) {
        version++;
        HistoryEntry one = index.add(signal, version, EpochNanos.of(signal.time()),
                EpochNanos.expiryOf(signal, defaultTtl), size);
        bytes += size;
        byId.put(signal.id(), one);
        deadlines.add(one);
        holds.add(one);
    }

    /** Removes and returns an expired signal; {@code null} if there is none. */
    public @Nullable Signal pollExpired(Instant now) {
        if (expired.isEmpty()) {
            expire(EpochNanos.of(now), 1);
        }
        HistoryEntry one = expired.poll();
        if (one == null) {
            return null;
        }
        release(one);
        return one.signal;
    }

    /** Removes the oldest signal without a hold; {@link #hasRoom} is true if there is one. */
    public Signal evict() {
        HistoryEntry victim = holds.evictionCandidate(index);
        if (victim == null) {
            throw new IllegalStateException("all " + size() + " retained signals are held");
        }
        detach(victim);
        release(victim);
        return victim.signal;
    }

    /** Removes at most that many signals that expired before now. */
    public List<ExpiredSignal> sweep(Instant now, int atMost) {
        List<ExpiredSignal> left = new ArrayList<>();
        expire(EpochNanos.of(now), atMost - expired.size());
        while (left.size() < atMost && !expired.isEmpty()) {
            HistoryEntry one = expired.remove();
            release(one);
            left.add(new ExpiredSignal(one.signal, one.position));
        }
        return left;
    }

    /** Returns the signals that pass and have not expired, to be read without the lock. */
    public HistorySnapshot snapshot(SignalFilter filter, Instant now) {
        long nanos = EpochNanos.of(now);
        expire(nanos, MAX_EXPIRED_AT_ONCE);
        return index.snapshot(filter, version, nanos);
    }

    /** Returns the oldest signals that pass and have not expired, at most that many, and takes no expired one out. */
    public List<Signal> oldest(SignalFilter filter, Instant now, int atMost) {
        try (HistorySnapshot snapshot = index.snapshot(filter, version, EpochNanos.of(now))) {
            return snapshot.oldestFirst(atMost);
        }
    }

    /** Protects the signals that pass, present and future, from eviction. Visits all retained signals. */
    public void hold(HistoryHold hold, SignalFilter filter) {
        holds.open(hold, filter, index);
    }

    /** Releases a hold; its signals may be evicted again. */
    public void release(HistoryHold hold) {
        holds.close(hold, index);
    }

    public void clear() {
        bytes = 0;
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

    private void release(HistoryEntry one) {
        byId.remove(one.signal.id());
        bytes -= one.bytes;
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
