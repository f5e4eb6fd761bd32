package dev.waggle.swarm.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;

/**
 * A journal that refuses some signals of agents and reports of models, and may die at an entry. It records the entries
 * that it acknowledged and the signals that it refused. The payload of a signal decides on its refusal.
 */
public final class FaultyJournal implements Journal {

    private final Journal held;
    private final int oneIn;
    private final OptionalInt deadAt;
    private final List<LogEntry> acknowledged = new ArrayList<>();
    private final List<Signal> refused = new ArrayList<>();
    private int asked;

    /**
     * @param oneIn of how many entries of agents one is refused; 0 for none
     * @param deadAt the append, from 1, at which it dies
     */
    public FaultyJournal(Journal held, int oneIn, OptionalInt deadAt) {
        this.held = held;
        this.oneIn = oneIn;
        this.deadAt = deadAt;
    }

    @Override
    public synchronized LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
        asked++;
        requireAlive();
        if (oneIn > 0 && refuses(signal, emission)) {
            refused.add(signal);
            throw new IllegalArgumentException("the line is too long");
        }
        LogEntry entry = held.append(signal, emission, recordedAt);
        acknowledged.add(entry);
        return entry;
    }

    private boolean refuses(Signal signal, Emission emission) {
        boolean fromAgent = emission.invocation() > 0 || signal.payload() instanceof Payload.Conflict;
        return fromAgent && SeededDice.of(oneIn, signal.payload().toString()).oneIn(oneIn);
    }

    public synchronized List<LogEntry> acknowledged() {
        return List.copyOf(acknowledged);
    }

    public synchronized List<Signal> refused() {
        return List.copyOf(refused);
    }

    /** Returns a store for these answers that dies with this log. */
    public Journal keeping(Journal answers) {
        return new Journal() {
            @Override
            public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
                synchronized (FaultyJournal.this) {
                    requireAlive();
                    return answers.append(signal, emission, recordedAt);
                }
            }

            @Override
            public List<LogEntry> read(long fromSequence, int limit) {
                return answers.read(fromSequence, limit);
            }

            @Override
            public void close() {
                answers.close();
            }
        };
    }

    private void requireAlive() {
        if (deadAt.isPresent() && asked >= deadAt.getAsInt()) {
            throw new UncheckedIOException(new IOException("the disk is gone at append " + asked));
        }
    }

    @Override
    public List<LogEntry> read(long fromSequence, int limit) {
        return held.read(fromSequence, limit);
    }

    @Override
    public void close() {
        held.close();
    }
}
