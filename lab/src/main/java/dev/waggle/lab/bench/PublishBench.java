package dev.waggle.lab.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.Receipt;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What does a publish cost beside the loop that one would write by hand?
 *
 * <p>Discoveries go to the subscribers of their type. By hand that is an array of callbacks in a map by type, and, as
 * the fair rival, the same with a history of the same length; neither has a clock, a log, an order between threads, or
 * a second subscriber that is served although the first one threw. The bus runs on the system clock with a journal that
 * only numbers entries: a journal that keeps them would fill the heap.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PublishBench {

    /** Signals that take turns, more than the history holds. */
    private static final int SIGNALS = 2048;

    /** Nothing expires while the bench runs. */
    private static final BusConfig CONFIG = BusConfig.defaults().withDefaultTtl(Duration.ofDays(365));

    @Param({"1", "10", "100"})
    public int subscribers;

    private final World world = World.system(1);
    private final SignalBus bus = bus(CONFIG.withDetectConflicts(false));
    private final SignalBus detectingBus = bus(CONFIG);
    private final Map<SignalType, List<Consumer<Signal>>> table = new HashMap<>();
    private final Deque<Signal> history = new ArrayDeque<>();
    private final List<Signal> signals = IntStream.range(0, SIGNALS).mapToObj(this::discovery).toList();
    private int turn;
    private long heard;

    @Setup
    public void subscribe() {
        List<Consumer<Signal>> callbacks = new ArrayList<>();
        for (int i = 0; i < subscribers; i++) {
            Consumer<Signal> callback = callback(i);
            callbacks.add(callback);
            bus.subscribe("agent-" + i, List.of(SignalType.DISCOVERY), callback);
            detectingBus.subscribe("agent-" + i, List.of(SignalType.DISCOVERY), callback);
        }
        table.put(SignalType.DISCOVERY, List.copyOf(callbacks));
    }

    @Benchmark
    public long loop() {
        callAll(next());
        return heard;
    }

    @Benchmark
    public long loopWithHistory() {
        Signal signal = next();
        if (history.size() == CONFIG.maxHistorySize()) {
            history.removeFirst();
        }
        history.addLast(signal);
        callAll(signal);
        return heard;
    }

    @Benchmark
    public Receipt bus() {
        return bus.publish(next());
    }

    @Benchmark
    public Receipt busThatDetectsConflicts() {
        return detectingBus.publish(next());
    }

    private Signal next() {
        turn = (turn + 1) & (SIGNALS - 1);
        return signals.get(turn);
    }

    private void callAll(Signal signal) {
        for (Consumer<Signal> callback : table.getOrDefault(signal.type(), List.of())) {
            callback.accept(signal);
        }
    }

    private SignalBus bus(BusConfig config) {
        return new SignalBus(world, config, new NumberingJournal(), BusObserver.SILENT);
    }

    private Signal discovery(int number) {
        Payload.Discovery finding = new Payload.Discovery("finding " + number, null, 0.5);
        Stamp stamp = new Stamp(world.nextId("sig"), Source.agent("scout-" + number % 10), world.now(),
                dev.waggle.signal.Scope.NONE);
        return Signal.of(Draft.of(finding, 0.8), stamp);
    }

    /** Eight lambda classes that take turns: the caller cannot know which one comes next, as in a real swarm. */
    private Consumer<Signal> callback(int number) {
        return switch (number % 8) {
            case 0 -> signal -> heard++;
            case 1 -> signal -> heard += signal.id().length();
            case 2 -> signal -> heard ^= signal.extensions().size();
            case 3 -> signal -> heard += 3;
            case 4 -> signal -> heard ^= signal.id().length();
            case 5 -> signal -> heard += signal.extensions().size();
            case 6 -> signal -> heard ^= 6;
            default -> signal -> heard--;
        };
    }

    /** Numbers entries and forgets them. */
    private static final class NumberingJournal implements Journal {

        private long last;

        @Override
        public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
            last++;
            return new LogEntry(last, recordedAt, emission, signal);
        }

        @Override
        public List<LogEntry> read(long fromSequence, int limit) {
            return List.of();
        }

        @Override
        public void close() {}
    }
}
