package dev.waggle.journal.delayed;

import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import dev.waggle.journal.delayed.DelayFile.LoadReport;
import dev.waggle.signal.connectivity.FailureHandler;
import dev.waggle.signal.log.Journal;
import org.jspecify.annotations.Nullable;

/**
 * Table of the signals that wait and its file, which change together under one lock. Nothing else is called under it.
 *
 * <p>A signal is claimed while it is generated. It is not listed then, and cannot be cancelled.
 */
final class DelaySchedule implements Closeable {

    /** Number of lines up to which the file is never compacted: it is read in a blink. */
    static final int COMPACT_FROM = 1_000;

    /** Compaction writes the state once, so at this factor it adds a quarter to the other writes. */
    static final int COMPACT_FACTOR = 4;

    private final DelayFile file;
    private final DelayLimits limits;
    private final FailureHandler failures;
    private final DelayTable table = new DelayTable();
    private final Set<String> claimed = new HashSet<>();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean isDamaged;
    private boolean isClosed;

    DelaySchedule(DelayFile file, DelayLimits limits, FailureHandler failures) {
        this.file = file;
        this.limits = limits;
        this.failures = failures;
    }

    /** Reads the file. Then signals of which the log tells that it has them do not wait any more. */
    void load(Journal log) throws IOException {
        lock.lock();
        try {
            LoadReport report = file.load(table);
            if (report.damaged() > 0) {
                isDamaged = true;
                table.doubtAll();
                FailureHandler.report(failures, new IOException(report.message()
                        + "\nThey are left as they are and not compacted any more."),
                        "opening the schedule of delayed signals");
            }
            List<String> generated = new DelaySearch(table.begunIds(), table.begunAfter()).in(log);
            if (!generated.isEmpty()) {
                write(new DelayEvent.Generated(generated));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Adds a signal; when this returns, it is on the disk. */
    void add(DelayedSignal delayed) {
        lock.lock();
        try {
            requireOpen();
            DelayEvent event = new DelayEvent.Scheduled(delayed);
            byte[] line = DelayLine.encode(event);
            table.requireRoom(delayed, line.length, limits);
            file.append(line);
            table.apply(event, line.length);
            compactIfDue();
        } finally {
            lock.unlock();
        }
    }

    /** Removes the signal that a search finds, if there is one and it is not claimed. */
    boolean cancel(Function<DelayTable, @Nullable DelayedSignal> search) {
        lock.lock();
        try {
            requireOpen();
            DelayedSignal found = search.apply(table);
            if (found == null || claimed.contains(found.id())) {
                return false;
            }
            write(new DelayEvent.Cancelled(found.id()));
            compactIfDue();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The signals that wait, in the order of their generation. */
    List<DelayedSignal> all() {
        lock.lock();
        try {
            return table.all().stream().filter(delayed -> !claimed.contains(delayed.id())).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Time of the first signal; empty when none waits or this is closed. */
    Optional<Instant> nextTime() {
        lock.lock();
        try {
            return isClosed || table.isEmpty() ? Optional.empty() : Optional.of(table.firstTime());
        } finally {
            lock.unlock();
        }
    }

    /**
     * The first signals that are due at that time; their beginning is on the disk when this returns.
     *
     * @param last the last entry of the log, which has none of them unless their generation began before
     */
    List<DelayedSignal> begin(Instant now, long last, int limit) {
        lock.lock();
        try {
            List<DelayedSignal> due = isClosed ? List.of() : table.due(now, limit);
            List<String> begun = table.notBegun(due);
            if (!begun.isEmpty()) {
                write(new DelayEvent.Begun(begun, last));
            }
            return due;
        } finally {
            lock.unlock();
        }
    }

    /** Claims a signal for its generation; false if it does not wait any more or this is closed. */
    boolean claim(DelayedSignal delayed) {
        lock.lock();
        try {
            return !isClosed && table.find(delayed.id()) != null && claimed.add(delayed.id());
        } finally {
            lock.unlock();
        }
    }

    /** Records that the log has these signals, durably, and ends all claims. */
    void finish(List<String> generated) {
        lock.lock();
        try {
            if (!generated.isEmpty()) {
                write(new DelayEvent.Generated(generated));
                compactIfDue();
            }
            claimed.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Ends changes by callers and further generation. */
    void end() {
        lock.lock();
        try {
            isClosed = true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            isClosed = true;
            file.close();
        } finally {
            lock.unlock();
        }
    }

    private void write(DelayEvent event) {
        byte[] line = DelayLine.encode(event);
        file.append(line);
        table.apply(event, line.length);
    }

    /** A compaction that fails is reported, and is tried again with the next change. */
    private void compactIfDue() {
        if (!isDamaged && file.lines() > COMPACT_FROM && file.lines() > (long) COMPACT_FACTOR * table.size()) {
            try {
                file.compact(table);
            } catch (IOException failed) {
                FailureHandler.report(failures, failed, "compacting the schedule of delayed signals");
            }
        }
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("the delayed signals are closed");
        }
    }
}
