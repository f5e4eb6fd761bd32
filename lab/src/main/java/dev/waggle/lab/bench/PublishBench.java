package dev.waggle.lab.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.PublishReceipt;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.world.World;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Benchmark of a publish with history, counters and conflict check beside a hand-written loop.
 *
 * <p>Discoveries go to the subscribers of their type. {@code loop} is an array of callbacks in a map by type and
 * nothing else. {@code handWritten} is {@link HandWritten}, the loop with its own history, indexes, ids, expiry,
 * counters and conflict check. {@code bus} is the bus on the system clock, with conflicts detected and a journal that
 * only numbers; {@code busByClass} groups the callbacks by class. The alternative libraries are in {@link
 * PublishRivalsBench}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PublishBench {

    @Benchmark
    public Signal loop(Stage stage, Turn turn) {
        return stage.loop(turn.next());
    }

    @Benchmark
    public long handWritten(Stage stage, Turn turn) {
        return stage.hand.publish(turn.next());
    }

    @Benchmark
    public PublishReceipt bus(Stage stage, Turn turn) {
        return stage.bus.publish(turn.next());
    }

    @Benchmark
    public PublishReceipt busByClass(Stage stage, Turn turn) {
        return stage.busByClass.publish(turn.next());
    }

    /** The contestants and their subscribers, shared by all publishers. */
    @State(Scope.Benchmark)
    public static class Stage {

        @Param({"1", "10", "100"})
        public int subscribers;

        final HandWritten hand = new HandWritten(PublishWorkload.CONFIG);
        final SignalBus bus = bus(PublishWorkload.CONFIG);
        final SignalBus busByClass = bus(PublishWorkload.CONFIG.withCallOrder(BusConfig.CallOrder.CLASS));
        private final Map<SignalType, SignalConsumer[]> table = new HashMap<>();

        @Setup
        public void subscribe() {
            SignalConsumer[] callbacks = PublishWorkload.callbacks(subscribers);
            table.put(SignalType.DISCOVERY, callbacks);
            for (int i = 0; i < callbacks.length; i++) {
                hand.subscribe(SignalType.DISCOVERY, callbacks[i]);
                bus.subscribe("agent-" + i, List.of(SignalType.DISCOVERY), callbacks[i]);
                busByClass.subscribe("agent-" + i, List.of(SignalType.DISCOVERY), callbacks[i]);
            }
        }

        @TearDown
        public void close() {
            bus.close();
            busByClass.close();
        }

        Signal loop(Signal signal) {
            SignalConsumer[] callbacks = table.get(signal.type());
            if (callbacks != null) {
                for (SignalConsumer callback : callbacks) {
                    callback.accept(signal);
                }
            }
            return signal;
        }

        private static SignalBus bus(BusConfig config) {
            return new SignalBus(World.system(1), config, Journal.silent(), BusObserver.SILENT);
        }
    }

    /** The signals of one publisher, which take turns. */
    @State(Scope.Thread)
    public static class Turn {

        /** A power of two, and more than the histories hold: a signal comes again only after it was evicted. */
        private static final int SIGNALS = 2048;

        private List<Signal> signals = List.of();
        private int turn;

        @Setup
        public void speak(ThreadParams thread) {
            signals = PublishWorkload.discoveries(World.system(1 + thread.getThreadIndex()), SIGNALS);
        }

        Signal next() {
            turn = (turn + 1) & (SIGNALS - 1);
            return signals.get(turn);
        }
    }
}
