package dev.waggle.swarm.testbed;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;

/** Journal in memory with a filter that may throw an exception for a signal. */
public final class RefusingJournal implements Journal {

    private final Journal held = new MemoryJournal();
    private final Consumer<Signal> filter;

    public RefusingJournal(Consumer<Signal> filter) {
        this.filter = filter;
    }

    /** A journal that cannot hold a signal with that word. */
    public static RefusingJournal of(String word) {
        return new RefusingJournal(signal -> {
            if (signal.payload().toString().contains(word)) {
                throw new IllegalArgumentException("the line is too long");
            }
        });
    }

    @Override
    public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        filter.accept(signal);
        return held.append(signal, emission, recordedAt);
    }

    @Override
    public List<LogEntry> read(long fromSequence, int limit) {
        return held.read(fromSequence, limit);
    }

    @Override
    public Claim claim(String run) {
        return held.claim(run);
    }

    @Override
    public void close() {
        held.close();
    }
}
