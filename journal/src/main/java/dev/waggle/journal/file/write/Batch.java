package dev.waggle.journal.file.write;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import dev.waggle.journal.LineCodec;
import dev.waggle.signal.log.LogEntry;

/** Tickets that are written together, the oldest first, and what their lines say. Owned by the leader of one commit. */
final class Batch {

    private final LineBuffer lines;
    private final List<Ticket> tickets = new ArrayList<>();
    private final List<LogEntry> entries = new ArrayList<>();

    /** An empty one, whose lines will stand in that buffer. */
    Batch(LineBuffer lines) {
        this.lines = lines;
        lines.clear();
    }

    /**
     * Takes as many tickets as fit, and at least one. A ticket that has no line is refused alone.
     *
     * @param room bytes that the segment may still have
     * @param last the number of the last entry of the log
     * @param lastAt when the log took that one
     */
    void fill(Deque<Ticket> waiting, long room, long last, Instant lastAt) {
        long most = Math.min(room, LineBuffer.MAX_BATCH_BYTES);
        Instant at = lastAt;
        while (!waiting.isEmpty() && (tickets.isEmpty() || lines.length() < most)) {
            Ticket ticket = waiting.remove();
            tickets.add(ticket);
            at = ticket.recordedAt.isBefore(at) ? at : ticket.recordedAt;
            add(ticket, last + 1 + entries.size(), at);
        }
    }

    /** Takes everything, to be refused. */
    void takeAll(Deque<Ticket> waiting) {
        tickets.addAll(waiting);
        waiting.clear();
    }

    List<Ticket> tickets() {
        return tickets;
    }

    /** What will be in the log; none when every ticket was refused. */
    List<LogEntry> entries() {
        return entries;
    }

    void succeed() {
        for (Ticket ticket : tickets) {
            if (!ticket.isDone()) {
                ticket.succeed();
            }
        }
    }

    /** Refuses all that are not done; {@code fate} is what is known of them. */
    void refuse(Ticket.Fate fate, Exception reason) {
        for (Ticket ticket : tickets) {
            if (!ticket.isDone()) {
                ticket.refuse(fate, reason);
            }
        }
    }

    private void add(Ticket ticket, long sequence, Instant recordedAt) {
        byte[] body;
        try {
            body = recordedAt.equals(ticket.recordedAt)
                    ? ticket.body
                    : LineCodec.body(ticket.signal, ticket.emission, recordedAt);
        } catch (IllegalArgumentException tooLong) {
            ticket.refuse(Ticket.Fate.NOT_APPENDED, tooLong);
            return;
        }
        LogEntry entry = new LogEntry(sequence, recordedAt, ticket.emission, ticket.signal);
        lines.add(sequence, body);
        entries.add(entry);
        ticket.number(entry);
    }
}
