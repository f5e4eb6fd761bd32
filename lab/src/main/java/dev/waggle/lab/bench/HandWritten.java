package dev.waggle.lab.bench;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.ConflictPair;
import org.jspecify.annotations.Nullable;

/**
 * Hand-written alternative to the bus. Callbacks are in a table by type. One lock guards a ring of the latest signals
 * with postings by type, source, both and reply. It also guards ids against duplicates, counters and a check for rival
 * proposals.
 *
 * <p>It has no log, no date of its own, no order between threads, no bound for answers to answers, no patterns. Its
 * queries wait for its publishers. Safe for many threads; callbacks run outside the lock, on the publishing thread.
 */
final class HandWritten {

    private static final int MAX_CONFLICTS = 1000;
    private static final SignalConsumer[] NOBODY = {};

    private final long defaultTtlMs;

    private final ReentrantLock lock = new ReentrantLock();
    private final @Nullable Signal[] ring;
    private int oldest;
    private int size;
    private final Map<String, Signal> byId = new HashMap<>();
    private final Map<SignalType, ArrayDeque<Signal>> byType = new HashMap<>();
    private final Map<String, OfSource> bySource = new HashMap<>();
    private final Map<String, ArrayDeque<Signal>> byReply = new HashMap<>();
    private final ArrayDeque<ConflictPair> conflicts = new ArrayDeque<>();
    private long emitted;
    private long doubled;
    private long evicted;

    private final LongAdder expired = new LongAdder();
    private final LongAdder delivered = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /** Replaced as a whole, never changed. */
    private volatile Map<SignalType, SignalConsumer[]> table = Map.of();

    HandWritten(BusConfig config) {
        defaultTtlMs = config.defaultTtl().toMillis();
        ring = new Signal[config.maxHistorySize()];
    }

    void subscribe(SignalType type, SignalConsumer callback) {
        lock.lock();
        try {
            SignalConsumer[] old = table.getOrDefault(type, NOBODY);
            SignalConsumer[] grown = Arrays.copyOf(old, old.length + 1);
            grown[old.length] = callback;
            Map<SignalType, SignalConsumer[]> copy = new HashMap<>(table);
            copy.put(type, grown);
            table = copy;
        } finally {
            lock.unlock();
        }
    }

    /** The number of the signal; 0 when it was over or is there already. */
    long publish(Signal signal) {
        long number = admit(signal);
        if (number == 0) {
            return 0;
        }
        SignalConsumer[] callbacks = table.getOrDefault(signal.type(), NOBODY);
        for (SignalConsumer callback : callbacks) {
            try {
                callback.accept(signal);
            } catch (RuntimeException failure) {
                failed.increment();
            }
        }
        delivered.add(callbacks.length);
        return number;
    }

    /** All of a publish but the callbacks: for rivals that have only those. */
    long admit(Signal signal) {
        long now = System.currentTimeMillis();
        if (isOver(signal, now)) {
            expired.increment();
            return 0;
        }
        lock.lock();
        try {
            if (byId.putIfAbsent(signal.id(), signal) != null) {
                doubled++;
                return 0;
            }
            if (size == ring.length) {
                evictOldest();
            }
            append(signal);
            if (signal.payload() instanceof Payload.Proposal proposal) {
                checkConflict(signal, proposal, now);
            }
            return ++emitted;
        } finally {
            lock.unlock();
        }
    }

    List<Signal> ofType(SignalType type) {
        lock.lock();
        try {
            return copy(byType.get(type));
        } finally {
            lock.unlock();
        }
    }

    List<Signal> ofSource(String source) {
        lock.lock();
        try {
            OfSource ofSource = bySource.get(source);
            return ofSource == null ? List.of() : copy(ofSource.all);
        } finally {
            lock.unlock();
        }
    }

    List<Signal> ofTypeAndSource(SignalType type, String source) {
        lock.lock();
        try {
            OfSource ofSource = bySource.get(source);
            return ofSource == null ? List.of() : copy(ofSource.byType.get(type));
        } finally {
            lock.unlock();
        }
    }

