package dev.waggle.signal.connectivity.layer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityLayer;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.SignalCallback;
import dev.waggle.signal.connectivity.SignalCallback.SignalEvent;
import dev.waggle.signal.connectivity.SignalState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Callbacks hear of one signal in the order of its states, between Java threads too. */
class StateOrderTest {

    private static final int SEEDS = 4;
    private static final int EACH = 500;

    private final LayerFixture stage = new LayerFixture();

    @Test
    void theEndOfASignalWaitsForTheCallbacksOfItsEmission() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch resolved = new CountDownLatch(1);
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        stage.layer.onSignal((_, event) -> {
            if (event == SignalEvent.EMITTED) {
                inside.countDown();
                await(resolved);
            }
        });
        stage.layer.onSignal((signal, event) -> heard.add(event + " " + signal.state() + " by "
                + Thread.currentThread().getName()));
        Thread emitter = Thread.ofPlatform().name("emitter").start(() -> stage.emitFrom("a"));
        await(inside);

        ConnectivityLayer layer = stage.layer;
        ConnectivitySignal end = layer.resolve(stage.dump("t1").getFirst().id());
        assertThat(end.state()).isEqualTo(SignalState.RESOLVED);
        assertThat(heard).isEmpty();
        resolved.countDown();
        emitter.join();

