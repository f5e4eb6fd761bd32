package dev.waggle.journal.file.write;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import dev.waggle.journal.LineCodec;
import dev.waggle.signal.log.LogEntry;

/** Batch of appends that are written together, the oldest first, with their lines. Owned by the leader. */
final class AppendBatch {

    private final LineBuffer lines;
    private final List<PendingAppend> appends = new ArrayList<>();
    private final List<LogEntry> entries = new ArrayList<>();

    /** An empty batch with its lines in that buffer. */
    AppendBatch(LineBuffer lines) {
        this.lines = lines;
        lines.clear();
    }

    /**
     * Takes as many appends as fit, and at least one. An append without a line is refused by itself.
     *
     * @param freeBytes bytes that the segment may still have
     * @param last the number of the last entry of the log
     * @param lastAt time at which the log recorded it
     */
    void fill(Deque<PendingAppend> waiting, long freeBytes, long last, Instant lastAt) {
        long max = Math.min(freeBytes, LineBuffer.MAX_BATCH_BYTES);
        Instant at = lastAt;
        while (!waiting.isEmpty() && (appends.isEmpty() || lines.length() < max)) {
            PendingAppend pending = waiting.remove();
            appends.add(pending);
            at = pending.recordedAt.isBefore(at) ? at : pending.recordedAt;
            add(pending, last + 1 + entries.size(), at);
        }
    }

    /** Takes everything, to be refused. */
    void drain(Deque<PendingAppend> waiting) {
        appends.addAll(waiting);
        waiting.clear();
    }

    List<PendingAppend> appends() {
        return appends;
    }

    /** Entries that will be in the log; none when every append was refused. */
    List<LogEntry> entries() {
        return entries;
    }

    void succeed() {
        for (PendingAppend pending : appends) {
            if (!pending.isDone()) {
                pending.succeed();
            }
        }
    }

    /** Refuses all that are not done; {@code outcome} is their known state. */
    void fail(PendingAppend.Outcome outcome, Exception reason) {
        for (PendingAppend pending : appends) {
            if (!pending.isDone()) {
                pending.fail(outcome, reason);
            }
        }
    }

    private void add(PendingAppend pending, long sequence, Instant recordedAt) {
        byte[] body;
        try {
            body = recordedAt.equals(pending.recordedAt)
                    ? pending.body
                    : LineCodec.body(pending.signal, pending.emission, recordedAt);
        } catch (IllegalArgumentException tooLong) {
            pending.fail(PendingAppend.Outcome.NOT_APPENDED, tooLong);
            return;
        }
        LogEntry entry = new LogEntry(sequence, recordedAt, pending.emission, pending.signal);
        lines.add(sequence, body);
        entries.add(entry);
        pending.assign(entry);
    }
}
