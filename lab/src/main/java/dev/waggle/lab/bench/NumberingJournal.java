package dev.waggle.lab.bench;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;

/** Numbers entries and forgets them: a journal that keeps them would fill the heap of a bench. */
final class NumberingJournal implements Journal {

    private final AtomicLong last = new AtomicLong();

    @Override
    public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        return new LogEntry(last.incrementAndGet(), recordedAt, emission, signal);
    }

    @Override
    public List<LogEntry> read(long fromSequence, int limit) {
        return List.of();
    }

    @Override
    public void close() {}
}
