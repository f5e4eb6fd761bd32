package dev.waggle.journal.inbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Read-only access to the subscriptions and inboxes of a data folder, as they were when it was opened. It needs no
 * lock and no right to write, and another process may use the folder meanwhile. Nothing is taken or acknowledged.
 * Owned by one thread.
 */
public final class InboxReader implements AutoCloseable {

    /** Maximum number of readings of facts that a writer condenses at the same time. */
    private static final int MAX_ATTEMPTS = 100;

    private final JournalReader log;
    private final InboxRouter router;
    private final List<JournalDamage> damages;
    private final Map<String, List<InboxItem>> drained = new HashMap<>();

    private InboxReader(JournalReader log, InboxRouter router, List<JournalDamage> damages) {
        this.log = log;
        this.router = router;
        this.damages = damages;
    }

    /**
     * Opens the inboxes of a data folder.
     *
     * @throws UncheckedIOException when there is no log in it, or the facts or the log cannot be read
     */
    public static InboxReader open(Path data, InboxConfig config, World world) {
        for (int attempt = 1;; attempt++) {
            InboxRouter router = new InboxRouter(config, world::now);
            try {
                List<JournalDamage> damages = readFacts(new DeliveryFactFolder(data, JournalDisk.real()), router);
                return load(data.resolve("signals"), router, damages, world);
            } catch (UncheckedIOException moved) {
                // A writer that condenses the facts replaces their folder.
                if (attempt == MAX_ATTEMPTS) {
                    throw moved;
                }
            }
        }
    }

    static List<JournalDamage> readFacts(DeliveryFactFolder folder, InboxRouter router) {
        Optional<Path> place = folder.readable();
        if (place.isEmpty()) {
            return List.of();
        }
        Object before = key(place.get());
        try (JournalReader facts = JournalReader.open(place.get())) {
            facts.forEach(entry -> router.apply(DeliveryFactLog.fact(place.get(), entry)));
            if (!Objects.equals(before, key(place.get()))) {
                throw new UncheckedIOException(place.get() + " was replaced while it was read",
                        new FileSystemException(place.get().toString()));
            }
            return facts.damages();
        }
    }

    /** Identity of a folder, which another folder of the same name does not have; {@code null} if the system has none. */
    private static @Nullable Object key(Path folder) {
        try {
            return Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
        } catch (IOException moved) {
            throw new UncheckedIOException(folder + " cannot be read", moved);
        }
    }

    private static InboxReader load(Path signals, InboxRouter router, List<JournalDamage> damages, World world) {
        JournalReader log = JournalReader.open(signals);
        try {
            List<LogEntry> last = log.select(JournalQuery.last(1));
            new InboxLoader((from, limit) -> page(log, from, limit), router, router::apply, world::now)
                    .load(last.isEmpty() ? 0 : last.getLast().sequence());
            router.unwritten().forEach(router::apply);
            return new InboxReader(log, router, damages);
        } catch (RuntimeException | Error failed) {
            log.close();
            throw failed;
        }
    }

    private static List<LogEntry> page(JournalReader log, long from, int limit) {
        return log.select(JournalQuery.fromSequence(from).withFirst(limit));
    }

    /** True if there is an agent of that id. */
    public boolean isKnown(String agentId) {
        return router.isKnown(agentId);
    }

    /** All agents, in the order in which they became known. */
    public List<String> agents() {
        return router.agents();
    }

    /** The subscriptions of an agent, in the order in which they were made. */
    public List<Subscription> subscriptions(String agentId) {
        return router.of(agentId);
    }

    /** All subscriptions, in the order in which they were made. */
    public List<Subscription> subscriptions() {
        return router.all();
    }

    /**
     * The waiting items of an agent in the order in which they would be delivered.
     *
     * @param limit maximum number of items
     */
    public List<InboxItem> waiting(String agentId, int limit) {
        List<InboxItem> items = drained.computeIfAbsent(agentId, _ -> new ArrayList<>());
        if (items.size() < limit) {
            items.addAll(new AgentInbox(agentId, InboxView.COMPLETE, router, (from, count) -> page(log, from, count),
                    router::apply, () -> {
                    }, () -> router.unwritten().forEach(router::apply)).drain(limit - items.size()));
        }
        return List.copyOf(items.subList(0, Math.min(limit, items.size())));
    }

    /** Undelivered signals: the latest, the oldest first. */
    public List<DeadLetter> deadLetters() {
        return router.deadLetters();
    }

    /** Damage in the delivery facts and in what was read of the log. A damaged fact does not apply. */
    public List<JournalDamage> damages() {
        List<JournalDamage> all = new ArrayList<>(damages);
        all.addAll(log.damages());
        return List.copyOf(all);
    }

    @Override
    public void close() {
        log.close();
    }
}
