package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
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
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static org.assertj.core.api.Assertions.assertThat;

/** A publisher delivers for others up to a quota; then another thread delivers, in the same order, and all of it. */
class DeliveryQuotaTest {

    /** More than a publisher could be held with; the old bus would deliver all of them in one publish. */
    private static final int MANY = 4 * DeliveryQueue.MAX_FOR_OTHERS;

    /** Longer than any test takes; only a lost delivery waits for it. */
    private static final int LONG_SECONDS = 15;

    private final MemoryJournal journal = new MemoryJournal();

    @Test
    void aPublisherIsHeldForItsSignalAndTheQuotaHoweverLongOthersPublish() throws InterruptedException {
        SignalBus bus = bus(BusConfig.defaults());
        List<String> byHeld = Collections.synchronizedList(new ArrayList<>());
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        Semaphore wanted = new Semaphore(0);
        Semaphore published = new Semaphore(0);
        CountDownLatch all = new CountDownLatch(1 + MANY);
        bus.subscribe("slow", List.of(SignalType.DISCOVERY), signal -> {
            if (Thread.currentThread().getName().equals("held")) {
                byHeld.add(signal.id());
            }
            heard.add(signal.id());
            wanted.release(); // The other thread publishes one more before each delivery ends.
            acquire(published);
            all.countDown();
        });
        Thread other = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < MANY; i++) {
                acquire(wanted);
                bus.publish(discovery("other-" + i, "b"));
                published.release();
            }
            published.release(1);
        });

        Thread held = Thread.ofPlatform().name("held").start(() -> bus.publish(discovery("own", "a")));
        held.join();
        other.join();
        awaitAll(all);

        assertThat(byHeld).startsWith("own").hasSize(1 + DeliveryQueue.MAX_FOR_OTHERS);
        assertThat(heard).isEqualTo(ids(journal));
    }

    @Test
    void theEffectsOfItsOwnSignalsAreNotPartOfTheQuota() {
        SignalBus bus = bus(BusConfig.defaults().withMaxHistorySize(10));
        AtomicInteger count = new AtomicInteger();
        bus.subscribe("wide", List.of(SignalType.DISCOVERY), signal -> {
            if (signal.id().equals("root")) {
                for (int i = 0; i < MANY; i++) {
                    bus.publish(discovery("effect-" + i, "a"));
                }
            }
            count.incrementAndGet();
        });

        bus.publish(discovery("root", "a"));

        assertThat(count).hasValue(1 + MANY);
    }

    @Test
    void whatAThreadHasDeferredItDeliversInWhole() {
        SignalBus bus = bus(BusConfig.defaults().withMaxHistorySize(10));
        List<String> heard = new ArrayList<>();
        bus.subscribe("a", Pattern.of("**"), signal -> heard.add(Thread.currentThread().getName() + signal.id()));
        for (int i = 0; i < MANY; i++) {
            bus.enqueue(discovery("s" + i, "a"), Emission.by("a"));
        }

        bus.deliver();

        String me = Thread.currentThread().getName();
        assertThat(heard).hasSize(MANY).allMatch(one -> one.startsWith(me));
    }

    @Test
    void aBusThatIsClosedAtTheHandOverEndsDelivery() throws InterruptedException {
        SignalBus bus = bus(BusConfig.defaults());
        AtomicInteger byOthers = new AtomicInteger();
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch queued = new CountDownLatch(1);
        bus.subscribe("slow", List.of(SignalType.DISCOVERY), _ -> {
            first.countDown();
            await(queued);
            if (byOthers.incrementAndGet() == DeliveryQueue.MAX_FOR_OTHERS) {
                bus.close();
            }
        });
        Thread held = Thread.ofPlatform().start(() -> bus.publish(discovery("own", "a")));
        await(first);
        for (int i = 0; i < MANY; i++) {
            bus.publish(discovery("other-" + i, "b"));
        }
        queued.countDown();
        held.join();

        assertThat(byOthers).hasValue(DeliveryQueue.MAX_FOR_OTHERS);
    }

    @Test
    void aWaitForDeliveryIsRefusedWhereDeliveryWaitsForIt() throws InterruptedException {
        SignalBus bus = bus(BusConfig.defaults());
        List<Throwable> refusals = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch both = new CountDownLatch(2);
        SubscriberQueueConfig queue = SubscriberQueueConfig.of(1, SubscriberQueueConfig.OverflowPolicy.CLOSE);
        bus.subscribe("sync", Pattern.of("**"), _ -> refuse(bus, refusals, both));
        bus.subscribeAsync("async", Pattern.of("**"), queue, _ -> refuse(bus, refusals, both));

        bus.publish(discovery("d1", "a"));
        awaitAll(both);

        assertThat(refusals).hasSize(2).allMatch(refusal -> refusal instanceof IllegalStateException);
        bus.close();
        bus.awaitDelivery();
    }

    @Test
    void theEndOfTheBusEndsAWaitForDelivery() throws InterruptedException {
        SignalBus bus = bus(BusConfig.defaults());
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        bus.subscribe("slow", List.of(SignalType.DISCOVERY), _ -> {
            inside.countDown();
            await(closed);
        });
        Thread publisher = Thread.ofPlatform().start(() -> bus.publish(discovery("d1", "a")));
        await(inside);
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                bus.awaitDelivery();
            } catch (InterruptedException interruption) {
                throw new IllegalStateException(interruption);
            }
        });

        bus.close();
        waiting.join();
        closed.countDown();
        publisher.join();
    }

    /** Publishers, deferred facts, cascades, asynchronous subscribers and a crowded queue, from a seed. */
    @Test
    void nothingIsLostDoubledOrReorderedAtHandOvers() throws InterruptedException {
        for (long seed = 0; seed < 12; seed++) {
            new Stress(seed).run();
        }
    }

    private static final class Stress {

        private final long seed;
        private final MemoryJournal log = new MemoryJournal();
        private final SignalBus bus;
        private final Map<String, List<String>> heard = new HashMap<>();
        private final List<Throwable> escaped = Collections.synchronizedList(new ArrayList<>());
        private final CountDownLatch last;
        private final int subscribers;

        Stress(long seed) {
            this.seed = seed;
            RandomGenerator random = new ManualWorld(Samples.T, seed).random("set-up");
            subscribers = random.nextInt(1, 4);
            last = new CountDownLatch(subscribers + 1);
            bus = new SignalBus(new ManualWorld(Samples.T, 1), BusConfig.defaults().withSweepInterval(Duration.ZERO)
                    .withMaxHistorySize(50).withDetectConflicts(false)
                    .withMaxWaiting(random.nextBoolean() ? 20 : 10_000), log, BusObserver.SILENT);
        }

        void run() throws InterruptedException {
            for (int i = 0; i < subscribers; i++) {
                listen("sub-" + i);
            }
            List<String> async = Collections.synchronizedList(new ArrayList<>());
            heard.put("async", async);
            bus.subscribeAsync("async", Pattern.of("**"),
                    SubscriberQueueConfig.of(64, SubscriberQueueConfig.OverflowPolicy.BLOCK_PUBLISHER), signal -> {
                        async.add(signal.id());
                        if (signal.id().equals("last")) {
                            last.countDown();
                        }
                    });
            List<Thread> threads = new ArrayList<>();
            for (int p = 0; p < 4; p++) {
                int number = p;
                Thread.Builder builder = p % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
                threads.add(builder.start(() -> publish(number)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            bus.deliver(); // What is deferred last waits for a caller.
            bus.awaitDelivery();
            assertThat(heard.get("sub-0")).as("seed %d", seed).hasSize(ids(log).size());
            bus.publish(discovery("last", "main"));
            awaitAll(last);

            assertThat(escaped).as("seed %d", seed).isEmpty();
            List<String> order = ids(log);
            heard.forEach((who, ids) -> assertThat(ids).as("seed %d, %s", seed, who).isEqualTo(order));
            bus.close();
        }

        private void listen(String who) {
            List<String> own = Collections.synchronizedList(new ArrayList<>());
            heard.put(who, own);
            bus.subscribe(who, Pattern.of("**"), signal -> {
                own.add(signal.id());
                if (who.equals("sub-0") && signal.id().endsWith("7")) {
                    bus.publish(discovery("effect of " + signal.id() + "-", "sub"));
                }
                if (signal.id().equals("last")) {
                    last.countDown();
                }
            });
        }

        private void publish(int number) {
            RandomGenerator random = new ManualWorld(Samples.T, seed).random("publisher " + number);
            try {
                for (int i = 0; i < 900; i++) {
                    Signal signal = discovery("p" + number + "-" + i, "a" + number);
                    switch (random.nextInt(8)) {
                        case 0 -> {
                            bus.requireRoom();
                            bus.enqueue(signal, Emission.by("a"));
                            if (random.nextBoolean()) {
                                bus.deliver();
                            }
                        }
                        case 1 -> {
                            Thread.onSpinWait();
                            bus.publish(signal);
                        }
                        default -> bus.publish(signal);
                    }
                }
            } catch (Throwable failure) {
                escaped.add(failure);
            }
        }
    }

    private static void refuse(SignalBus bus, List<Throwable> refusals, CountDownLatch done) {
        try {
            bus.awaitDelivery();
        } catch (IllegalStateException | InterruptedException refusal) {
            refusals.add(refusal);
        }
        done.countDown();
    }

    private SignalBus bus(BusConfig config) {
        return new SignalBus(new ManualWorld(Samples.T, 1),
                config.withSweepInterval(Duration.ZERO).withDetectConflicts(false), journal, BusObserver.SILENT);
    }

    private static List<String> ids(MemoryJournal journal) {
        return journal.read(1, Integer.MAX_VALUE).stream().map(LogEntry::signal).map(Signal::id).toList();
    }

    private static void awaitAll(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(LONG_SECONDS, TimeUnit.SECONDS)).as("every delivery has a thread").isTrue();
    }

    private static void acquire(Semaphore permits) {
        permits.acquireUninterruptibly();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
        }
    }
}
