package dev.waggle.lab.soak.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;

/** Journal that writes nothing after so many entries, as if its process had ended there. Thread-safe. */
final class CutJournal implements Journal {

    private final Journal inner;
    private long left;

    CutJournal(Journal inner, long entries) {
        this.inner = inner;
        this.left = entries;
    }

    @Override
    public synchronized LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        if (left == 0) {
            throw new UncheckedIOException(new IOException("the process ends here"));
        }
        left--;
        return inner.append(signal, emission, recordedAt);
    }

    @Override
    public List<LogEntry> read(long fromSequence, int limit) {
        return inner.read(fromSequence, limit);
    }

    @Override
    public Claim claim(String run) {
        return inner.claim(run);
    }

    @Override
    public void close() {
        inner.close();
    }
}
