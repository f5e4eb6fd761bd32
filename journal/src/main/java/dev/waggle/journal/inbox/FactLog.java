package dev.waggle.journal.inbox;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.Recovery;
import dev.waggle.journal.file.Retention;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * The journal of delivery facts, and the only way in which a fact comes to hold: it is on the disk before it does. Facts
 * that do not depend on each other are written side by side; who must see nothing change meanwhile does it {@link
 * #alone}.
 *
 * <p>Acknowledgements pile up, while what they say is one number for each agent. When there are many times more facts
 * than the state needs, the state is written anew and takes the place of its history. Damaged facts are never condensed.
 */
final class FactLog implements AutoCloseable {

    /** Who emits delivery facts. */
    static final Emission EMISSION = Emission.by("inboxes");

    /** Facts that are read at a time. */
    private static final int CHUNK = 10_000;

    private final FactFolder folder;
    private final JournalConfig config;
    private final World world;
    private final Desk desk;
    private final int condenseFrom;
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();
    private final Recovery recovery;
    private FileJournal journal;
    /** From so many facts on; never while some are damaged, for the damage would be gone with them. */
    private long condenseAt;
    private boolean closed;
    /** What was written or read last: saying it again would tell nothing. */
    private volatile @Nullable Fact lastFact;

    private FactLog(FactFolder folder, JournalConfig config, World world, Desk desk, int condenseFrom) {
        this.folder = folder;
        this.config = config;
        this.world = world;
        this.desk = desk;
        this.condenseFrom = condenseFrom;
        this.journal = FileJournal.open(folder.folder(), config, world);
        this.recovery = journal.recovery();
        this.condenseAt = recovery.damages().isEmpty() ? condenseFrom : Long.MAX_VALUE;
    }

    /** Opens the facts in that data folder and makes them hold at the desk. */
    static FactLog open(Path data, World world, Desk desk, int condenseFrom) {
        FactFolder folder = new FactFolder(data);
        folder.settle();
        JournalConfig config = JournalConfig.defaults()
                .withDurability(Durability.everyAppend())
                .withMaxSegmentBytes(Long.MAX_VALUE)
                .withRetention(Retention.forever());
        FactLog log = new FactLog(folder, config, world, desk, condenseFrom);
        try {
            log.replay();
            return log;
        } catch (RuntimeException | Error failed) {
            log.close();
            throw failed;
        }
    }

    /** What was found when the facts were opened. */
    Recovery recovery() {
        return recovery;
    }

    /** Writes a fact down; then it holds. */
    void write(Fact fact) {
        gate.readLock().lock();
        try {
            append(fact);
            desk.apply(fact);
        } finally {
            gate.readLock().unlock();
        }
    }

    /** Writes down a fact that the desk knows already; for who is {@link #alone}. */
    void append(Fact fact) {
        if (closed) {
            throw new IllegalStateException("the inboxes are closed");
        }
        append(journal, fact);
        lastFact = fact;
    }

    /** Does something while no fact comes to hold but those that it brings. */
    <T> T alone(Supplier<T> act) {
        gate.writeLock().lock();
        try {
            return act.get();
        } finally {
            gate.writeLock().unlock();
        }
    }

    /** Whether it is time to {@link #condense}. */
    boolean isLong() {
        gate.readLock().lock();
        try {
            return !closed && journal.lastSequence() >= condenseAt;
        } finally {
            gate.readLock().unlock();
        }
    }

    /** Writes the state in the place of its history, when that is many times shorter. */
    void condense() {
        alone(() -> {
            if (!closed && journal.lastSequence() >= condenseAt) {
                replaceBy(desk.condensed());
            }
            return closed;
        });
    }

    boolean isOpen() {
        gate.readLock().lock();
        try {
            return !closed;
        } finally {
            gate.readLock().unlock();
        }
    }

    /** Writes down how far nobody has mail, when nothing more can come, and closes. */
    void end(Supplier<Fact.Passed> passed) {
        alone(() -> {
            if (!closed) {
                Fact.Passed end = passed.get();
                if (!end.equals(lastFact)) {
                    write(end);
                }
                close();
            }
            return closed;
        });
    }

    @Override
    public void close() {
        alone(() -> {
            if (!closed) {
                closed = true;
                journal.close();
            }
            return closed;
        });
    }

    private void replay() {
        long from = 1;
        List<LogEntry> entries = journal.read(from, CHUNK);
        while (!entries.isEmpty()) {
            for (LogEntry entry : entries) {
                Fact fact = fact(entry);
                desk.apply(fact);
                lastFact = fact;
            }
            from = entries.getLast().sequence() + 1;
            entries = journal.read(from, CHUNK);
        }
    }

    private Fact fact(LogEntry entry) {
        try {
            return FactCodec.decode(entry.signal());
        } catch (IllegalArgumentException bad) {
            throw new IllegalStateException(folder.folder() + ", entry " + entry.sequence() + ": " + bad.getMessage(),
                    bad);
        }
    }

    private void replaceBy(List<Fact> state) {
        long needed = (long) InboxConfig.CONDENSE_FACTOR * state.size();
        if (journal.lastSequence() < needed) {
            condenseAt = needed;
            return;
        }
        // Should it fail, it is tried again when there are twice as many.
        condenseAt = 2 * journal.lastSequence();
        writeNext(state);
        journal.close();
        try {
            folder.replace();
        } finally {
            folder.settle();
            journal = FileJournal.open(folder.folder(), config, world);
        }
        condenseAt = Math.max(condenseFrom, needed);
    }

    /** One sync at the end is one for all, because the file is one. */
    private void writeNext(List<Fact> state) {
        folder.clearNext();
        try (FileJournal next = FileJournal.open(folder.next(), config.withDurability(Durability.never()), world)) {
            state.subList(0, state.size() - 1).forEach(fact -> append(next, fact));
        }
        try (FileJournal next = FileJournal.open(folder.next(), config, world)) {
            append(next, state.getLast());
        }
    }

    private void append(Journal to, Fact fact) {
        var _ = to.append(FactCodec.encode(fact, world), EMISSION, world.now());
    }
}
