package dev.waggle.signal.connectivity.layer;

import java.io.IOError;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Signal;
import dev.waggle.signal.connectivity.ConnectivityException.ReentrancyException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Calls that a ledger may make, and effects that it may not have on the layer. */
class FactLedgerTest {

    private final TestLedger ledger = new TestLedger();
    private final LayerFixture stage = new LayerFixture(ConnectivityLayerConfig.defaults().withLedger(ledger));

    @Test
    void whoHearsOfASignalFromTheLedgerFindsItInTheLayer() throws InterruptedException {
        Map<String, Object> answers = new ConcurrentHashMap<>();
        List<Thread> listeners = new ArrayList<>();
        ledger.onAppend = signal -> {
            if (signal.type().text().equals("attention.raise") && signal.links().replaces() == null) {
                listeners.add(asking(answers, "get", () -> stage.layer.get(signal.id()).isPresent()));
                listeners.add(asking(answers, "repeats", () -> stage.layer.suppressedRepeats(signal.id())));
                listeners.add(asking(answers, "acknowledge",
                        () -> stage.layer.acknowledge(signal.id(), "coordinator").acknowledged()));
                listeners.add(asking(answers, "replace",
                        () -> stage.emit(LayerFixture.from("b", LayerFixture.attention().replacing(signal.id())))
                                .replaces()));
            }
        };

        ConnectivitySignal signal = stage.emitFrom("a");
        for (Thread listener : listeners) {
            listener.join();
        }

        assertThat(answers).containsEntry("get", true).containsEntry("repeats", 0)
                .containsEntry("replace", signal.id());
        assertThat(answers.get("acknowledge")).matches(answer -> answer.equals(true)
                || answer.toString().contains("superseded")); // Depends on which of the two came first.
    }

    @Test
    void whatTheLedgerHasTakenCanBeResolvedByWhoHeardOfItThere() throws InterruptedException {
        Map<String, Object> answers = new ConcurrentHashMap<>();
        List<Thread> listeners = new ArrayList<>();
        ledger.onAppend = signal -> {
            if (listeners.isEmpty()) {
                listeners.add(asking(answers, "resolve", () -> stage.layer.resolve(signal.id()).state()));
            }
        };

        ConnectivitySignal signal = stage.emitFrom("a");
        listeners.getFirst().join();

        assertThat(answers).containsEntry("resolve", SignalState.RESOLVED);
        assertThat(stage.get(signal).state()).isEqualTo(SignalState.RESOLVED);
    }

    @Test
    void whatTheLedgerRefusesIsNeverFound() throws InterruptedException {
        Map<String, Object> answers = new ConcurrentHashMap<>();
        List<Thread> listeners = new ArrayList<>();
        ledger.onAppend = signal -> {
            listeners.add(asking(answers, "get", () -> stage.layer.get(signal.id()).isPresent()));
            listeners.add(asking(answers, "resolve", () -> stage.layer.resolve(signal.id())));
            throw new IOError(new IOException("disk full"));
        };

        assertThatThrownBy(() -> stage.emitFrom("a")).isInstanceOf(IOError.class);
        for (Thread listener : listeners) {
            listener.join();
        }

        assertThat(answers).containsEntry("get", false);
        assertThat(answers.get("resolve")).asString().contains("SignalNotFoundException");
    }

    @Test
    void aLedgerIsAskedForRoomOnceBeforeEachOperationThatWrites() {
        ConnectivitySignal signal = stage.emit(LayerFixture.attention());
        for (Runnable operation : operations(signal)) {
            ledger.calls.clear();
            operation.run();
            assertThat(ledger.calls).hasSize(2).first().isEqualTo("ready");
        }
        ledger.calls.clear();
        assertThatThrownBy(() -> stage.emit(LayerFixture.from(" ", LayerFixture.attention())))
                .isInstanceOf(SignalValidationException.class);
        assertThatThrownBy(() -> stage.layer.resolve("unknown")).isInstanceOf(SignalNotFoundException.class);
        assertThatThrownBy(() -> stage.layer.acknowledge("unknown", "coordinator"))
                .isInstanceOf(SignalNotFoundException.class);
        assertThat(ledger.calls).isEmpty();
    }

