package dev.waggle.signal.log;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.signal.Signal;

/** Numbers entries and keeps none, so it never grows and has nothing to read. */
final class SilentJournal implements Journal {

    private final AtomicLong last = new AtomicLong();
    private volatile boolean closed;

    @Override
    public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        if (closed) {
            throw new IllegalStateException("the journal is closed, signal " + signal.id() + " was not appended");
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
}
