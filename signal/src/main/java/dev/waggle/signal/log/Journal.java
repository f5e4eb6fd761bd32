package dev.waggle.signal.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.signal.Signal;

/**
 * An append-only log of signals. Implementations may be used by many threads; entries have one total order.
 *
 * <p>{@code append} returns only when the entry is in the log as durably as the implementation promises, and throws
 * {@link java.io.UncheckedIOException} when it is not: then nothing of it is in the log, unless the message says that it
 * may or may not be.
 */
public interface Journal extends AutoCloseable {

    /** How many entries are read at once where all are looked at: some megabytes. */
    int READ_AT_ONCE = 4_096;

    /**
     * Adds a signal at the end.
     *
     * @param recordedAt when the log takes it; a journal that can be read gives the entry the time of the one before it
     *        when that is later, so time never steps back in a log
     * @throws IllegalArgumentException when this one entry cannot be held, for example because it is too large; then
     *         nothing of it is in the log, and the journal goes on
     */
    LogEntry append(Signal signal, Emission emission, Instant recordedAt);

    /** At most {@code limit} entries in order, from that sequence number on. */
    List<LogEntry> read(long fromSequence, int limit);

    /**
     * All entries that belong to that run, in order.
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
     * The right to write a run alone. It is one of this object: two journals of one place keep each other out by their own
     * means, as that of a folder does by its lock. A journal that wraps another hands on the claim of that one; one that
     * knows no claims grants every one.
     *
     * @return ends the claim; ending it twice is harmless
     * @throws IllegalStateException when somebody writes the run now
     */
    default Claim claim(String run) {
        return Claim.FREE;
    }

    /** The right to write a run alone, until it is closed. */
    @FunctionalInterface
    interface Claim extends AutoCloseable {

        /** Keeps nobody out. */
        Claim FREE = () -> {
        };

        @Override
        void close();
    }

    /** What {@code append} promises: it holds for every entry when the call that appended it returns. */
    default Durability durability() {
        return Durability.memory();
    }

    /**
     * Returns when every entry whose append has returned is as durable as the implementation can make it. For who
     * acknowledges something elsewhere that stands on those entries. There is nothing to do for entries that are already
     * synced, or kept in memory only.
     *
     * @throws java.io.UncheckedIOException when that failed: some of those entries may not be on the disk
     */
    default void sync() {
        // An entry is kept as well as it can be when its append returns.
    }

    /** Ends writing; closing twice is harmless, appending afterwards an {@link IllegalStateException}. */
    @Override
    void close();

    /** A journal that numbers entries and keeps none: for a bus whose history is enough. */
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
