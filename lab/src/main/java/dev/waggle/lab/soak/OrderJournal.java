package dev.waggle.lab.soak;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;

/**
 * Journal that stores order only. It calls the listeners, and keeps the positions of each publisher's latest signals
 * for checks of snapshots. Safe for many threads.
 */
final class OrderJournal implements Journal {

    /** Number of positions kept for each publisher; a power of two, far more than a history holds. */
    private static final int KEPT = 1 << 16;

    /** Number of positions of brief signals kept; a power of two. */
    private static final int KEPT_BRIEF = 1 << 18;

    private final SoakScript script;
    private final List<SoakListener> listeners;
    private final SoakVerdict verdict;
    private final SequenceChecker follower;
    private final AtomicLongArray places;
    private final AtomicLongArray latest;
    private final AtomicLongArray briefPlaces = new AtomicLongArray(KEPT_BRIEF);
    private long last;

    OrderJournal(SoakScript script, List<SoakListener> listeners, SoakVerdict verdict) {
        this.script = script;
        this.listeners = List.copyOf(listeners);
        this.verdict = verdict;
        follower = SequenceChecker.fromStart(script, SoakScript.TYPES);
        places = new AtomicLongArray(script.publishers() * KEPT);
        latest = new AtomicLongArray(script.publishers());
    }

    @Override
    public synchronized LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        last++;
        verdict.check("journal", follower.follow(signal));
        int publisher = script.publisherOf(signal);
        if (publisher >= 0) {
            long number = SoakScript.numberOf(signal);
            // First: a reader of a reused position must see the new publisher.
            latest.set(publisher, number);
            places.set(slot(publisher, number), last);
            if (SoakScript.isBrief(number)) {
                briefPlaces.set((int) (last & (KEPT_BRIEF - 1)), last);
            }
        }
        for (SoakListener listener : listeners) {
            listener.expect(signal);
        }
        return new LogEntry(last, recordedAt, emission, signal);
    }

    synchronized long size() {
        return last;
    }

    /** The place of that number of a publisher, from 1; 0 when it was too long ago. */
    long placeOf(int publisher, long number) {
        long place = places.get(slot(publisher, number));
        return latest.get(publisher) - number < KEPT ? place : 0;
    }

    /** True if a brief signal has that position, as far as it is still stored. */
    boolean isBrief(long place) {
        return briefPlaces.get((int) (place & (KEPT_BRIEF - 1))) >= place;
    }

    @Override
    public List<LogEntry> read(long fromSequence, int limit) {
        return List.of();
    }

    @Override
    public void close() {}

    private static int slot(int publisher, long number) {
        return publisher * KEPT + (int) (number & (KEPT - 1));
    }
}
