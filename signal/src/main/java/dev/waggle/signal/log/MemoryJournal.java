package dev.waggle.signal.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Signal;

/** A journal in memory that lives as long as the process; readable after it was closed. */
public final class MemoryJournal implements Journal {

    private final List<LogEntry> entries = new ArrayList<>();
    private final RunClaimRegistry claims = new RunClaimRegistry();
    private boolean closed;

    public MemoryJournal() {}

    @Override
    public synchronized LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        if (closed) {
            throw new IllegalStateException("the journal is closed, signal " + signal.id() + " was not appended");
        }
        boolean isBack = !entries.isEmpty() && recordedAt.isBefore(entries.getLast().recordedAt());
        Instant at = isBack ? entries.getLast().recordedAt() : recordedAt;
        LogEntry entry = new LogEntry(entries.size() + 1L, at, emission, signal);
        entries.add(entry);
        return entry;
    }

    @Override
    public synchronized List<LogEntry> read(long fromSequence, int limit) {
        if (fromSequence < 1 || limit < 0) {
            throw new IllegalArgumentException(
                    "read needs fromSequence >= 1 and limit >= 0, got " + fromSequence + " and " + limit);
        }
        int from = (int) Math.min(fromSequence - 1, entries.size());
        int to = (int) Math.min((long) from + limit, entries.size());
        return List.copyOf(entries.subList(from, to));
    }

    @Override
    public Claim claim(String run) {
        return claims.claim(run);
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
