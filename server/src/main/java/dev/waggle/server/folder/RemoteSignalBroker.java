package dev.waggle.server.folder;

import java.time.Instant;
import java.util.Map;

import dev.waggle.journal.delayed.SignalDelay;
import dev.waggle.journal.inbox.InboxBroker;
import dev.waggle.journal.signals.GeneratedSignal;
import dev.waggle.journal.signals.ScheduledSignal;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.signals.SignalReceipt;
import dev.waggle.journal.signals.SignalRequest;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;

/** The signals of a data folder that another process owns. Many threads may use it. */
final class RemoteSignalBroker implements SignalBroker {

    private final FolderClient client;
    private final World world;
    private final RemoteJournal log;
    private final RemoteInboxBroker inboxes;
    private final RemoteDelayBroker delayed;

    /** The signals on a connection, which is closed with this. */
    RemoteSignalBroker(FolderClient client, boolean isSynced, World world) {
        this.client = client;
        this.world = world;
        this.log = new RemoteJournal(client, isSynced);
        this.inboxes = new RemoteInboxBroker(client);
        this.delayed = new RemoteDelayBroker(client, log);
    }

    @Override
    public SignalReceipt submit(SignalRequest request, Map<String, JsonValue> extensions) {
        SignalDelay delay = request.delay();
        return delay == null
                ? generate(request, extensions)
                : new ScheduledSignal(delayed.schedule(request.signal(world, extensions), request.emission(), delay));
    }

    @Override
    public GeneratedSignal generate(SignalRequest request, Map<String, JsonValue> extensions) {
        Signal signal = request.signal(world, extensions);
        return new GeneratedSignal(log.append(signal, request.emission(), signal.time()), log.durability());
    }

    @Override
    public Instant now() {
        return world.now();
    }

    @Override
    public RemoteDelayBroker delayed() {
        return delayed;
    }

    @Override
    public InboxBroker inboxes() {
        return inboxes;
    }

    @Override
    public RemoteJournal log() {
        return log;
    }

    @Override
    public void close() {
        log.close();
        client.close();
    }
}