    List<Signal> repliesTo(String id) {
        lock.lock();
        try {
            return copy(byReply.get(id));
        } finally {
            lock.unlock();
        }
    }

    List<ConflictPair> conflicts() {
        lock.lock();
        try {
            return List.copyOf(conflicts);
        } finally {
            lock.unlock();
        }
    }

    Counters counters() {
        lock.lock();
        try {
            return new Counters(emitted, doubled, evicted, expired.sum(), delivered.sum(), failed.sum());
        } finally {
            lock.unlock();
        }
    }

    private boolean isOver(Signal signal, long now) {
        return switch (signal.lifetime()) {
            case Lifetime.DefaultTtl _ -> now - signal.time().toEpochMilli() > defaultTtlMs;
            case Lifetime.Ttl ttl -> now - signal.time().toEpochMilli() > ttl.span().toMillis();
            case Lifetime.Unlimited _, Lifetime.UntilStep _ -> false;
        };
    }

    private void append(Signal signal) {
        int end = oldest + size;
        ring[end < ring.length ? end : end - ring.length] = signal;
        size++;
        byType.computeIfAbsent(signal.type(), type -> new ArrayDeque<>()).addLast(signal);
        OfSource ofSource = bySource.computeIfAbsent(signal.source().label(), source -> new OfSource());
        ofSource.all.addLast(signal);
        ofSource.byType.computeIfAbsent(signal.type(), type -> new ArrayDeque<>()).addLast(signal);
        String replyTo = signal.links().replyTo();
        if (replyTo != null) {
            byReply.computeIfAbsent(replyTo, id -> new ArrayDeque<>()).addLast(signal);
        }
    }

    /** Evicts an entry that is the first of each of its postings. */
    private void evictOldest() {
        Signal signal = ring[oldest];
        if (signal == null) {
            throw new IllegalStateException("a full ring has a signal in each place, not in " + oldest);
        }
        ring[oldest] = null;
        oldest = oldest + 1 < ring.length ? oldest + 1 : 0;
        size--;
        evicted++;
        byId.remove(signal.id());
        removeFirst(byType, signal.type());
        String source = signal.source().label();
        OfSource ofSource = bySource.get(source);
        if (ofSource != null) {
            ofSource.all.removeFirst();
            removeFirst(ofSource.byType, signal.type());
            if (ofSource.all.isEmpty()) {
                bySource.remove(source);
            }
        }
        String replyTo = signal.links().replyTo();
        if (replyTo != null) {
            removeFirst(byReply, replyTo);
        }
    }

    private static <K> void removeFirst(Map<K, ArrayDeque<Signal>> postings, K key) {
        ArrayDeque<Signal> posted = postings.get(key);
        if (posted != null) {
            posted.removeFirst();
            if (posted.isEmpty()) {
                postings.remove(key);
            }
        }
    }

    /** With the oldest retained proposal of another source that says something else. */
    private void checkConflict(Signal signal, Payload.Proposal proposal, long now) {
        String source = signal.source().label();
        ArrayDeque<Signal> proposals = byType.get(SignalType.PROPOSAL);
        if (proposals == null) {
            return;
        }
        for (Signal other : proposals) {
            boolean isRival = !other.source().label().equals(source)
                    && other.payload() instanceof Payload.Proposal earlier
                    && !earlier.proposalId().equals(proposal.proposalId());
            if (isRival) {
                if (conflicts.size() == MAX_CONFLICTS) {
                    conflicts.removeFirst();
                }
                conflicts.addLast(new ConflictPair(other, signal, Instant.ofEpochMilli(now)));
                return;
            }
        }
    }

    private static List<Signal> copy(@Nullable Collection<Signal> posted) {
        return posted == null ? List.of() : new ArrayList<>(posted);
    }

    /** Counters since the start. */
    record Counters(long emitted, long doubled, long evicted, long expired, long delivered, long failed) {}

    private static final class OfSource {
        private final ArrayDeque<Signal> all = new ArrayDeque<>();
        private final Map<SignalType, ArrayDeque<Signal>> byType = new HashMap<>();
    }
}
