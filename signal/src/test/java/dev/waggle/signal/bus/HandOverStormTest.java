package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static org.assertj.core.api.Assertions.assertThat;

/** Hundreds of publishers, and subscribers that throw, interrupt, publish, wait and close the bus at hand-overs. */
class HandOverStormTest {

    /** Only against hangs. */
    private static final int LONG_SECONDS = 60;

    @Test
    void anInterruptThatACallbackLeavesEndsWithItsDelivery() throws InterruptedException {
        SignalBus bus = new SignalBus(new ManualWorld(Samples.T, 1),
                BusConfig.defaults().withSweepInterval(Duration.ZERO), new MemoryJournal(), BusObserver.SILENT);
        int many = 2 * DeliveryQueue.MAX_FOR_OTHERS;
        List<String> interrupted = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch queued = new CountDownLatch(1);
        CountDownLatch all = new CountDownLatch(many);
        bus.subscribe("reads", List.of(SignalType.DISCOVERY), signal -> {
            first.countDown();
            awaitUninterrupted(queued);
            if (Thread.currentThread().isInterrupted()) {
                interrupted.add(signal.id());
            }
        });
        bus.subscribe("interrupts", List.of(SignalType.DISCOVERY), _ -> {
            if (Thread.currentThread().isVirtual()) {
                Thread.currentThread().interrupt();
            }
            all.countDown();
        });
        Thread held = Thread.ofPlatform().start(() -> bus.publish(discovery("own", "a")));
        awaitUninterrupted(first);
        for (int i = 1; i < many; i++) {
            bus.publish(discovery("other-" + i, "b"));
        }
        queued.countDown();
        held.join();

        assertThat(all.await(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(interrupted).isEmpty();
    }

    /** Each wait once put a notice in the queue that the others waited for: a minute and more in a storm. */
    @Test
    void waitsForDeliveryDoNotWaitForEachOther() throws InterruptedException {
        SignalBus bus = new SignalBus(new ManualWorld(Samples.T, 1),
                BusConfig.defaults().withSweepInterval(Duration.ZERO), new MemoryJournal(), BusObserver.SILENT);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch queued = new CountDownLatch(1);
        bus.subscribe("slow", List.of(SignalType.DISCOVERY), _ -> {
            first.countDown();
            awaitUninterrupted(queued);
        });
        Thread publisher = Thread.ofVirtual().start(() -> bus.publish(discovery("d1", "a")));
        awaitUninterrupted(first);
        List<Thread> waits = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Thread.Builder builder = i % 2 == 0 ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
            waits.add(builder.start(() -> waitForDelivery(bus)));
        }
        while (waits.stream().anyMatch(wait -> wait.getState() != Thread.State.WAITING)) {
            Thread.onSpinWait();
        }
        queued.countDown();
        publisher.join();

        for (Thread wait : waits) {
            assertThat(wait.join(Duration.ofSeconds(LONG_SECONDS))).isTrue();
        }
    }

    /** The first once waited while faster ones took its place, for 13,000 deliveries. */
    @Test
    void publishersPassIntoAFullBusInTheOrderInWhichTheyCame() throws InterruptedException {
        SignalBus bus = new SignalBus(new ManualWorld(Samples.T, 1),
                BusConfig.defaults().withSweepInterval(Duration.ZERO).withMaxWaiting(1), new MemoryJournal(),
                BusObserver.SILENT);
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch queued = new CountDownLatch(1);
        bus.subscribe("slow", List.of(SignalType.DISCOVERY), signal -> {
            heard.add(signal.id());
            first.countDown();
            awaitUninterrupted(queued);
        });
        List<Thread> publishers = new ArrayList<>();
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            String id = "p" + i;
            order.add(id);
            Thread.Builder builder = i % 2 == 0 ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
            Thread publisher = builder.start(() -> bus.publish(discovery(id, "a")));
            publishers.add(publisher);
            awaitUninterrupted(first);
            while (i > 1 ? publisher.getState() != Thread.State.WAITING : i == 1 && publisher.isAlive()) {
                Thread.onSpinWait();
            }
        }
        queued.countDown();
        for (Thread publisher : publishers) {
            assertThat(publisher.join(Duration.ofSeconds(LONG_SECONDS))).isTrue();
        }
        bus.awaitDelivery();

        assertThat(heard).isEqualTo(order);
    }

