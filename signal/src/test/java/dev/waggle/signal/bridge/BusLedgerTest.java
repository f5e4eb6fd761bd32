package dev.waggle.signal.bridge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Facts of a layer on the bus and in its journal. */
class BusLedgerTest {

    private final ManualWorld world = new ManualWorld(Samples.T, 1);
    private final MemoryJournal journal = new MemoryJournal();
    private final SignalBus bus = new SignalBus(world, BusConfig.defaults().withSweepInterval(Duration.ZERO), journal,
            BusObserver.SILENT);
    private final DefaultConnectivityLayer layer = DefaultConnectivityLayer.create(world,
            ConnectivityLayerConfig.defaults().withLedger(new BusLedger(bus)));

    @Test
    void everyFactIsASignalOnTheBusAndInItsJournal() {
        List<String> heard = new ArrayList<>();
        bus.subscribe("operator", Pattern.of("connectivity/**"), signal -> heard.add(signal.type().text()));

        ConnectivitySignal blocker = emit(SignalClass.CONFIDENCE_BLOCKER, 0.0);
        layer.resolve(blocker.id());
        layer.advanceStep("t1");

        assertThat(heard).first().isEqualTo("confidence.blocker");
        assertThat(heard).hasSize(3);
        assertThat(journal.read(1, 10)).extracting(entry -> entry.signal().type().text()).isEqualTo(heard);
        assertThat(bus.getHistory(SignalFilter.ALL.withPattern(Pattern.of("confidence.*")))).singleElement()
                .returns(blocker.id(), Signal::id)
                .returns("t1", signal -> signal.scope().thread())
                .returns("specialist:reviewer", signal -> signal.source().label());
    }

    @Test
    void aLayerIsRestoredFromTheJournalOfTheBus() {
        ConnectivitySignal conflict = emit(SignalClass.CONFLICT_ACTIVE, 0.4);
        ConnectivitySignal handoff = emit(SignalClass.HANDOFF_READY, null);
        layer.resolve(handoff.id());

        DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(world, ConnectivityLayerConfig.defaults(),
                journal);

        assertThat(restored.get(conflict.id())).isEqualTo(layer.get(conflict.id()));
        assertThat(restored.get(handoff.id())).get().returns(SignalState.RESOLVED, ConnectivitySignal::state);
        assertThat(restored.isConverged("t1")).isFalse();
    }

    /** No lock of the layer is held while the bus calls its subscribers. */
    @Test
    void aSubscriberOfTheBusMayUseTheLayer() {
        bus.subscribe("arbiter", Pattern.of("conflict.active"), signal -> layer.resolve(signal.id()));

        ConnectivitySignal conflict = emit(SignalClass.CONFLICT_ACTIVE, 0.4);

        assertThat(layer.get(conflict.id())).get().returns(SignalState.RESOLVED, ConnectivitySignal::state);
        assertThat(journal.read(1, 10)).extracting(LogEntry::sequence).containsExactly(1L, 2L);
    }

    /** Threads that emit wait for room as publishers do, so a queue of two is enough for all of them. */
    @Test
    void underLoadNothingIsRefusedAndEverySubscriberFindsItsSignalInTheLayer() throws Exception {
        World real = World.system(1);
        SignalBus narrow = new SignalBus(real, BusConfig.defaults().withMaxWaiting(2).withSweepInterval(Duration.ZERO),
                Journal.silent(), BusObserver.SILENT);
        DefaultConnectivityLayer shared = DefaultConnectivityLayer.create(real,
                ConnectivityLayerConfig.defaults().withLedger(new BusLedger(narrow)));
        narrow.subscribe("closer", Pattern.of("attention.*"), signal -> {
            shared.resolve(signal.id());
        });
        List<Callable<Integer>> emitters = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String thread = "t" + i;
            emitters.add(() -> {
                for (int number = 0; number < 1000; number++) {
                    shared.emit(EmitSignalInput.of(thread, "s" + number, Audience.RoleName.SELF,
                            SignalClass.ATTENTION_RAISE, Priority.NORMAL, "look"));
                }
                return 1000;
            });
        }
        int emitted = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(emitters.size())) {
            for (Future<Integer> done : threads.invokeAll(emitters)) {
                emitted += done.get();
            }
        }
        narrow.awaitDelivery();

        assertThat(emitted).isEqualTo(4000);
        assertThat(narrow.counts().published()).isEqualTo(8000);
        assertThat(narrow.counts().failed()).isZero();
        assertThat(shared.query(SignalQuery.of("t0"))).isEmpty();
    }

    @Test
    void whatTheBusRefusesDoesNotHappen() {
        bus.close();

        assertThatThrownBy(() -> emit(SignalClass.CONFLICT_ACTIVE, 0.4)).hasMessageContaining("the bus is closed");

        assertThat(layer.query(SignalQuery.of("t1"))).isEmpty();
    }

    private ConnectivitySignal emit(SignalClass signalClass, @Nullable Double confidence) {
        return layer.emit(new EmitSignalInput("t1", "specialist:reviewer", Audience.RoleName.COORDINATOR,
                signalClass.messageClass(), signalClass, Priority.HIGH, "Something to know", confidence, null, null,
                null)).signal();
    }
}
