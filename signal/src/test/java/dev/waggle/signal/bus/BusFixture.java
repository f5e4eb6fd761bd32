package dev.waggle.signal.bus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;

/** A bus with its collaborators, and a list of all events, in order. Owned by one thread. */
final class BusFixture {

    final ManualWorld world = new ManualWorld(Samples.T, 1);
    final MemoryJournal journal = new MemoryJournal();
    final List<String> events = new ArrayList<>();
    final SignalBus bus;

    BusFixture() {
        this(BusConfig.defaults());
    }

    BusFixture(BusConfig config) {
        bus = new SignalBus(world, config, journal, new Recorder());
    }

    /** Adds a subscriber that only receives signals. */
    void listen(String who, SignalType... types) {
        act(who, signal -> {
        }, types);
    }

    /** Adds a subscriber that receives a signal and then acts on it. */
    void act(String who, Consumer<Signal> act, SignalType... types) {
        bus.subscribe(who, Arrays.asList(types), signal -> {
            events.add(who + " heard " + signal.id());
            act.accept(signal);
        });
    }

    /** Receptions of signals, each with its subscriber and signal. */
    List<String> heard() {
        return events.stream().filter(event -> event.contains(" heard ")).toList();
    }

    List<String> failures() {
        return events.stream().filter(event -> event.startsWith("failed ")).toList();
    }

    List<String> historyIds() {
        return bus.getHistory().stream().map(Signal::id).toList();
    }

    List<String> journalIds() {
        return journal.read(1, Integer.MAX_VALUE).stream().map(LogEntry::signal).map(Signal::id).toList();
    }

    private final class Recorder implements BusObserver {

        @Override
        public void emitted(Signal signal) {
            events.add("emitted " + signal.id());
        }

        @Override
        public void delivered(Signal signal, String subscriber) {
            events.add("delivered " + signal.id() + " to " + subscriber);
        }

        @Override
        public void expired(Signal signal) {
            events.add("expired " + signal.id());
        }

        @Override
        public void evicted(Signal signal) {
            events.add("evicted " + signal.id());
        }

        @Override
        public void dropped(Signal signal, DropReason reason) {
            events.add("dropped " + signal.id() + " " + reason);
        }

        @Override
        public void conflict(ConflictPair pair) {
            events.add("conflict " + pair.signalA().id() + " " + pair.signalB().id());
        }

        @Override
        public void failed(Throwable error, String context) {
            events.add("failed " + context + ": " + error.getMessage());
        }
    }
}