    @Test
    void aWaitForDeliveryDeliversWhatIsDeferredMeanwhile() throws InterruptedException {
        SignalBus bus = new SignalBus(new ManualWorld(Samples.T, 1),
                BusConfig.defaults().withSweepInterval(Duration.ZERO), new MemoryJournal(), BusObserver.SILENT);
        for (int i = 0; i < 2_000; i++) {
            String id = "d" + i;
            Thread defers = Thread.ofVirtual().start(() -> bus.enqueue(discovery(id, "a"), Emission.by("a")));
            Thread waits = Thread.ofVirtual().start(() -> waitForDelivery(bus));
            assertThat(waits.join(Duration.ofSeconds(LONG_SECONDS))).as(id).isTrue();
            assertThat(defers.join(Duration.ofSeconds(LONG_SECONDS))).as(id).isTrue();
        }
    }

    @Test
    void nothingIsLostAndNobodyIsHeldInAStorm() throws InterruptedException {
        for (long seed = 0; seed < 4; seed++) {
            new Storm(seed, 60, 20).rage();
        }
    }

    @Test
    @Tag("long")
    void nothingIsLostAndNobodyIsHeldInManyStorms() throws InterruptedException {
        for (long seed = 100; seed < 108; seed++) {
            new Storm(seed, 300, 40).rage();
        }
    }

    /** One seeded storm; some of them close the bus in its middle. */
    private static final class Storm {

        private final String as;
        private final long seed;
        private final int publishers;
        private final int each;
        private final boolean closes;
        private final MemoryJournal log = new MemoryJournal();
        private final SignalBus bus;
        private final Map<String, List<String>> heard = new HashMap<>();
        private final List<String> faults = Collections.synchronizedList(new ArrayList<>());
        private final AtomicInteger refused = new AtomicInteger();
        /** The deliveries for others in the current publish of each publishing thread. */
        private final Map<Thread, AtomicInteger> forOthers = new ConcurrentHashMap<>();
        private final Map<String, Thread> roots = new ConcurrentHashMap<>();
        private int mostForOthers;

        Storm(long seed, int publishers, int each) {
            this.seed = seed;
            this.publishers = publishers;
            this.each = each;
            as = "seed " + seed;
            RandomGenerator random = new ManualWorld(Samples.T, seed).random("set-up");
            closes = random.nextInt(4) == 0;
            BusConfig config = BusConfig.defaults().withSweepInterval(Duration.ZERO).withMaxHistorySize(40)
                    .withDetectConflicts(random.nextBoolean())
                    .withMaxWaiting(random.nextBoolean() ? random.nextInt(1, 30) : 10_000);
            bus = new SignalBus(new ManualWorld(Samples.T, 1), config, log, new Counting());
        }

        void rage() throws InterruptedException {
            for (int i = 0; i < 3; i++) {
                subscribe("sub-" + i, i);
            }
            SubscriberQueueConfig queue = SubscriberQueueConfig.of(16,
                    SubscriberQueueConfig.OverflowPolicy.BLOCK_PUBLISHER);
            List<String> async = Collections.synchronizedList(new ArrayList<>());
            heard.put("async", async);
            AtomicInteger returned = new AtomicInteger();
            AsyncSubscription consumer = bus.subscribeAsync("async", Pattern.of("**"), queue, signal -> {
                async.add(signal.id());
                try {
                    misbehave(signal, 9);
                } finally {
                    returned.incrementAndGet();
                }
            });
            List<Thread> threads = new ArrayList<>();
            for (int p = 0; p < publishers; p++) {
                int number = p;
                threads.add((p % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual()).unstarted(() -> publish(number)));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                assertThat(thread.join(Duration.ofSeconds(LONG_SECONDS))).as(as).isTrue();
            }
            if (!closes) {
                awaitQuiet(returned);
            }
            bus.close();
            var _ = consumer.completion().orTimeout(LONG_SECONDS, TimeUnit.SECONDS).join();
            check();
        }

        /** Waits until no callback runs: the last one may still publish, and a closed bus discards what it published. */
        private void awaitQuiet(AtomicInteger returned) throws InterruptedException {
            int before;
            do {
                before = returned.get();
                bus.awaitDelivery();
                Thread.onSpinWait();
            } while (bus.counts().published() > before);
        }

