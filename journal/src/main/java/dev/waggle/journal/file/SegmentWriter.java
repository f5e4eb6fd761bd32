package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

import dev.waggle.journal.LineCodec;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches of tickets as lines. Owned by the leader of the {@link Commits}; what others may read is volatile.
 *
 * <pre>
 *   write fails                    cut back: nothing of the batch is in the log, the journal goes on
 *   cutting back fails too         broken: the batch may or may not be in the log
 *   sync fails                     broken: the same, for afterwards nobody knows what the disk has
 *   sealing a full segment fails   the journal goes on with it and tries again a minute later
 * </pre>
 */
final class SegmentWriter implements Commits.Writer {

    /** Longest batch, but for its last line: what a failed write may cost everybody at once, and memory. */
    private static final int MAX_BATCH_BYTES = 1024 * 1024;

    /** How often a foreign hand is looked for when nothing is synced; looking costs half a write. */
    private static final int BATCHES_PER_LOOK = 64;

    /** How long a segment that could not be sealed is left alone. */
    static final Duration SEAL_AGAIN_AFTER = Duration.ofMinutes(1);

    private static final String NOT_APPENDED = "was not appended";
    private static final String UNKNOWN = "may or may not be in the log";

    private final Path folder;
    private final JournalConfig config;
    private final World world;
    private final ActiveSegment active;
    private final Lookup lookup;
    private final Followers followers;
    private final Troubles troubles;
    private final @Nullable Syncer syncer;
    private byte[] buffer = new byte[64 * 1024];
    private Instant lastAt;
    private long firstOfSegment;
    private long batches;
    private long sealAgainAt;
    private boolean sealFailed;
    private volatile long lastSequence;
    private volatile boolean isClosed;
    /** Why nothing more can be taken, once that is so. */
    private volatile @Nullable IOException broken;

    SegmentWriter(Path folder, JournalConfig config, World world, Recovering.Ready ready, Lookup lookup,
            Followers followers, Troubles troubles) {
        this.folder = folder;
        this.config = config;
        this.world = world;
        this.active = ready.active();
        this.lookup = lookup;
        this.followers = followers;
        this.troubles = troubles;
        this.firstOfSegment = ready.scan().first();
        this.lastSequence = ready.scan().last();
        this.lastAt = ready.scan().lastAt();
        this.syncer = config.durability() instanceof Durability.Every(Duration span)
                ? Syncer.start(active, span, world, this::breakBySync)
                : null;
    }

    @Override
    public List<Ticket> write(Deque<Ticket> waiting) {
        Batch batch = new Batch();
        try {
            if (isReady(waiting, batch)) {
                fill(batch, waiting);
                commit(batch);
            }
        } catch (RuntimeException | Error failed) {
            broken = new IOException("an earlier write failed: " + failed + "\nMaybe open the journal again.", failed);
            batch.refuse(UNKNOWN, broken);
        }
        return batch.tickets;
    }

    /** The number of the last entry; 0 when there is none. */
    long lastSequence() {
        return lastSequence;
    }

    /** How many syncs have succeeded: the work done. */
    long syncs() {
        return active.syncs();
    }

