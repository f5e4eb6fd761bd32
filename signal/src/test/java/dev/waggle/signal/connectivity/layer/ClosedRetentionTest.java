package dev.waggle.signal.connectivity.layer;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ClosedSignalRetention;
import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.connectivity.OpenSignalLimit;
import dev.waggle.signal.connectivity.SignalCallback.SignalEvent;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.log.MemoryJournal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Threads that forget their oldest closed signals. */
class ClosedRetentionTest {

    private static final int FEW = 5;

    /** Everything about open signals is as without a limit, and the retained closed ones are those closed last. */
    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24, 25, 26, 27, 28})
    void forgettingChangesNothingElse(long seed) {
        ConnectivityLayerConfig config = ConnectivityLayerConfig.defaults()
                .withOpenLimit(new OpenSignalLimit(30, OpenSignalLimit.OverflowPolicy.EXPIRE_OLDEST));
        LayerFixture whole = new LayerFixture(config.withClosedRetention(ClosedSignalRetention.all()));
        LayerFixture brief = new LayerFixture(config.withClosedRetention(new ClosedSignalRetention(FEW, 1 << 20)));
        List<String> ended = new ArrayList<>();
        whole.layer.onSignal((signal, event) -> {
            if (event != SignalEvent.EMITTED) {
                ended.add(signal.id());
            }
        });
        brief.layer.onSignal((_, _) -> {
        });
        RandomRun first = new RandomRun(seed, whole);
        RandomRun second = new RandomRun(seed, brief);
        int mostForgotten = 0;
        for (int i = 0; i < 4_000; i++) {
            first.step();
            second.step();
            if (i % 40 == 0) {
                for (String thread : RandomRun.THREADS) {
                    compare(whole, brief, thread, ended, seed + " " + i);
                    mostForgotten = Math.max(mostForgotten, brief.layer.stats(thread).forgotten());
                }
            }
        }
        assertThat(mostForgotten).isGreaterThan(32); // Two batches.
    }

    private static void compare(LayerFixture whole, LayerFixture brief, String thread, List<String> ended,
            String when) {
        List<ConnectivitySignal> all = whole.dump(thread);
        List<ConnectivitySignal> closed = all.stream().filter(signal -> !signal.isOpen()).toList();
        Set<String> lastClosed = Set.copyOf(ended.stream()
                .filter(id -> closed.stream().anyMatch(signal -> signal.id().equals(id)))
                .skip(Math.max(0, closed.size() - FEW)).toList());
        List<ConnectivitySignal> expected = all.stream()
                .filter(signal -> signal.isOpen() || lastClosed.contains(signal.id())).toList();

        assertThat(brief.dump(thread)).as(when).isEqualTo(expected);
        assertThat(brief.layer.query(SignalQuery.of(thread))).as(when)
                .isEqualTo(whole.layer.query(SignalQuery.of(thread)));
        assertThat(brief.layer.convergence(thread)).as(when).isEqualTo(whole.layer.convergence(thread));
        assertThat(brief.layer.awaitingAcknowledgement(thread)).as(when)
                .isEqualTo(whole.layer.awaitingAcknowledgement(thread));
        assertThat(brief.layer.crowdedSources(thread)).as(when).isEqualTo(whole.layer.crowdedSources(thread));
        assertThat(brief.layer.stats(thread).signals()).as(when).isEqualTo(whole.layer.stats(thread).signals());
        assertThat(brief.layer.stats(thread).suppressed()).as(when).isEqualTo(whole.layer.stats(thread).suppressed());
        assertThat(brief.layer.stats(thread).stored()).as(when).isEqualTo(expected.size());
        for (ConnectivitySignal signal : all) {
            Optional<ConnectivitySignal> retained = expected.contains(signal) ? Optional.of(signal) : Optional.empty();
            assertThat(brief.layer.get(signal.id())).as(when).isEqualTo(retained);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33})
    void queriesByTimeAgreeWithAScan(long seed) {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults()
                .withClosedRetention(new ClosedSignalRetention(FEW, 1 << 20)));
        RandomRun run = new RandomRun(seed, stage);
        for (int i = 0; i < 3_000; i++) {
            run.step();
            String thread = run.pick(RandomRun.THREADS);
            var since = LayerFixture.START.plusMillis(run.random().nextInt(600) - 50);
            var before = since.plusMillis(run.random().nextInt(300));
            SignalQuery query = new SignalQuery(thread, null, Set.of(), Set.of(), Set.of(), Set.of(), since, before,
                    Integer.MAX_VALUE, SignalQuery.Order.OLDEST);
            assertThat(stage.layer.query(query)).as("seed %d, step %d", seed, i)
                    .isEqualTo(stage.dump(thread).stream().filter(signal -> signal.emittedAt().isAfter(since)
                            && signal.emittedAt().isBefore(before)).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {41, 42, 43})
    void aRestoredLayerForgetsTheSame(long seed) {
        MemoryJournal journal = new MemoryJournal();
        ConnectivityLayerConfig config = ConnectivityLayerConfig.defaults()
                .withClosedRetention(new ClosedSignalRetention(FEW, 1 << 20));
        LayerFixture stage = new LayerFixture(config.withLedger(FactLedger.of(journal)));
        RandomRun run = new RandomRun(seed, stage);
        List<String> reports = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            run.step();
            if (i % 150 == 0) {
                DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(stage.clock,
                        config.withFailures((_, where) -> reports.add(where)), journal);
                for (String thread : RandomRun.THREADS) {
                    assertThat(LayerFixture.dump(restored, thread)).as("seed %d, step %d", seed, i)
                            .isEqualTo(stage.dump(thread));
                }
            }
        }
        assertThat(reports).isEmpty();
    }

    @Test
    void bytesAreALimitOfTheirOwn() {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults()
                .withClosedRetention(new ClosedSignalRetention(1_000, 250_000)));
        List<ConnectivitySignal> closed = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ConnectivitySignal signal = stage.emit(LayerFixture.from("s" + i, LayerFixture.attention())
                    .withDetails("d".repeat(50_000)));
            closed.add(stage.layer.resolve(signal.id()));
        }

        assertThat(stage.dump("t1")).isEqualTo(closed.subList(3, 5));
        assertThat(stage.layer.stats("t1").forgotten()).isEqualTo(3);
    }

    @Test
    void aForgottenSignalIsNotFound() {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults()
                .withClosedRetention(new ClosedSignalRetention(0, 0)));
        stage.listen();
        ConnectivitySignal signal = stage.emit(LayerFixture.attention());

        assertThat(stage.layer.resolve(signal.id()).isOpen()).isFalse();

        assertThat(stage.heard).last().isEqualTo("resolved reviewer resolved");
        assertThat(stage.layer.get(signal.id())).isEmpty();
        assertThatThrownBy(() -> stage.layer.resolve(signal.id())).isInstanceOf(SignalNotFoundException.class)
                .hasMessageContaining(signal.id());
        assertThatThrownBy(() -> stage.emit(LayerFixture.attention().replacing(signal.id())))
                .isInstanceOf(SignalNotFoundException.class);
        assertThat(stage.emit(LayerFixture.attention()).sequence()).isEqualTo(2);
        assertThat(stage.failures).isEmpty();
    }

    /** Chains of repeats, summaries of escalations and far steps of expiry hold no closed signal. */
    @Test
    void nothingElseHoldsForgottenSignals() {
        LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults()
                .withClosedRetention(new ClosedSignalRetention(10, 1 << 20)));
        stage.layer.registerCoordinator("t1", "boss");
        stage.emit(LayerFixture.with(Priority.CRITICAL, LayerFixture.attention()));
        List<Reference<ConnectivitySignal>> forgotten = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            ConnectivitySignal critical = stage.emit(
                    LayerFixture.with(Priority.CRITICAL, LayerFixture.attention()).expiringAtStep(1_000_000 + i));
            stage.layer.acknowledge(critical.id(), "boss");
            forgotten.add(new WeakReference<>(stage.layer.resolve(critical.id())));
            ConnectivitySignal escalation = stage.emit(LayerFixture.to(Audience.RoleName.ALL,
                    LayerFixture.saying("summary " + i, LayerFixture.input(SignalClass.ESCALATION_INTERRUPT))));
            forgotten.add(new WeakReference<>(stage.layer.resolve(escalation.id())));
        }

        assertThat(stage.layer.stats("t1").stored()).isEqualTo(11);
        assertThat(stage.layer.stats("t1").total()).isEqualTo(2_001);
        System.gc();
        assertThat(forgotten).filteredOn(signal -> signal.get() != null).hasSizeLessThan(100);
        assertThat(stage.dump("t1")).hasSize(11); // The layer is in use until here.
    }
}
