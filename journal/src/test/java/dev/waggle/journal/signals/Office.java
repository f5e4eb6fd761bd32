package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.world.ManualWorld;

/** Signals in a folder, with a clock that stands still, that can be closed and opened again. */
final class Office implements AutoCloseable {

    static final Instant START = Instant.parse("2026-02-06T18:50:07Z");

    final ManualWorld world = new ManualWorld(START, 7);
    final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final Path data;
    private final SignalsConfig config;
    Signals signals;

    Office(Path data) {
        this(data, InboxConfig.defaults());
    }

    Office(Path data, InboxConfig inboxes) {
        this.data = data;
        this.config = new SignalsConfig(JournalConfig.defaults().withDurability(Durability.never()), inboxes);
        this.signals = Signals.open(data, config, world, (failure, context) -> failures.add(failure));
    }

    void reopen() {
        signals.close();
        signals = Signals.open(data, config, world, (failure, context) -> failures.add(failure));
    }

    void subscribe(String agentId, String pattern) {
        signals.inboxes().subscribe(SubscriptionRequest.of(agentId, pattern));
    }

    void unsubscribe(String agentId, String pattern) {
        signals.inboxes().unsubscribe(agentId, agentId, pattern);
    }

    List<InboxItem> drain(String agentId) {
        return signals.inboxes().inboxOf(agentId).drain(Integer.MAX_VALUE);
    }

    List<String> typesFor(String agentId) {
        return drain(agentId).stream().map(item -> item.signal().type().text()).toList();
    }

    @Override
    public void close() {
        signals.close();
    }
}
