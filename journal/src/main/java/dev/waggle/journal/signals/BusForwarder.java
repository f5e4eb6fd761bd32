package dev.waggle.journal.signals;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.PublishReceipt;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;

/** Listener that publishes each generated signal to a bus, by a signal of a given type. */
final class BusForwarder implements Consumer<LogEntry> {

    private final SignalBus bus;
    private final SignalType type;
    private final Emission emission;
    private final World world;

    BusForwarder(SignalBus bus, SignalType type, Emission emission, World world) {
        this.bus = bus;
        this.type = type;
        this.emission = emission;
        this.world = world;
    }

    /** Throws any exception of the bus, and when the bus refuses it. */
    @Override
    public void accept(LogEntry entry) {
        Signal event = event(entry);
        if (!(bus.publish(event, emission) instanceof PublishReceipt.Published)) {
            throw new IllegalStateException("the bus did not take " + type.text() + " as signal " + event.id()
                    + "\nMaybe its history has another signal of that id.");
        }
    }

    private Signal event(LogEntry entry) {
        Signal generated = entry.signal();
        JsonValue data = new JsonObjectBuilder().with("id", generated.id()).with("type", generated.type().text())
                .with("seq", entry.sequence()).json();
        return new Signal(world.nextId("sig"), type, new Source.System(), world.now(), Payload.Open.data(data),
                Scope.NONE, new Links(generated.id(), null, null, List.of()), Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of());
    }
}
