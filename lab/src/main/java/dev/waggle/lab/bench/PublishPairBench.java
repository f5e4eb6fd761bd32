package dev.waggle.lab.bench;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.Receipt;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/**
 * What do two publishers on one bus cost each other?
 *
 * <p>The work of {@link PublishBench}, with one publisher ({@code Alone}) and with two ({@code Pair}). JMH's own score
 * is the time of one publish of one thread; {@code -prof dev.waggle.lab.bench.CpuTime} adds {@code wall} and
 * {@code cpu}, the elapsed and the processor time for each signal of both publishers together: a pair that does not get
 * in its own way has half the wall time and the same processor time.
 *
 * <p>The loop and the hand-written rival deliver on both threads at once, in no common order. The bus delivers one after
 * another, so a publisher that only publishes can run ahead of the one that delivers; it rests when it is far ahead.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PublishPairBench {

    @Benchmark
    @Threads(1)
    public Signal loopAlone(Stage stage, PublishBench.Turn turn) {
        return stage.loop(turn.next());
    }

    @Benchmark
    @Threads(2)
    public Signal loopPair(Stage stage, PublishBench.Turn turn) {
        return stage.loop(turn.next());
    }

    @Benchmark
    @Threads(1)
    public long handWrittenAlone(Stage stage, PublishBench.Turn turn) {
        return stage.hand.publish(turn.next());
    }

    @Benchmark
    @Threads(2)
    public long handWrittenPair(Stage stage, PublishBench.Turn turn) {
        return stage.hand.publish(turn.next());
    }

    @Benchmark
    @Threads(1)
    public Receipt busAlone(Stage stage, PublishBench.Turn turn) {
        return stage.publish(turn.next());
    }

    @Benchmark
    @Threads(2)
    public Receipt busPair(Stage stage, PublishBench.Turn turn) {
        return stage.publish(turn.next());
    }

    /** Counts what the bus has delivered. */
    @State(Scope.Benchmark)
    public static class Stage extends PublishBench.Stage {

        /** Most signals that may wait for delivery. */
        private static final int MAX_BACKLOG = 10_000;

        /** A power of two: how often a publisher looks, since looking costs both threads. */
        private static final int LOOK_EVERY = 64;

        private static final long REST_NANOS = Duration.ofNanos(50_000).toNanos();

        private final AtomicLong delivered;

        public Stage() {
            this(new AtomicLong());
        }

        private Stage(AtomicLong delivered) {
            super(counter(delivered));
            this.delivered = delivered;
        }

        Receipt publish(Signal signal) {
            Receipt receipt = bus.publish(signal);
            if (receipt instanceof Receipt.Published published) {
                long number = published.entry().sequence();
                while (number % LOOK_EVERY == 0 && number - delivered.getOpaque() > MAX_BACKLOG) {
                    LockSupport.parkNanos(REST_NANOS);
                }
            }
            return receipt;
        }

        /** The bus tells of one signal at a time, so nobody else writes meanwhile. */
        private static BusObserver counter(AtomicLong delivered) {
            return new BusObserver() {
                @Override
                public void emitted(Signal signal) {
                    delivered.setOpaque(delivered.getPlain() + 1);
                }
            };
        }
    }
}
