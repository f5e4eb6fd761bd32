package dev.waggle.journal.file.write;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Append that waits for its commit. Created by the appending thread, completed by the leader; its result is written
 * before {@code isDone}.
 */
public final class PendingAppend {

    final Signal signal;
    final Emission emission;
    final Instant recordedAt;
    final byte[] body;
    private final Thread waiting = Thread.currentThread();
    /** The append before it, while it is in the queue. */
    @Nullable PendingAppend before;
    private @Nullable LogEntry entry;
    private String description = "";
    private @Nullable Exception failure;
    private volatile boolean isDone;

    PendingAppend(Signal signal, Emission emission, Instant recordedAt, byte[] body) {
        this.signal = signal;
        this.emission = emission;
        this.recordedAt = recordedAt;
        this.body = body;
    }

    void assign(LogEntry numbered) {
        entry = numbered;
    }

    /** Completes the append; its entry is in the log. */
    void succeed() {
        isDone = true;
    }

    /** Fails the append; {@code outcome} records whether the entry is not in the log, or may be. */
    void fail(Outcome outcome, Exception reason) {
        description = outcome.description();
        failure = reason;
        isDone = true;
    }

    boolean isDone() {
        return isDone;
    }

    void wake() {
        LockSupport.unpark(waiting);
    }

    /** Result for the caller, once it is done. */
    public LogEntry result(Path file) {
        String named = "signal " + signal.id() + " " + description;
        return switch (failure) {
            case null -> Objects.requireNonNull(entry);
            case IllegalStateException closed -> throw new IllegalStateException(closed.getMessage() + ", " + named);
            case IOException failed -> throw FileErrors.of(file, named + ": ", failed);
            case RuntimeException failed -> throw new IllegalArgumentException(failed.getMessage(), failed);
            default -> throw new IllegalStateException(named, failure);
        };
    }

    /** Known state of an entry whose append failed. */
    enum Outcome {

        /** Nothing of it is in the log. */
        NOT_APPENDED("was not appended"),

        /** Unknown until the journal is opened again. */
        UNKNOWN("may or may not be in the log");

        private final String description;

        Outcome(String words) {
            this.description = words;
        }

        /** State of the append, as the rest of a message after the id of the signal. */
        String description() {
            return description;
        }
    }
}