        private void check() {
            assertThat(faults).as(as).isEmpty();
            assertThat(mostForOthers).as(as).isLessThanOrEqualTo(DeliveryQueue.MAX_FOR_OTHERS);
            List<String> order = log.read(1, Integer.MAX_VALUE).stream().map(LogEntry::signal).map(Signal::id).toList();
            heard.forEach((who, ids) -> assertThat(ids).as("%s, %s", as, who)
                    .isEqualTo(closes ? order.subList(0, ids.size()) : order));
            assertThat(bus.counts().published()).as(as).isEqualTo(order.size());
            assertThat(refused.get() > 0).as(as + ", closes " + closes).isEqualTo(closes);
        }

        private void subscribe(String who, int number) {
            List<String> own = Collections.synchronizedList(new ArrayList<>());
            heard.put(who, own);
            bus.subscribe(who, Pattern.of("**"), signal -> {
                own.add(signal.id());
                misbehave(signal, number);
            });
        }

        private void misbehave(Signal signal, int number) {
            RandomGenerator random = new ManualWorld(Samples.T, seed).random(signal.id() + number);
            switch (random.nextInt(40)) {
                case 0 -> throw new IllegalStateException("of " + number);
                case 1 -> throw new StackOverflowError("of " + number);
                case 2 -> throw new OutOfMemoryError("of " + number);
                case 3 -> recurse(0);
                case 4 -> {
                    if (Thread.currentThread().getName().startsWith("waggle")) {
                        Thread.currentThread().interrupt();
                    }
                }
                case 5 -> {
                    try {
                        bus.awaitDelivery();
                        if (!closes) {
                            faults.add("a wait in a callback returned");
                        }
                    } catch (IllegalStateException expected) {
                        // It would wait for itself.
                    } catch (InterruptedException interruption) {
                        faults.add("interrupted");
                    }
                }
                case 6, 7 -> {
                    String id = "effect-" + number + "-of-" + signal.id();
                    Thread root = roots.get(signal.id());
                    if (root != null && number != 9) {
                        roots.put(id, root);
                    }
                    if (id.length() < 120) {
                        bus.publish(discovery(id, "sub"));
                    }
                }
                case 8 -> bus.sweep();
                default -> {
                }
            }
        }

        private static int recurse(int depth) {
            return depth < 0 ? 0 : recurse(depth + 1) + 1;
        }

        private void publish(int number) {
            RandomGenerator random = new ManualWorld(Samples.T, seed).random("publisher " + number);
            Thread me = Thread.currentThread();
            AtomicInteger count = new AtomicInteger();
            forOthers.put(me, count);
            try {
                for (int i = 0; i < each; i++) {
                    String id = "p" + number + "-" + i;
                    roots.put(id, me);
                    count.set(0);
                    switch (random.nextInt(10)) {
                        case 0 -> {
                            var _ = bus.publish(random.nextBoolean() ? Samples.proposal(id, "a" + number, "q" + i)
                                    : discovery(id, "a" + number));
                        }
                        case 1 -> bus.awaitDelivery();
                        default -> {
                            var _ = bus.publish(discovery(id, "a" + number));
                        }
                    }
                    recordHeld(count.get());
                    if (closes && number == 0 && i == each / 2) {
                        bus.close();
                    }
                }
            } catch (IllegalStateException closed) {
                refused.incrementAndGet();
            } catch (Throwable failure) {
                faults.add(failure.toString());
            }
        }

        private synchronized void recordHeld(int deliveries) {
            mostForOthers = Math.max(mostForOthers, deliveries);
        }

        /** Counts what a publishing thread delivers for others. */
        private final class Counting implements BusObserver {

            @Override
            public void emitted(Signal signal) {
                Thread me = Thread.currentThread();
                AtomicInteger count = forOthers.get(me);
                if (count != null && !me.equals(roots.get(signal.id())) && !signal.type().equals(SignalType.CONFLICT)) {
                    count.incrementAndGet();
                }
            }

            @Override
            public void failed(Throwable error, String context) {
                if (!context.startsWith("signal-bus.deliver")) {
                    faults.add(context + ": " + error);
                }
            }
        }
    }

    private static void waitForDelivery(SignalBus bus) {
        try {
            bus.awaitDelivery();
        } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        boolean interrupted = Thread.interrupted();
        try {
            latch.await();
        } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
