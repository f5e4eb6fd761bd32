package dev.waggle.review;

import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;

/**
 * The log of one run for reading: nothing can be added.
 *
 * @param entries its entries, in order
 */
public record ReadOnlyJournal(List<LogEntry> entries) implements Journal {

    public ReadOnlyJournal {
        entries = List.copyOf(entries);
    }

    @Override
    public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        throw new IllegalStateException("a log that is only read takes nothing, got " + signal.type());
    }

    @Override
    public List<LogEntry> read(long fromSequence, int limit) {
        return entries.stream().filter(entry -> entry.sequence() >= fromSequence).limit(limit).toList();
    }

    @Override
    public List<LogEntry> entriesOf(String run) {
        return entries;
    }

    @Override
    public void close() {}
}
