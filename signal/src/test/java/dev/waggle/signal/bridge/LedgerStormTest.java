package dev.waggle.signal.bridge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.BusObserver;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.connectivity.ClosedSignalRetention;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.OpenSignalLimit;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Threads that emit into a layer on a bus, whose subscribers acknowledge, resolve, replace and step at each fact. */
class LedgerStormTest {

    @Test
    void callbacksFollowTheStatesOfEachSignal() throws InterruptedException {
        for (long seed = 0; seed < 6; seed++) {
            new Storm(seed).rage();
        }
    }

    @Test
    @Tag("long")
    void callbacksFollowTheStatesOfEachSignalInManyStorms() throws InterruptedException {
        for (long seed = 100; seed < 220; seed++) {
            new Storm(seed).rage();
        }
    }

    private static final class Storm {

        private final String as;
        private final long seed;
        private final ManualWorld world = new ManualWorld(Samples.T, 1);
        private final MemoryJournal journal = new MemoryJournal();
        private final SignalBus bus = new SignalBus(world,
                BusConfig.defaults().withSweepInterval(Duration.ZERO).withMaxHistorySize(100), journal,
                BusObserver.SILENT);
        private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
        private final ConnectivityLayerConfig config;
        private final DefaultConnectivityLayer layer;
        private final Map<String, List<String>> early = new ConcurrentHashMap<>();
        private final Map<String, List<String>> late = new ConcurrentHashMap<>();
        private final AtomicInteger replacements = new AtomicInteger();
        private final ConcurrentLinkedQueue<String> fresh = new ConcurrentLinkedQueue<>();

        Storm(long seed) {
            this.seed = seed;
            as = "seed " + seed;
            config = ConnectivityLayerConfig.defaults().withLedger(new BusLedger(bus))
                    .withClosedRetention(ClosedSignalRetention.all())
                    .withOpenLimit(new OpenSignalLimit(60, OpenSignalLimit.OverflowPolicy.EXPIRE_OLDEST))
                    .withFailures((failure, where) -> failures.add(where + ": " + failure));
            layer = DefaultConnectivityLayer.create(world, config);
        }

        void rage() throws InterruptedException {
            layer.onSignal((signal, event) -> add(early, signal, event.name()));
            bus.subscribe("operator", Pattern.of("connectivity/**"), this::act);
            layer.onSignal((signal, event) -> add(late, signal, event.name()));
            layer.registerSelectedResolver(signal -> List.of(signal.source()));
            List<Thread> threads = new ArrayList<>();
            for (int worker = 0; worker < 5; worker++) {
                int number = worker;
                threads.add((worker % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual()).start(() -> work(number)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            bus.awaitDelivery();
            check();
        }

        private static void add(Map<String, List<String>> heard, ConnectivitySignal signal, String event) {
            heard.computeIfAbsent(signal.id(), _ -> Collections.synchronizedList(new ArrayList<>())).add(event);
        }

        /** Acts at the fact of an emission, mostly on the signal that it is about. */
        private void act(Signal fact) {
            Random random = new Random(seed * 31 + fact.id().hashCode());
            String earlier = fresh.poll();
            String target = earlier != null && random.nextInt(3) == 0 ? earlier : fact.id();
            fresh.add(fact.id());
            switch (random.nextInt(6)) {
                case 0, 1 -> attempt(() -> layer.resolve(target));
                case 2 -> attempt(() -> {
                    layer.acknowledge(target, "coordinator");
                    layer.resolve(target);
                });
                case 3 -> {
                    if (replacements.incrementAndGet() < 2_000) {
                        attempt(() -> layer.emit(input("operator", random).replacing(target)));
                    }
                }
                case 4 -> {
                    if (random.nextInt(8) == 0) {
                        layer.advanceStep("t" + random.nextInt(2));
                    }
                }
                default -> {
                }
            }
        }

        private void work(int worker) {
            Random random = new Random(seed * 31 + worker);
            for (int i = 0; i < 150; i++) {
                attempt(() -> layer.emit(input("w" + worker, random)));
                String target = random.nextInt(3) == 0 ? fresh.poll() : null;
                if (target != null) {
                    attempt(() -> layer.resolve(target));
                }
            }
        }

        private static EmitSignalInput input(String source, Random random) {
            Priority priority = List.of(Priority.values()).get(random.nextInt(4));
            Audience.RoleName audience = List.of(Audience.RoleName.values()).get(random.nextInt(4));
            EmitSignalInput input = EmitSignalInput.of("t" + random.nextInt(2), source + random.nextInt(1_000),
                    audience, random.nextInt(5) == 0 ? SignalClass.ESCALATION_UNCERTAINTY : SignalClass.ATTENTION_RAISE,
                    priority,
                    "one sentence");
            return random.nextInt(3) == 0 ? input.expiringAtStep(random.nextInt(20)) : input;
        }

        private void check() {
            assertThat(failures).as(as).isEmpty();
            List<ConnectivitySignal> stored = new ArrayList<>();
            for (String thread : List.of("t0", "t1")) {
                stored.addAll(layer.query(SignalQuery.any(thread)
                        .withLimit(Integer.MAX_VALUE)));
            }
            assertThat(early).as(as).hasSize(stored.size());
            for (ConnectivitySignal signal : stored) {
                List<String> expected = signal.isOpen() ? List.of("EMITTED")
                        : List.of("EMITTED", signal.state().name());
                assertThat(early.get(signal.id())).as("%s: %s", as, signal).isEqualTo(expected);
                assertThat(late.get(signal.id())).as("%s: %s", as, signal).isEqualTo(expected);
            }
            DefaultConnectivityLayer restored = DefaultConnectivityLayer.restore(world, config, journal);
            for (ConnectivitySignal signal : stored) {
                assertThat(restored.get(signal.id())).as(as).contains(signal);
            }
        }

        private static void attempt(Runnable change) {
            try {
                change.run();
            } catch (ConnectivityException tooLate) {
                // Another thread was faster, or it waits for its acknowledgement.
            }
        }
    }
}
