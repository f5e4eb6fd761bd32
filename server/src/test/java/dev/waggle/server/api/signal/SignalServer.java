package dev.waggle.server.api.signal;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.api.TestServer;
import dev.waggle.server.http.Operation;
import dev.waggle.server.stream.EventHub;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.ManualWorld;

/** Server of the signals of a folder, with a bus of the host, in a world whose clock is moved by hand. */
final class SignalServer implements AutoCloseable {

    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    final ManualWorld world;
    final SignalBus bus = SignalBus.create(BusConfig.defaults());
    final SignalService signals;
    final FileJournal log;
    final TestServer http;
    private final EventHub hub;

    SignalServer(Path data) {
        this(data, new ManualWorld(START, 1));
    }

    SignalServer(Path data, ManualWorld world) {
        this.world = world;
        signals = SignalService.open(data, SignalServiceConfig.defaults().withTransitions(true).withBus(bus), world);
        log = signals.log();
        hub = EventHub.open(log, world);
        AccessLimiter limits = ServerAccess.open(AccessConfig.local(), tokens(data, world), log, FolderSecret.random(),
                SecretSet.NONE, world).limiter();
        List<Operation> operations = new ArrayList<>(new SignalsApi(signals, log, hub, limits).operations());
        operations.addAll(new EngineApi(log, hub, limits, world).operations());
        operations.addAll(new DelayedApi(signals.delayed()).operations());
        operations.addAll(new SubscriptionsApi(signals.inboxes()).operations());
        operations.addAll(new InboxesApi(signals.inboxes(), log).operations());
        operations.addAll(new WebhooksApi(signals,
                WebhookSecretFile.open(data.resolve(WebhookSecretFile.PLACE), world), world).operations());
        http = new TestServer(operations);
    }

    /** The tokens of a server of that folder. */
    static TokenFile tokens(Path data, ManualWorld world) {
        return TokenFile.of(data.resolve(TokenFile.PLACE), world);
    }

    /** Appends an entry to the log, as another part of the runtime does. */
    void append(SignalType type, String emitter) {
        LogEntry _ = log.append(new Signal(world.nextId("sig"), type, Source.named(emitter), world.now(),
                Payload.Open.data(JsonValue.of("data")), Scope.NONE, Links.NONE, Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of()), Emission.by(emitter), world.now());
    }

    @Override
    public void close() {
        try (bus; signals; http; hub) {
            // Streams, requests, log and bus, in this order.
        }
    }
}
