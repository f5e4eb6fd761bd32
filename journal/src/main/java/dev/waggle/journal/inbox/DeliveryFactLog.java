package dev.waggle.journal.inbox;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.RecoveryReport;
import dev.waggle.journal.file.RetentionPolicy;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.inbox.wake.AgentTransition;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * The journal of delivery facts. A fact takes effect only after it is on the disk. Independent facts are written
 * concurrently; a caller that must see no change meanwhile uses {@link #exclusively}.
 *
 * <p>Acknowledgements accumulate, while their result is one number for each agent. When there are many times more facts
 * than the state needs, the state is written anew and replaces its history. Damaged facts are never condensed.
 */
final class DeliveryFactLog implements AutoCloseable {

    /** Emission of delivery facts. */
    static final Emission EMISSION = AgentTransition.EMISSION;

    /** Facts that are read at a time. */
    private static final int CHUNK = 10_000;

    /** Opens a journal of facts: a seam at which tests let a disk fail. */
    interface FactJournalOpener {

        FileJournal open(Path folder, JournalConfig config, World world);
    }

    private final DeliveryFactFolder folder;
    private final FactJournalOpener opener;
    private final JournalConfig config;
    private final World world;
    private final InboxRouter router;
    private final int condenseFrom;
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();
    private final RecoveryReport recovery;
    private FileJournal journal;
    /** Number of facts from which to condense; never while some are damaged, which would hide the damage. */
    private long condenseAt;
    private boolean closed;
    /** The fact that was written or read last; the same fact again changes nothing. */
    private volatile @Nullable DeliveryFact lastFact;

    private DeliveryFactLog(DeliveryFactFolder folder, FactJournalOpener opener, JournalConfig config, World world,
            InboxRouter router, int condenseFrom) {
        this.folder = folder;
        this.opener = opener;
        this.config = config;
        this.world = world;
        this.router = router;
        this.condenseFrom = condenseFrom;
        this.journal = opener.open(folder.folder(), config, world);
        this.recovery = journal.recovery();
        this.condenseAt = recovery.damages().isEmpty() ? condenseFrom : Long.MAX_VALUE;
    }

    /** Opens the facts in that data folder and applies them to the router. */
    static DeliveryFactLog open(Path data, World world, InboxRouter router, int condenseFrom) {
        return open(new DeliveryFactFolder(data, JournalDisk.real()), FileJournal::open, world, router, condenseFrom);
    }

    static DeliveryFactLog open(DeliveryFactFolder folder, FactJournalOpener opener, World world, InboxRouter router,
            int condenseFrom) {
        folder.recover();
        JournalConfig config = JournalConfig.defaults()
                .withDurability(Durability.everyAppend())
                .withMaxSegmentBytes(Long.MAX_VALUE)
                .withRetention(RetentionPolicy.forever());
        DeliveryFactLog log = new DeliveryFactLog(folder, opener, config, world, router, condenseFrom);
        try {
            log.replay();
            return log;
        } catch (RuntimeException | Error failed) {
            log.close();
            throw failed;
        }
    }

    /** Findings of the opening of the facts. */
    RecoveryReport recovery() {
        return recovery;
    }

    /** Appends a fact, then applies it to the router. */
    void appendAndApply(DeliveryFact fact) {
        gate.readLock().lock();
        try {
            append(fact);
            router.apply(fact);
        } finally {
            gate.readLock().unlock();
        }
    }

    /** Appends a fact that the router has applied. The caller must hold the exclusive lock. */
    void append(DeliveryFact fact) {
        if (closed) {
            throw new IllegalStateException("the inboxes are closed");
        }
        append(journal, fact);
        lastFact = fact;
    }

    /** Runs an action while no facts take effect but its own. */
    <T> T exclusively(Supplier<T> act) {
        gate.writeLock().lock();
        try {
            return act.get();
        } finally {
            gate.writeLock().unlock();
        }
    }

    /** True if it is time to {@link #condense}. */
    boolean isCondensingDue() {
        gate.readLock().lock();
        try {
            return !closed && journal.lastSequence() >= condenseAt;
        } finally {
            gate.readLock().unlock();
        }
    }

    /** Writes the state in the place of its history, when that is many times shorter. */
    void condense() {
        exclusively(() -> {
            if (!closed && journal.lastSequence() >= condenseAt) {
                replaceBy(router.snapshot());
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

    /** Records the position up to which no agent has mail, when nothing more can come, and closes. */
    void finish(Supplier<DeliveryFact.AllPassed> passed) {
        exclusively(() -> {
            if (!closed) {
                DeliveryFact.AllPassed end = passed.get();
                if (!end.equals(lastFact)) {
                    appendAndApply(end);
                }
                close();
            }
            return closed;
        });
    }

    @Override
    public void close() {
        exclusively(() -> {
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
                DeliveryFact fact = fact(folder.folder(), entry);
                router.apply(fact);
                lastFact = fact;
            }
            from = entries.getLast().sequence() + 1;
            entries = journal.read(from, CHUNK);
        }
    }

    /** The fact of an entry of that folder. */
    static DeliveryFact fact(Path folder, LogEntry entry) {
        try {
            return DeliveryFactCodec.decode(entry.signal());
        } catch (IllegalArgumentException bad) {
            throw new IllegalStateException(folder + ", entry " + entry.sequence() + ": " + bad.getMessage(),
                    bad);
        }
    }

    private void replaceBy(List<DeliveryFact> state) {
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
            folder.recover();
            journal = opener.open(folder.folder(), config, world);
        }
        condenseAt = Math.max(condenseFrom, needed);
    }

    /** One sync at the end is one for all, because the file is one. */
    private void writeNext(List<DeliveryFact> state) {
        folder.deleteNext();
        try (FileJournal next = opener.open(folder.next(), config.withDurability(Durability.never()), world)) {
            state.subList(0, state.size() - 1).forEach(fact -> append(next, fact));
        }
        try (FileJournal next = opener.open(folder.next(), config, world)) {
            append(next, state.getLast());
        }
    }

    private void append(Journal to, DeliveryFact fact) {
        var _ = to.append(DeliveryFactCodec.encode(fact, world), EMISSION, world.now());
    }
}
