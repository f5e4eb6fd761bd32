package dev.waggle.lab.bench;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmark of {@link PublishBench}'s publish with the event libraries of the JVM.
 *
 * <p>{@code asItComes} is the library alone: it calls the subscribers back. {@code withHistory} is the same work as
 * that of the bus. None of the libraries has a history, indexes, ids, expiry, counters and conflict check, so each
 * publish also goes through those of {@link HandWritten}. One publisher only.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PublishRivalsBench {

    @Benchmark
    public Signal asItComes(Stage stage, PublishBench.Turn turn) {
        Signal signal = turn.next();
        stage.send(signal);
        return signal;
    }

    @Benchmark
    public long withHistory(Stage stage, PublishBench.Turn turn) {
        Signal signal = turn.next();
        long number = stage.hand.admit(signal);
        if (number > 0) {
            stage.send(signal);
        }
        return number;
    }

    /** One library and its subscribers. */
    @State(Scope.Thread)
    public static class Stage {

        @Param({"1", "10", "100"})
        public int subscribers;

        @Param
        public EventLibrary rival = EventLibrary.REACTOR;

        private final HandWritten hand = new HandWritten(PublishWorkload.CONFIG);

        /** None of them knows signal types, so each type has a channel of its own. */
        private final Map<SignalType, SignalConsumer> channels = new HashMap<>();

        @Setup
        public void subscribe() {
            channels.put(SignalType.DISCOVERY, rival.channel(PublishWorkload.callbacks(subscribers)));
        }

        void send(Signal signal) {
            SignalConsumer channel = channels.get(signal.type());
            if (channel != null) {
                channel.accept(signal);
            }
        }
    }
}