        assertThat(heard).containsExactly("EMITTED RESOLVED by emitter", "RESOLVED RESOLVED by emitter");
    }

    /** It is stored before its predecessor is announced as superseded, so a callback may find it then. */
    @Test
    void aSignalThatIsClosedBeforeItsCallbacksIsFirstAnnouncedAsEmitted() {
        ConnectivitySignal old = stage.emitFrom("old");
        stage.layer.onSignal((_, event) -> {
            if (event == SignalEvent.SUPERSEDED) {
                stage.layer.resolve(stage.dump("t1").getLast().id());
            }
        });
        stage.listen();

        ConnectivitySignal successor = stage.emit(
                LayerFixture.from("new", LayerFixture.attention().replacing(old.id())));

        assertThat(successor.state()).isEqualTo(SignalState.RESOLVED);
        assertThat(stage.heard).containsExactly("superseded old superseded", "emitted new resolved",
                "resolved new resolved");
    }

    @Test
    void aSignalThatTheResolverClosesIsFirstAnnouncedAsEmitted() {
        stage.layer.registerSelectedResolver(signal -> List.of(stage.layer.resolve(signal.id()).source()));
        stage.listen();

        stage.emit(LayerFixture.to(Audience.RoleName.SELECTED, LayerFixture.attention()));

        assertThat(stage.heard).containsExactly("emitted reviewer resolved", "resolved reviewer resolved");
        assertThat(stage.failures).isEmpty();
    }

    /** The end is announced even if the callbacks of the emission fail with an error. */
    @Test
    void anEmissionWhoseCallbackFailsStillAnnouncesTheEnd() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch resolved = new CountDownLatch(1);
        stage.layer.onSignal((_, event) -> {
            if (event == SignalEvent.EMITTED) {
                inside.countDown();
                await(resolved);
                throw new StackOverflowError("of the callback");
            }
        });
        stage.listen();
        Thread emitter = Thread.ofPlatform().start(() -> stage.emitFrom("a"));
        await(inside);

        stage.layer.resolve(stage.dump("t1").getFirst().id());
        resolved.countDown();
        emitter.join();

        assertThat(stage.heard).containsExactly("emitted a resolved", "resolved a resolved");
        assertThat(stage.failures).hasSize(1);
    }

    /** Each waits in a callback for the other's change: nobody waits for foreign callbacks, so both go on. */
    @Test
    void callbacksThatChangeEachOthersSignalsDoNotWaitForEachOther() throws InterruptedException {
        CyclicBarrier both = new CyclicBarrier(2);
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        stage.layer.onSignal((signal, event) -> {
            if (event == SignalEvent.EMITTED) {
                meet(both);
                String other = signal.source().equals("a") ? "b" : "a";
                stage.dump("t" + other).forEach(found -> stage.layer.resolve(found.id()));
                meet(both);
            }
            heard.add(signal.source() + " " + event);
        });
        List<Thread> threads = new ArrayList<>();
        for (String source : List.of("a", "b")) {
            threads.add(Thread.ofPlatform().start(() -> stage.emit(
                    LayerFixture.in("t" + source, LayerFixture.from(source, LayerFixture.attention())))));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        for (String source : List.of("a", "b")) {
            assertThat(heard).filteredOn(event -> event.startsWith(source))
                    .containsExactly(source + " EMITTED", source + " RESOLVED");
        }
        assertThat(stage.failures).isEmpty();
    }

    @Test
    void eachCallbackHearsAValidPathOfStatesFromManyThreads() throws InterruptedException {
        for (int seed = 0; seed < SEEDS; seed++) {
            new Storm(seed).rage();
        }
    }

    /** Emits, acknowledgements, resolutions, supersessions and steps of many threads, on the newest signals. */
    private static final class Storm {

        private final int seed;
        private final LayerFixture stage = new LayerFixture();
        private final List<HeardStates> callbacks = new ArrayList<>();
        private final ConcurrentLinkedQueue<String> fresh = new ConcurrentLinkedQueue<>();
        private final List<Throwable> escaped = Collections.synchronizedList(new ArrayList<>());

        Storm(int seed) {
            this.seed = seed;
        }

        void rage() throws InterruptedException {
            addCallback();
            stage.layer.onSignal(this::interfere);
            addCallback();
            List<Thread> threads = new ArrayList<>();
            for (int worker = 0; worker < 6; worker++) {
                int number = worker;
                Thread.Builder builder = worker % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
                threads.add(builder.start(() -> work(number, new Random(31L * seed + number))));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            check();
        }

        private void addCallback() {
            HeardStates states = new HeardStates();
            callbacks.add(states);
            stage.layer.onSignal(states);
        }

        /** Tells the other threads of each signal as early as possible, and closes some of the earlier ones itself. */
        private void interfere(ConnectivitySignal signal, SignalEvent event) {
            if (event != SignalEvent.EMITTED) {
                return;
            }
            String earlier = signal.sequence() % 3 == 0 ? fresh.poll() : null;
            fresh.add(signal.id());
            Thread.onSpinWait();
            if (earlier != null) {
                attempt(() -> stage.layer.resolve(earlier));
            }
        }

        private void work(int worker, Random random) {
            try {
                for (int i = 0; i < EACH; i++) {
                    String target = fresh.poll();
                    switch (worker < 3 || target == null ? 0 : random.nextInt(5)) {
                        case 1 -> attempt(() -> stage.layer.acknowledge(target, "coordinator"));
                        case 2 -> attempt(() -> stage.emit(input(worker, random).replacing(target)));
                        case 3 -> stage.layer.advanceStep("t" + random.nextInt(2));
                        case 4 -> attempt(() -> {
                            stage.layer.acknowledge(target, "coordinator");
                            stage.layer.resolve(target);
                        });
                        default -> {
                            attempt(() -> stage.emit(input(worker, random)));
                            if (target != null) {
                                fresh.add(target);
                            }
                        }
                    }
                }
            } catch (Throwable failure) {
                escaped.add(failure);
            }
        }

        private static EmitSignalInput input(int worker, Random random) {
            EmitSignalInput input = LayerFixture.with(random.nextInt(4) == 0 ? Priority.CRITICAL : Priority.HIGH,
                    LayerFixture.in("t" + random.nextInt(2),
                            LayerFixture.from("s" + worker + "-" + random.nextInt(10_000), LayerFixture.attention())));
            return random.nextInt(3) == 0 ? input.expiringAtStep(0) : input;
        }

        private void check() {
            assertThat(escaped).as("seed %d", seed).isEmpty();
            assertThat(stage.failures).as("seed %d", seed).isEmpty();
            List<ConnectivitySignal> stored = new ArrayList<>(stage.dump("t0"));
            stored.addAll(stage.dump("t1"));
            for (HeardStates callback : callbacks) {
                assertThat(callback.paths).as("seed %d", seed).hasSize(stored.size());
                for (ConnectivitySignal signal : stored) {
                    List<String> path = callback.paths.getOrDefault(signal.id(), List.of());
                    assertThat(path).as("seed %d: %s", seed, signal).isEqualTo(signal.isOpen()
                            ? List.of("EMITTED")
                            : List.of("EMITTED", signal.state().name()));
                }
            }
        }

        /** Runs a change that may be refused, because another thread was faster. */
        private static void attempt(Runnable change) {
            try {
                change.run();
            } catch (ConnectivityException tooLate) {
                // Part of the storm.
            }
        }
    }

    /** A callback that records its events by signal. */
    private static final class HeardStates implements SignalCallback {

        private final Map<String, List<String>> paths = new ConcurrentHashMap<>();

        @Override
        public void onSignal(ConnectivitySignal signal, SignalEvent event) {
            paths.computeIfAbsent(signal.id(), _ -> Collections.synchronizedList(new ArrayList<>()))
                    .add(event.name());
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }
}
