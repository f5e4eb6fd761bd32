package dev.waggle.journal.signals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.InboxService;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.world.ManualWorld;

/** A signal service in a folder, with a clock that stands still, that can be closed or crash and be opened again. */
final class RestartableService implements AutoCloseable {

    static final Instant START = Instant.parse("2026-02-06T18:50:07Z");

    final ManualWorld world = new ManualWorld(START, 7);
    final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final Path folder;
    private final SignalServiceConfig config;
    private int life = 1;
    SignalService signals;

    RestartableService(Path folder) {
        this(folder, InboxConfig.defaults());
    }

    RestartableService(Path folder, InboxConfig inboxes) {
        this(folder, SignalServiceConfig.defaults().withInboxes(inboxes));
    }

    /** @param config everything but the durability, which is none */
    RestartableService(Path folder, SignalServiceConfig config) {
        this.folder = folder;
        this.config = config.withLog(JournalConfig.defaults().withDurability(Durability.never()));
        this.signals = open();
    }

    /** Folder with the data of this life. */
    Path data() {
        return folder.resolve("life-" + life);
    }

    void reopen() {
        signals.close();
        signals = open();
    }

    /** Continues with the files as they are at this moment; later writes of the old life are not seen. */
    void crash() {
        Path before = data();
        for (boolean copied = false; !copied;) {
            life++;
            copied = isCopied(before, data());
        }
        signals.close();
        signals = open();
    }

    Subscription subscribe(String agentId, String pattern) {
        return inboxes().subscribe(SubscriptionRequest.of(agentId, pattern));
    }

    Subscription subscribe(String agentId, String pattern, boolean silent) {
        return inboxes().subscribe(SubscriptionRequest.of(agentId, pattern).withSilent(silent));
    }

    boolean unsubscribe(String agentId, String pattern) {
        return inboxes().unsubscribe(agentId, agentId, pattern);
    }

    InboxService inboxes() {
        return signals.inboxes();
    }

    Inbox inbox(String agentId) {
        return inboxes().inboxOf(agentId);
    }

    List<InboxItem> drain(String agentId) {
        return inbox(agentId).drain(Integer.MAX_VALUE);
    }

    List<String> typesFor(String agentId) {
        return types(drain(agentId));
    }

    static List<String> types(List<InboxItem> items) {
        return items.stream().map(item -> item.signal().type().text()).toList();
    }

    @Override
    public void close() {
        signals.close();
    }

    private SignalService open() {
        return SignalService.open(data(), config, world, (failure, context) -> failures.add(failure));
    }

    /** False if the facts were being condensed meanwhile: no crash would find a folder half here and half there. */
    private static boolean isCopied(Path from, Path to) {
        try (Stream<Path> tree = Files.walk(from)) {
            for (Path path : tree.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
            return true;
        } catch (NoSuchFileException | UncheckedIOException moved) {
            return false;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
