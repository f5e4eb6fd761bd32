package dev.waggle.signal.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.signal.Signal;

/**
 * An append-only log of signals. Implementations may be used by many threads; entries have one total order.
 *
 * <p>{@code append} returns only when the entry is in the log as durably as the implementation promises. It throws
 * {@link java.io.UncheckedIOException} when it is not. Then nothing of it is in the log, unless the message states
 * that it may or may not be.
 */
public interface Journal extends AutoCloseable {

    /** Page size for reading all entries: some megabytes. */
    int READ_AT_ONCE = 4_096;

    /**
     * Appends a signal.
     *
     * @param recordedAt the time of recording; a readable journal uses the previous entry's time when that is later,
     *     so time never steps back in a log
     * @throws IllegalArgumentException when this one entry cannot be held, for example because it is too large; then
     *        nothing of it is in the log, and the journal stays usable
     */
    LogEntry append(Signal signal, Emission emission, Instant recordedAt);

    /** Returns at most {@code limit} entries in order, from that sequence number on. */
    List<LogEntry> read(long fromSequence, int limit);

    /**
     * Returns all entries of that run, in order.
     *
     * @throws java.io.UncheckedIOException when they cannot be read
     */
    default List<LogEntry> entriesOf(String run) {
        List<LogEntry> found = new ArrayList<>();
        long from = 1;
        List<LogEntry> read = read(from, READ_AT_ONCE);
        while (!read.isEmpty()) {
            read.stream().filter(entry -> run.equals(entry.signal().scope().run())).forEach(found::add);
            from = read.getLast().sequence() + 1;
            read = read(from, READ_AT_ONCE);
        }
        return List.copyOf(found);
    }

    /**
     * Claims the exclusive right to write a run. The claim belongs to this object. Two journals of one place exclude
     * each other by their own means, as a folder's journal does by its lock. A wrapping journal passes the claim of
     * the inner one on; a journal without claims grants every one.
     *
     * @return ends the claim; ending it twice is harmless
     * @throws IllegalStateException when another writer holds the run
     */
    default Claim claim(String run) {
        return Claim.FREE;
    }

    /** Exclusive right to write a run, until it is closed. */
    @FunctionalInterface
    interface Claim extends AutoCloseable {

        /** Excludes no other writer. */
        Claim FREE = () -> {
        };

        @Override
        void close();
    }

    /** Returns the guarantee of {@code append}: it holds for every entry when the call that appended it returns. */
    default Durability durability() {
        return Durability.memory();
    }

    /**
     * Returns when every entry whose append has returned is as durable as the implementation can make it. Callers use
     * it before they acknowledge something elsewhere that depends on those entries. There is nothing to do for
     * entries that are already synced, or kept in memory only.
     *
     * @throws java.io.UncheckedIOException when that failed: some of those entries may not be on the disk
     */
    default void sync() {
        // Each entry is already as durable as possible when its append returns.
    }

    /** Ends writing; closing twice is harmless, appending afterwards an {@link IllegalStateException}. */
    @Override
    void close();

    /** Returns a journal that numbers entries and stores none: for a bus whose history is enough. */
    static Journal silent() {
        return new Journal() {

            private final AtomicLong last = new AtomicLong();
            private volatile boolean closed;

            @Override
            public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
                if (closed) {
                    throw new IllegalStateException(
                            "the journal is closed, signal " + signal.id() + " was not appended");
                }
                return new LogEntry(last.incrementAndGet(), recordedAt, emission, signal);
            }

            @Override
            public List<LogEntry> read(long fromSequence, int limit) {
                return List.of();
            }

            @Override
            public void close() {
                closed = true;
            }
        };
    }
}