    @Test
    void aLedgerMayWaitForRoomWhileOthersUseTheThread() {
        ConnectivitySignal signal = stage.emit(LayerFixture.attention());
        ledger.onReady = () -> { // Would be refused, or wait for ever, under a lock.
            assertThat(stage.get(signal).isOpen()).isTrue();
            assertThat(stage.dump("t1")).isNotEmpty();
        };

        operations(signal).subList(0, 2).forEach(Runnable::run);
    }

    @Test
    void withoutRoomNothingHappens() {
        ConnectivitySignal signal = stage.emit(LayerFixture.attention());
        stage.layer.register("t1", "here");
        ledger.calls.clear();
        ledger.onReady = () -> {
            throw new IllegalStateException("full");
        };

        for (Runnable operation : operations(signal)) {
            assertThatThrownBy(operation::run).hasMessage("full");
        }
        assertThat(ledger.calls).containsOnly("ready");
        assertThat(stage.dump("t1")).containsExactly(signal);
        assertThat(stage.layer.stats("t1").step()).isZero();
    }

    @Test
    void whenTheRecipientsCannotBeWrittenTheEmitGoesOn() {
        ledger.onAppend = signal -> {
            if (signal.type().text().equals("lifecycle.selected")) {
                throw new IOError(new IOException("disk full"));
            }
        };
        stage.listen();
        stage.layer.registerSelectedResolver(_ -> List.of("a"));

        EmitReceipt receipt = stage.layer.emit(LayerFixture.to(Audience.RoleName.SELECTED, LayerFixture.attention()));

        assertThat(receipt.recipients()).containsExactly("a");
        assertThat(stage.heard).containsExactly("emitted reviewer emitted");
        assertThat(receipt.signal().state()).isEqualTo(SignalState.ACTIVE);
        assertThat(stage.failures).singleElement().isInstanceOf(IOError.class);
    }

    @Test
    void aLedgerThatAnswersWhatItTellsEndsAtTheDepthOfCallbacks() {
        LayerFixture shallow = new LayerFixture(ConnectivityLayerConfig.defaults().withMaxDepth(20).withLedger(ledger));
        int[] told = {0};
        ledger.onSettled = () -> shallow.emitFrom("s" + told[0]++);

        shallow.emitFrom("first");

        assertThat(shallow.dump("t1")).hasSize(20);
        assertThat(shallow.failures).singleElement().isInstanceOf(ReentrancyException.class);
        ledger.onSettled = () -> shallow.layer.register("t1", "c" + told[0]++);
        shallow.layer.register("t1", "first");
        assertThat(shallow.failures).hasSize(2).allMatch(ReentrancyException.class::isInstance);
    }

    /** One operation of each kind, in an order in which they may follow each other. */
    private List<Runnable> operations(ConnectivitySignal signal) {
        return List.of(() -> stage.emitFrom("other"), () -> stage.layer.acknowledge(signal.id(), "coordinator"),
                () -> stage.layer.resolve(signal.id()), () -> stage.layer.advanceStep("t1"),
                () -> stage.layer.register("t1", "x"), () -> stage.layer.unregister("t1", "x"),
                () -> stage.layer.registerCoordinator("t1", "boss"), () -> stage.layer.closeThread("t1"));
    }

    /** Starts a thread and returns once it blocks or is done. */
    private static Thread asking(Map<String, Object> answers, String what, Supplier<@Nullable Object> question) {
        Thread thread = Thread.ofPlatform().start(() -> {
            Object answer;
            try {
                answer = question.get();
            } catch (RuntimeException refused) {
                answer = refused.toString();
            }
            answers.put(what, answer == null ? "nothing" : answer);
        });
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TERMINATED) {
            Thread.onSpinWait();
        }
        return thread;
    }

    /** Ledger that accepts every fact and runs the hooks of a test. */
    private static final class TestLedger implements FactLedger {

        private Consumer<Signal> onAppend = _ -> {};
        private Runnable onReady = () -> {
        };
        private Runnable onSettled = () -> {};
        private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void awaitRoom() {
            calls.add("ready");
            onReady.run();
        }

        @Override
        public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
            calls.add(signal.type().text());
            onAppend.accept(signal);
            return new LogEntry(1, recordedAt, emission, signal);
        }

        @Override
        public void settled() {
            onSettled.run();
        }
    }
}
