package dev.waggle.lab.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.world.World;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmark of the connectivity layer while a thread fills.
 *
 * <p>A thread of 100 sources holds the given number of signals before each iteration, half of them resolved. The
 * rival is the usual form of this layer. It copies the list of the thread for every emit and compares each entry with
 * a text key to find a repeat. For a query it filters and sorts the whole list. It answers at 1,000 and takes seconds
 * per emit beyond; {@code -p signals=1000} avoids the wait. The layer checks, numbers, writes facts to a silent
 * ledger and is safe for many Java threads. The rival does none of these.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ConnectivityBench {

    private static final int SOURCES = 100;
    private static final int THREADS = 10_000;
    private static final String THREAD = "t1";

    private static final SignalQuery QUERY = SignalQuery.of(THREAD).withSource("specialist:7")
            .withSignalClasses(SignalClass.ATTENTION_RAISE).withStates(SignalState.EMITTED, SignalState.ACTIVE);

    @Param({"1000", "100000", "1000000"})
    public int signals;

    private final World world = World.system(1);
    private DefaultConnectivityLayer layer = DefaultConnectivityLayer.create(world, ConnectivityLayerConfig.defaults());
    private Scanning rival = new Scanning(world);
    private String last = "";
    private String rivalsLast = "";
    private int turn;

    @Setup(Level.Iteration)
    public void fill() {
        layer = DefaultConnectivityLayer.create(world, ConnectivityLayerConfig.defaults());
        rival = new Scanning(world);
        for (int i = 0; i < signals; i++) {
            ConnectivitySignal signal = layer.emit(input(THREAD, i)).signal();
            rival.add(signal);
            if (i % 2 == 0) {
                layer.resolve(signal.id());
            }
            if (i % SOURCES == SOURCES - 1) {
                layer.advanceStep(THREAD);
            }
            last = signal.id();
        }
        last = layer.emit(input(THREAD, signals + 1)).signal().id();
        rivalsLast = rival.log.getLast().id();
    }

    /** Each signal supersedes the one before. */
    @Benchmark
    public EmitReceipt emit() {
        EmitReceipt receipt = layer.emit(input(THREAD, turn++).replacing(last));
        last = receipt.signal().id();
        return receipt;
    }

    /** The newest 50 of a source, a class and two states. */
    @Benchmark
    public List<ConnectivitySignal> query() {
        return layer.query(QUERY);
    }

    /** One emit and the step that expires it. */
    @Benchmark
    public void advanceStep() {
        layer.emit(input(THREAD, turn++).expiringAtStep(0));
        layer.advanceStep(THREAD);
    }

    @Benchmark
    public ConnectivitySignal rivalsEmit() {
        ConnectivitySignal signal = rival.emit(input(THREAD, turn++).replacing(rivalsLast));
        rivalsLast = signal.id();
        return signal;
    }

    @Benchmark
    public List<ConnectivitySignal> rivalsQuery() {
        return rival.query(QUERY);
    }

    /** Emits to one thread after the other, of as many as a busy server has; {@link #signals} does not matter. */
    @State(Scope.Thread)
    public static class Crowd {

        private final DefaultConnectivityLayer layer = DefaultConnectivityLayer.create(World.system(1),
                ConnectivityLayerConfig.defaults());
        private final List<String> last = new ArrayList<>();
        private int turn;

        @Setup
        public void fill() {
            for (int thread = 0; thread < THREADS; thread++) {
                last.add(layer.emit(input("thread-" + thread, thread)).signal().id());
            }
        }
    }

    @Benchmark
    public EmitReceipt emitToManyThreads(Crowd crowd) {
        int thread = crowd.turn++ % THREADS;
        EmitReceipt receipt = crowd.layer.emit(
                input("thread-" + thread, crowd.turn).replacing(crowd.last.get(thread)));
        crowd.last.set(thread, receipt.signal().id());
        return receipt;
    }

    private static EmitSignalInput input(String thread, int number) {
        return EmitSignalInput.of(thread, "specialist:" + number % SOURCES, Audience.RoleName.COORDINATOR,
                SignalClass.ATTENTION_RAISE, Priority.NORMAL, "Look at this");
    }

    /** The rival: a list per thread. Every emit is in a step of its own, so that none is swallowed. */
    private static final class Scanning {

        private final World world;
        private final Map<String, Integer> birthSteps = new HashMap<>();
        private List<ConnectivitySignal> log = new ArrayList<>();
        private int step;

        Scanning(World world) {
            this.world = world;
        }

        void add(ConnectivitySignal signal) {
            log.add(signal);
            birthSteps.put(signal.id(), step);
        }

        ConnectivitySignal emit(EmitSignalInput input) {
            step++;
            String key = key(String.valueOf(input.threadId()), String.valueOf(input.source()),
                    String.valueOf(input.signalClass()), String.valueOf(input.audience()));
            List<ConnectivitySignal> copy = new ArrayList<>(log);
            for (ConnectivitySignal signal : copy) {
                String other = key(signal.threadId(), signal.source(), String.valueOf(signal.signalClass()),
                        signal.audience().name());
                if (signal.isOpen() && other.equals(key) && birthSteps.getOrDefault(signal.id(), 0) == step) {
                    return signal;
                }
            }
            ConnectivitySignal signal = new ConnectivitySignal(world.nextId("sig"), THREAD,
                    String.valueOf(input.source()), Audience.RoleName.COORDINATOR, SignalClass.ATTENTION_RAISE,
                    Priority.NORMAL, null, "Look at this", null, input.replaces(), null, world.now(),
                    SignalState.EMITTED, copy.size() + 1L, false);
            log = copy;
            add(signal);
            return signal;
        }

        List<ConnectivitySignal> query(SignalQuery query) {
            return log.stream().filter(signal -> signal.source().equals(query.source()))
                    .filter(signal -> query.signalClasses().contains(signal.signalClass()))
                    .filter(ConnectivitySignal::isOpen)
                    .sorted((one, other) -> time(other).compareTo(time(one))).limit(query.limit()).toList();
        }

        private static Instant time(ConnectivitySignal signal) {
            return Instant.parse(signal.emittedAt().toString());
        }

        private static String key(String thread, String source, String signalClass, String audience) {
            return thread + '|' + source + '|' + signalClass + '|' + audience;
        }
    }
}