    /** Ends writing. */
    void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (syncer != null) {
            syncer.stop();
        }
        try {
            if (broken == null && !(config.durability() instanceof Durability.Never)) {
                active.force();
            }
        } catch (IOException failed) {
            throw Failure.of(folder, "closing it failed, and the last entries may not be on the disk: ", failed);
        } finally {
            try {
                active.close();
            } catch (IOException failed) {
                troubles.add("the file of the last segment could not be closed", failed);
            }
        }
    }

    private boolean isReady(Deque<Ticket> waiting, Batch batch) {
        Exception reason = isClosed ? new IllegalStateException("the journal is closed") : broken;
        if (reason == null) {
            try {
                sealIfDue(waiting.getFirst().recordedAt);
                if (isSyncedEach() || batches++ % BATCHES_PER_LOOK == 0) {
                    active.requireOwnLength();
                }
                return true;
            } catch (IOException failed) {
                broken = failed;
                reason = failed;
            }
        }
        batch.tickets.addAll(waiting);
        waiting.clear();
        batch.refuse(NOT_APPENDED, reason);
        return false;
    }

    private void sealIfDue(Instant next) throws ActiveSegment.BrokenException {
        boolean isTooEarly = sealFailed && world.nanos() - sealAgainAt < 0;
        if (isTooEarly || !active.isFull(config.maxSegmentBytes(), config.maxSegmentAge(), next)) {
            return;
        }
        Segment sealed = Segment.sealed(folder, firstOfSegment);
        try {
            active.seal(sealed);
            sealFailed = false;
            firstOfSegment = lastSequence + 1;
            lookup.sealed(sealed);
        } catch (ActiveSegment.BrokenException failed) {
            throw failed;
        } catch (IOException failed) {
            sealFailed = true;
            sealAgainAt = world.nanos() + SEAL_AGAIN_AFTER.toNanos();
            troubles.add("the segment could not be sealed as " + sealed.file() + " and goes on; next try in "
                    + SEAL_AGAIN_AFTER.toSeconds() + " s", failed);
        }
    }

    /** Takes as many tickets as fit into the batch and the segment, and at least one. */
    private void fill(Batch batch, Deque<Ticket> waiting) {
        long room = sealFailed ? Long.MAX_VALUE : config.maxSegmentBytes() - active.length();
        Instant at = lastAt;
        while (!waiting.isEmpty() && (batch.tickets.isEmpty() || batch.bytes < Math.min(room, MAX_BATCH_BYTES))) {
            Ticket ticket = waiting.remove();
            batch.tickets.add(ticket);
            Instant recordedAt = ticket.recordedAt.isBefore(at) ? at : ticket.recordedAt;
            byte[] body;
            try {
                body = recordedAt.equals(ticket.recordedAt)
                        ? ticket.body
                        : LineCodec.body(ticket.signal, ticket.emission, recordedAt);
            } catch (IllegalArgumentException tooLong) {
                ticket.refuse(NOT_APPENDED, tooLong);
                continue;
            }
            long sequence = lastSequence + 1 + batch.entries.size();
            byte[] line = LineCodec.line(sequence, body);
            LogEntry entry = new LogEntry(sequence, recordedAt, ticket.emission, ticket.signal);
            ticket.number(entry);
            batch.add(entry, line.length);
            put(line, batch.bytes - line.length);
            at = recordedAt;
        }
    }

    private void put(byte[] line, int at) {
        if (buffer.length < at + line.length) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, at + line.length));
        }
        System.arraycopy(line, 0, buffer, at, line.length);
    }

    private void commit(Batch batch) {
        if (batch.entries.isEmpty() || !isWritten(batch) || !isSynced(batch)) {
            return;
        }
        long offset = active.length();
        active.accept(batch.bytes, batch.entries.getFirst().recordedAt());
        for (int i = 0; i < batch.entries.size(); i++) {
            lookup.appended(batch.entries.get(i), offset, batch.lengths.get(i));
            offset += batch.lengths.get(i);
        }
        LogEntry last = batch.entries.getLast();
        lastAt = last.recordedAt();
        lastSequence = last.sequence();
        if (!followers.isEmpty()) {
            followers.tell(List.copyOf(batch.entries));
        }
        batch.succeed();
        if (buffer.length > 2 * MAX_BATCH_BYTES) {
            buffer = new byte[MAX_BATCH_BYTES];
        }
    }

    private boolean isWritten(Batch batch) {
        try {
            active.append(buffer, batch.bytes);
            return true;
        } catch (IOException failed) {
            takeBack(batch, failed);
            return false;
        }
    }

    private void takeBack(Batch batch, IOException failed) {
        try {
            active.cutBack();
            if (isSyncedEach()) {
                active.force();
            }
            batch.refuse(NOT_APPENDED, failed);
        } catch (IOException alsoFailed) {
            failed.addSuppressed(alsoFailed);
            broken = new IOException("an earlier write failed and could not be taken back (" + alsoFailed.getMessage()
                    + ")\nMaybe the disk is full or gone; open the journal again when it is back.", failed);
            batch.refuse(UNKNOWN, failed);
        }
    }

    private boolean isSynced(Batch batch) {
        if (syncer != null) {
            syncer.wrote();
        }
        if (!isSyncedEach()) {
            return true;
        }
        try {
            active.force();
            return true;
        } catch (IOException failed) {
            breakBySync(failed);
            try {
                active.cutBack();
            } catch (IOException alsoFailed) {
                failed.addSuppressed(alsoFailed);
            }
            batch.refuse(UNKNOWN, failed);
            return false;
        }
    }

    private void breakBySync(Throwable failed) {
        broken = new IOException("an earlier sync failed (" + failed.getMessage()
                + "), so nobody knows which of the last entries the disk has"
                + "\nMaybe the disk is gone; open the journal again when it is back.", failed);
    }

    private boolean isSyncedEach() {
        return config.durability() instanceof Durability.EveryAppend;
    }

    /** Tickets that are written together. */
    private static final class Batch {

        final List<Ticket> tickets = new ArrayList<>();
        final List<LogEntry> entries = new ArrayList<>();
        final List<Integer> lengths = new ArrayList<>();
        int bytes;

        void add(LogEntry entry, int length) {
            entries.add(entry);
            lengths.add(length);
            bytes += length;
        }

        void succeed() {
            tickets.stream().filter(ticket -> !ticket.isDone()).forEach(Ticket::succeed);
        }

        void refuse(String fate, Exception reason) {
            tickets.stream().filter(ticket -> !ticket.isDone()).forEach(ticket -> ticket.refuse(fate, reason));
        }
    }
}
