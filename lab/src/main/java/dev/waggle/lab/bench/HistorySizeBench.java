package dev.waggle.lab.bench;

import java.time.Duration;
import java.util.List;
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

/**
 * Does a publish cost more when more is retained?
 *
 * <p>The worst case of the conflict check: nothing but proposals, of ten sources in turn, each a rival of all others,
 * ten subscribers. Both histories are full before anything is measured, and both see the same signals, so that these
 * come from memory that is equally far away. The hand-written rival notes each conflict; the bus also publishes it, so that it takes two
 * signals in for each proposal.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HistorySizeBench {

    private static final int SUBSCRIBERS = 10;

    @Benchmark
    public PublishReceipt bus(Bus stage, Proposals proposals) {
        return stage.bus.publish(proposals.next());
    }

    @Benchmark
    public long handWritten(ByHand stage, Proposals proposals) {
        return stage.hand.publish(proposals.next());
    }

    /** Published signals, in turn: more than any history holds. */
    @State(Scope.Thread)
    public static class Proposals {

        @Param("262144")
        public int signals;

        private List<Signal> proposals = List.of();
        private int turn;

        @Setup
        public void propose() {
            proposals = PublishWorkload.proposals(World.system(1), signals);
        }

        Signal next() {
            turn = turn + 1 < signals ? turn + 1 : 0;
            return proposals.get(turn);
        }
    }

    @State(Scope.Thread)
    public static class Bus {

        @Param({"1000", "100000"})
        public int history;

        private SignalBus bus = bus(BusConfig.defaults().withSweepInterval(Duration.ZERO));

        @Setup
        public void fill(Proposals proposals) {
            bus = bus(PublishWorkload.CONFIG.withMaxHistorySize(history).withMaxHistoryBytes(Long.MAX_VALUE));
            SignalConsumer[] callbacks = PublishWorkload.callbacks(SUBSCRIBERS);
            for (int i = 0; i < SUBSCRIBERS; i++) {
                bus.subscribe("agent-" + i, List.of(SignalType.PROPOSAL), callbacks[i]);
            }
            for (int i = 0; i < history; i++) {
                bus.publish(proposals.next());
            }
        }

        @TearDown
        public void close() {
            bus.close();
        }

        private static SignalBus bus(BusConfig config) {
            return new SignalBus(World.system(1), config, Journal.silent(), BusObserver.SILENT);
        }
    }

    @State(Scope.Thread)
    public static class ByHand {

        @Param({"1000", "100000"})
        public int history;

        private HandWritten hand = new HandWritten(BusConfig.defaults());

        @Setup
        public void fill(Proposals proposals) {
            hand = new HandWritten(
                    PublishWorkload.CONFIG.withMaxHistorySize(history).withMaxHistoryBytes(Long.MAX_VALUE));
            for (SignalConsumer callback : PublishWorkload.callbacks(SUBSCRIBERS)) {
                hand.subscribe(SignalType.PROPOSAL, callback);
            }
            for (int i = 0; i < history; i++) {
                hand.publish(proposals.next());
            }
        }
    }
}
