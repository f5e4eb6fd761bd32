package dev.waggle.swarm.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.runlog.AnswerJournal;
import dev.waggle.swarm.runlog.FactBody;

/**
 * The life of a process that ends at a certain append: from then on nothing is written and no model is asked. A process
 * that ends by its log first stores the answers that were given already.
 */
public final class ProcessLife {

    private final Journal log;
    private final Journal kept;
    private long logged;
    private long keptSoFar;
    private long lastLogged = Long.MAX_VALUE;
    private long lastKept = Long.MAX_VALUE;
    private int beingAnswered;
    private boolean over;

    public ProcessLife(Journal log, Journal kept) {
        this.log = log;
        this.kept = kept;
    }

    /** Ends the process when the log should receive the next entry behind so many. */
    public ProcessLife untilLogged(long entries) {
        lastLogged = entries;
        return this;
    }

    /** Ends the process when the store of answers should receive the next entry behind so many. */
    public ProcessLife untilKept(long entries) {
        lastKept = entries;
        return this;
    }

    public Journal log() {
        return writing(log, this::beforeLog);
    }

    public Journal kept() {
        return writing(kept, this::beforeKept);
    }

    /** Records that a model is asked, which answers at once. */
    public synchronized void asked() {
        requireAlive();
        beingAnswered++;
    }

    private synchronized LogEntry beforeLog(Signal signal, Emission emission, Instant at) {
        if (!over && logged == lastLogged) {
            while (beingAnswered > 0 && !over) {
                try {
                    wait();
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                    over = true;
                }
            }
            over = true;
        }
        requireAlive();
        logged++;
        return log.append(signal, emission, at);
    }

    private synchronized LogEntry beforeKept(Signal signal, Emission emission, Instant at) {
        if (keptSoFar == lastKept) {
            over = true;
        }
        notifyAll();
        requireAlive();
        keptSoFar++;
        if (signal.type().equals(AnswerJournal.ANSWERED) && FactBody.of(signal).object("answer").has("tookMs")) {
            beingAnswered--;
        }
        return kept.append(signal, emission, at);
    }

    private void requireAlive() {
        if (over) {
            throw new UncheckedIOException(new IOException("killed"));
        }
    }

    private interface Appending {
        LogEntry append(Signal signal, Emission emission, Instant at);
    }

    private static Journal writing(Journal journal, Appending appending) {
        return new Journal() {
            @Override
            public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
                return appending.append(signal, emission, recordedAt);
            }

            @Override
            public List<LogEntry> read(long fromSequence, int limit) {
                return journal.read(fromSequence, limit);
            }

            @Override
            public void close() {}
        };
    }
}
