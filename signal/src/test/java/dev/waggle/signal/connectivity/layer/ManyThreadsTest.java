package dev.waggle.signal.connectivity.layer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.SignalCallback.SignalEvent;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.ThreadStats;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Connectivity scenarios 83 to 86, emits that do not wait, and closing. */
class ManyThreadsTest {

    private static final int EMITTERS = 8;
    private static final int EACH = 10_000;

    private final LayerFixture stage = new LayerFixture();

    @Test
    void eightThreadsLoseDoubleAndReorderNothing() throws InterruptedException { // 83
        Map<String, Integer> calls = new ConcurrentHashMap<>();
        stage.layer.onSignal((signal, event) -> calls.merge(event + signal.id(), 1, Integer::sum));
        List<Thread> threads = new ArrayList<>();
        List<List<String>> ids = Collections.synchronizedList(new ArrayList<>());
        for (int emitter = 0; emitter < EMITTERS; emitter++) {
            String source = "s" + emitter;
            EmitSignalInput input = LayerFixture.with(Priority.CRITICAL, LayerFixture.from(source,
                    LayerFixture.in("t" + emitter % 2, LayerFixture.attention())));
            threads.add(Thread.ofPlatform().start(() -> {
                List<String> own = new ArrayList<>();
                for (int i = 0; i < EACH; i++) {
                    own.add(stage.emit(input).id());
                }
                ids.add(own);
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(calls).hasSize(EMITTERS * EACH);
        assertThat(calls.values()).containsOnly(1);
        Set<String> distinct = new HashSet<>();
        ids.forEach(distinct::addAll);
        assertThat(distinct).hasSize(EMITTERS * EACH);
        Map<String, List<String>> stored = new HashMap<>();
        for (String thread : List.of("t0", "t1")) {
            stage.dump(thread).forEach(s -> stored.computeIfAbsent(s.source(), _ -> new ArrayList<>()).add(s.id()));
        }
        assertThat(stored.values()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(stage.failures).isEmpty();
    }

    @Test
    void everybodyMayDoEverythingAtOnce() throws InterruptedException {
        stage.layer.onSignal((signal, event) -> {
            if (event == SignalEvent.EMITTED && signal.source().equals("s1")) {
                stage.layer.resolve(signal.id());
            }
        });
        List<Throwable> escaped = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int worker = 0; worker < 6; worker++) {
            String source = "s" + worker;
            int kind = worker;
            threads.add(Thread.ofVirtual().uncaughtExceptionHandler((_, failure) -> escaped.add(failure)).start(() -> {
                for (int i = 0; i < 2_000; i++) {
                    switch (kind) {
                        case 4 -> stage.layer.advanceStep("t1");
                        case 5 -> stage.layer.query(SignalQuery.of("t1").withSource("s2"));
                        default -> stage.emit(LayerFixture.from(source, LayerFixture.attention().expiringAtStep(i)));
                    }
                    if (i % 500 == 499) {
                        stage.layer.closeThread("t1");
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(escaped).isEmpty();
        // Between a signal's emit and its callback another call may have closed its thread or reached its step.
        assertThat(stage.failures).allMatch(failure -> failure instanceof SignalNotFoundException
                || String.valueOf(failure.getMessage()).contains("is expired, and that is final"));
        ThreadStats stats = stage.layer.stats("t1");
        assertThat(stage.dump("t1")).hasSize(stats.stored());
        assertThat(stage.layer.query(SignalQuery.of("t1").withLimit(Integer.MAX_VALUE))).hasSize(stats.open());
    }

    @Test
    void aHundredThousandOpenSignalsAreNoBurden() { // 85; the figures are in ConnectivityBench
        for (int i = 0; i < 100_000; i++) {
            stage.emit(
                    LayerFixture.from("s" + i % 100, LayerFixture.with(Priority.CRITICAL, LayerFixture.attention())));
        }
        SignalQuery query = SignalQuery.of("t1").withSource("s42");

        for (int i = 0; i < 10_000; i++) { // Minutes, if each call scanned all of them.
            assertThat(stage.layer.query(query)).hasSize(50);
            stage.emit(LayerFixture.from("late" + i % 10, LayerFixture.attention()));
            stage.layer.advanceStep("t1");
        }
    }

    @Test
    void aClosedThreadIsForgottenAndBeginsAnew() { // 86
        stage.layer.register("t1", "ui");
        ConnectivitySignal old = stage.emit(LayerFixture.with(Priority.CRITICAL, LayerFixture.attention()));
        stage.layer.advanceStep("t1");
        ConnectivitySignal elsewhere = stage.emit(LayerFixture.in("t2", LayerFixture.attention()));
        stage.layer.closeThread("t1");
        stage.layer.closeThread("t1");

        assertThat(stage.layer.get(old.id())).isEmpty();
        assertThat(stage.dump("t1")).isEmpty();
        assertThat(stage.layer.stats("t1").step()).isZero();
        assertThatThrownBy(() -> stage.layer.resolve(old.id())).isInstanceOf(SignalNotFoundException.class);
        assertThatThrownBy(() -> stage.emit(LayerFixture.attention().replacing(old.id())))
                .isInstanceOf(SignalNotFoundException.class);
        assertThat(stage.emitFrom("a").sequence()).isEqualTo(1);
        assertThat(stage.get(elsewhere)).isEqualTo(elsewhere);
    }

    @Test
    void aClosedLayerRefusesChangesAndAnswersQuestions() {
        ConnectivitySignal signal = stage.emit(LayerFixture.attention());
        stage.layer.close();
        stage.layer.close();

        for (Runnable change : List.<Runnable>of(() -> stage.emitFrom("a"), () -> stage.layer.resolve(signal.id()),
                () -> stage.layer.advanceStep("t1"), () -> stage.layer.register("t1", "x"),
                () -> stage.layer.acknowledge(signal.id(), "coordinator"), () -> stage.layer.closeThread("t1"))) {
            assertThatThrownBy(change::run).isExactlyInstanceOf(ConnectivityException.class)
                    .hasMessage("the layer is closed");
        }
        assertThat(stage.layer.query(SignalQuery.of("t1"))).containsExactly(signal);
    }
}
