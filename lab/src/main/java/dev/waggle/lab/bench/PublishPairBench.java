package dev.waggle.lab.bench;

import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.PublishReceipt;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Threads;

/**
 * Benchmark of two publishers on one bus.
 *
 * <p>The work of {@link PublishBench}, with one publisher ({@code Alone}) and with two ({@code Pair}). Read {@code
 * wall} and {@code cpu} of {@code -prof dev.waggle.lab.bench.CpuTime}, the elapsed and the processor time for each
 * signal. JMH's own score is the mean of the threads. It says little of the bus, where one publisher delivers for
 * both and stays long in one publish.
 *
 * <p>The loop and the hand-written rival deliver on both threads at once, in no common order. The bus delivers one
 * signal after another, in one order.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PublishPairBench {

    @Benchmark
    @Threads(1)
    public Signal loopAlone(PublishBench.Stage stage, PublishBench.Turn turn) {
        return stage.loop(turn.next());
    }

    @Benchmark
    @Threads(2)
    public Signal loopPair(PublishBench.Stage stage, PublishBench.Turn turn) {
        return stage.loop(turn.next());
    }

    @Benchmark
    @Threads(1)
    public long handWrittenAlone(PublishBench.Stage stage, PublishBench.Turn turn) {
        return stage.hand.publish(turn.next());
    }

    @Benchmark
    @Threads(2)
    public long handWrittenPair(PublishBench.Stage stage, PublishBench.Turn turn) {
        return stage.hand.publish(turn.next());
    }

    @Benchmark
    @Threads(1)
    public PublishReceipt busAlone(PublishBench.Stage stage, PublishBench.Turn turn) {
        return stage.bus.publish(turn.next());
    }

    @Benchmark
    @Threads(2)
    public PublishReceipt busPair(PublishBench.Stage stage, PublishBench.Turn turn) {
        return stage.bus.publish(turn.next());
    }
}
