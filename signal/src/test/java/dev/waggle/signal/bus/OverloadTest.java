package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static dev.waggle.signal.Samples.vote;
import static dev.waggle.signal.SignalType.DISCOVERY;
import static dev.waggle.signal.SignalType.VOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Overload: more publishers than the subscribers keep up with, and the thread that delivers then. */
class OverloadTest {

    private final ManualWorld world = new ManualWorld(Samples.T, 1);
    private final MemoryJournal journal = new MemoryJournal();
    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch isDelivering = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);

    @Test
    void aPublisherWaitsForRoomAndIsRefusedWhenThereIsNone() throws Exception {
        SignalBus bus = bus(world, 2);
        Thread slow = blockedDelivery(bus);
        bus.publish(discovery("d1", "y"));
        bus.publish(discovery("d2", "y"));
        CompletableFuture<PublishReceipt> third = published(bus, "d3");
        awaitNobodyRuns(third);

        moveClockUntilDone(third);

        assertThatExceptionOfType(ExecutionException.class).isThrownBy(third::get)
                .withCauseInstanceOf(BusFullException.class).withMessageContaining("signal d3 was not published")
                .withMessageContaining("more than 2 signals wait for delivery");
        assertThat(bus.counts().droppedFull()).isEqualTo(1);
        mayGoOn.countDown();
        slow.join();
        assertThat(heard).containsExactly("d0", "d1", "d2");
        assertThat(ids()).containsExactly("d0", "d1", "d2");
    }

    @Test
    void aPublisherThatWaitsGoesOnAsSoonAsThereIsRoom() throws Exception {
        SignalBus bus = bus(World.system(1), 2);
        Thread slow = blockedDelivery(bus);
        bus.publish(discovery("d1", "y"));
        bus.publish(discovery("d2", "y"));
        CompletableFuture<PublishReceipt> third = published(bus, "d3");
        awaitNobodyRuns(third);

        mayGoOn.countDown();

        assertThat(third.get()).isInstanceOf(PublishReceipt.Published.class);
        slow.join();
        bus.deliver();
        assertThat(heard).containsExactly("d0", "d1", "d2", "d3");
    }

    /** The stack may end anywhere in a publish, also where the lock of the bus is to be released. */
    @Test
    void anEndlessRecursionThatPublishesLeavesTheBusAlive() throws Exception {
        for (int kilobytes = 256; kilobytes < 512; kilobytes++) {
            SignalBus bus = new SignalBus(world, BusConfig.defaults().withMaxHistorySize(100_000), Journal.silent(),
                    BusObserver.SILENT);
            List<String> received = Collections.synchronizedList(new ArrayList<>());
            bus.subscribe("endless", List.of(VOTE), signal -> publishEndlessly(bus, signal.id()));
            bus.subscribe("other", List.of(VOTE), signal -> received.add(signal.id()));
            Thread publisher = new Thread(null, () -> bus.publish(vote("v1", "x", "p")), "publisher",
                    kilobytes * 1024L);
            publisher.start();
            publisher.join();

            CompletableFuture<PublishReceipt> next = CompletableFuture.supplyAsync(
                    () -> bus.publish(vote("v2", "x", "p")), Thread::startVirtualThread);

            assertThat(next.get(1, TimeUnit.MINUTES)).isInstanceOf(PublishReceipt.Published.class);
            assertThat(received).contains("v1");
            bus.close();
        }
    }

    private static void publishEndlessly(SignalBus bus, String cause) {
        if (cause.equals("v1")) {
            bus.publish(Source.agent("endless"), Draft.of(new Payload.Discovery("again", null, 0.5), 0.5));
            publishEndlessly(bus, cause);
        }
    }

    @Test
    void anInterruptedPublisherIsRefusedAndStaysInterrupted() throws Exception {
        SignalBus bus = bus(world, 1);
        Thread slow = blockedDelivery(bus);
        bus.publish(discovery("d1", "y"));
        List<Object> seen = Collections.synchronizedList(new ArrayList<>());
        Thread second = Thread.ofVirtual().start(() -> {
            try {
                bus.publish(discovery("d2", "y"));
            } catch (BusFullException full) {
                seen.add(Thread.currentThread().isInterrupted());
            }
        });

        second.interrupt();
        second.join();

        assertThat(seen).containsExactly(true);
        mayGoOn.countDown();
        slow.join();
    }

    /** Absence of a deadlock: the dispatching thread would wait for itself. */
    @Test
    void theThreadThatDeliversNeverWaitsForRoom() {
        SignalBus bus = bus(world, 1);
        bus.subscribe("busy", List.of(DISCOVERY), signal -> {
            if (signal.id().equals("d0")) {
                for (int i = 1; i <= 50; i++) {
                    bus.publish(discovery("d" + i, "busy"));
                }
            }
        });

        bus.publish(discovery("d0", "x"));

        assertThat(bus.historySize()).isEqualTo(51);
    }

    @Test
    void closingSendsThoseWhoWaitAway() throws Exception {
        SignalBus bus = bus(world, 1);
        Thread slow = blockedDelivery(bus);
        bus.publish(discovery("d1", "y"));
        CompletableFuture<PublishReceipt> second = published(bus, "d2");
        awaitNobodyRuns(second);

        bus.close();

        assertThatExceptionOfType(ExecutionException.class).isThrownBy(second::get)
                .withCauseInstanceOf(IllegalStateException.class).withMessageContaining("the bus is closed");
        mayGoOn.countDown();
        slow.join();
        assertThat(heard).containsExactly("d0");
    }

    /** Eight threads and a queue of four: all wait, all take over delivering, and no signal is lost or overtakes. */
    @Test
    void underOverloadEverySignalArrivesOnceAndInOrder() throws Exception {
        SignalBus bus = bus(World.system(1), 4);
        List<CompletableFuture<Void>> publishers = new ArrayList<>();
        List<String> order = new ArrayList<>();
        bus.subscribe("clerk", List.of(DISCOVERY), signal -> order.add(signal.id()));
        for (int publisher = 0; publisher < 8; publisher++) {
            String name = "p" + publisher + '-';
            publishers.add(run(() -> {
                for (int i = 0; i < 2000; i++) {
                    bus.publish(discovery(name + i, name));
                }
            }));
        }
        for (CompletableFuture<Void> publisher : publishers) {
            publisher.get();
        }
        bus.awaitDelivery();

        assertThat(order).hasSize(16_000).isEqualTo(ids());
    }

    /** The role of the dispatching thread passes to a thread that waits for room, and must not be lost on the way. */
    @Test
    void whoWaitsForRoomWithoutPublishingTellsWhatIsLeft() throws Exception {
        SignalBus bus = bus(World.system(1), 2);
        Thread slow = blockedDelivery(bus);
        for (int i = 1; i <= 4; i++) {
            bus.enqueue(discovery("d" + i, "x"), Emission.by("x"));
        }
        CompletableFuture<Void> waiting = run(bus::requireRoom);
        awaitNobodyRuns(waiting);

        mayGoOn.countDown();
        waiting.get();
        slow.join();

        assertThat(heard).containsExactly("d0", "d1", "d2", "d3", "d4");
    }

    @Test
    void whoMayNotWaitIsRefusedWhenAThousandMoreWait() throws Exception {
        List<String> dropped = Collections.synchronizedList(new ArrayList<>());
        SignalBus bus = new SignalBus(world, BusConfig.defaults().withMaxWaiting(1).withSweepInterval(Duration.ZERO),
                journal, new BusObserver() {
                    @Override
                    public void dropped(Signal signal, DropReason reason) {
                        dropped.add(signal.id() + " " + reason);
                    }
                });
        Thread slow = blockedDelivery(bus);
        for (int i = 1; i <= 1001; i++) {
            bus.enqueue(discovery("d" + i, "x"), Emission.by("x"));
        }

        assertThatExceptionOfType(BusFullException.class)
                .isThrownBy(() -> bus.enqueue(discovery("d1002", "x"), Emission.by("x")));
        assertThat(dropped).as("nobody is called while the caller may hold a lock").isEmpty();
        mayGoOn.countDown();
        slow.join();
        bus.awaitDelivery();
        assertThat(heard).hasSize(1002).endsWith("d1001");
    }

    @Test
    void anObserverThatPublishesWhatIsDroppedComesToAnEnd() {
        List<SignalBus> made = new ArrayList<>();
        List<DropReason> dropped = new ArrayList<>();
        SignalBus bus = new SignalBus(world,
                BusConfig.defaults().withMaxHistorySize(1).withSweepInterval(Duration.ZERO),
                journal, new BusObserver() {
                    @Override
                    public void dropped(Signal signal, DropReason reason) {
                        dropped.add(reason);
                        made.getFirst().publish(discovery("again" + dropped.size(), "x"));
                    }
                });
        made.add(bus);
        bus.hold(SignalFilter.ALL);
        bus.publish(discovery("d0", "x"));

        assertThatExceptionOfType(BusFullException.class).isThrownBy(() -> bus.publish(discovery("d1", "x")));

        assertThat(dropped).hasSizeLessThanOrEqualTo(SignalBus.MAX_CHAIN);
    }

    @Test
    void afterCloseNothingIsToldOfWhatWasTakenAlready() {
        SignalBus bus = bus(world, 10);
        bus.subscribe("a", List.of(DISCOVERY), signal -> {
            heard.add(signal.id());
            if (signal.id().equals("d0")) {
                bus.publish(discovery("d1", "a"));
                bus.publish(discovery("d2", "a"));
                bus.publish(discovery("d3", "a"));
            }
            if (signal.id().equals("d1")) {
                bus.close();
            }
        });

        bus.publish(discovery("d0", "x"));

        assertThat(heard).containsExactly("d0", "d1");
    }

    @Test
    void whatIsEnqueuedIsInTheLogAtOnceAndToldOnDelivery() {
        SignalBus bus = bus(world, 10);
        bus.subscribe("a", List.of(DISCOVERY), signal -> heard.add(signal.id()));

        PublishReceipt receipt = bus.enqueue(discovery("d1", "x"), Emission.by("x"));
        bus.enqueue(discovery("d2", "x"), Emission.by("x"));

        assertThat(receipt).isInstanceOf(PublishReceipt.Published.class);
        assertThat(ids()).containsExactly("d1", "d2");
        assertThat(heard).isEmpty();
        bus.deliver();
        bus.deliver();
        assertThat(heard).containsExactly("d1", "d2");
    }

    /** The next publisher first delivers the signals that were enqueued before. */
    @Test
    void whatIsEnqueuedIsToldBeforeWhatIsPublishedLater() {
        SignalBus bus = bus(world, 10);
        bus.subscribe("a", List.of(DISCOVERY), signal -> heard.add(signal.id()));
        bus.enqueue(discovery("d1", "x"), Emission.by("x"));

        bus.publish(discovery("d2", "x"));

        assertThat(heard).containsExactly("d1", "d2");
    }

    @Test
    void callbacksOfOneClassCanBeCalledAfterEachOther() {
        Consumer<Signal> first = signal -> heard.add("first class");
        Consumer<Signal> second = signal -> heard.add("second class");
        for (BusConfig.CallOrder order : BusConfig.CallOrder.values()) {
            heard.clear();
            SignalBus bus = new SignalBus(world, BusConfig.defaults().withCallOrder(order), new MemoryJournal(),
                    BusObserver.SILENT);
            for (int i = 0; i < 4; i++) {
                bus.subscribe("s" + i, List.of(DISCOVERY, VOTE), i % 2 == 0 ? first : second);
            }

            bus.publish(discovery("d1", "x"));

            assertThat(heard).isEqualTo(order == BusConfig.CallOrder.CLASS
                    ? List.of("first class", "first class", "second class", "second class")
                    : List.of("first class", "second class", "first class", "second class"));
            bus.close();
        }
    }

    private SignalBus bus(World world, int maxWaiting) {
        return new SignalBus(world,
                BusConfig.defaults().withMaxWaiting(maxWaiting).withMaxHistorySize(20_000)
                        .withDefaultTtl(Duration.ofDays(100_000)).withSweepInterval(Duration.ZERO),
                journal,
                BusObserver.SILENT);
    }

    /** Starts a thread that delivers d0 and blocks in it. */
    private Thread blockedDelivery(SignalBus bus) throws InterruptedException {
        bus.subscribe("a", List.of(DISCOVERY), signal -> {
            if (signal.id().equals("d0")) {
                isDelivering.countDown();
                awaitTurn();
            }
            heard.add(signal.id());
        });
        Thread slow = Thread.ofVirtual().start(() -> bus.publish(discovery("d0", "x")));
        isDelivering.await();
        return slow;
    }

    private void awaitTurn() {
        try {
            mayGoOn.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError("nobody interrupts here", interrupted);
        }
    }

    private static CompletableFuture<PublishReceipt> published(SignalBus bus, String id) {
        CompletableFuture<PublishReceipt> receipt = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                receipt.complete(bus.publish(discovery(id, "y")));
            } catch (Throwable failure) {
                receipt.completeExceptionally(failure);
            }
        });
        return receipt;
    }

    private static CompletableFuture<Void> run(Runnable work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                work.run();
                done.complete(null);
            } catch (Throwable failure) {
                done.completeExceptionally(failure);
            }
        });
        return done;
    }

    /** Checks that the thread has had time to run and is not done. */
    private static void awaitNobodyRuns(CompletableFuture<?> waiting) {
        for (int i = 0; i < 100_000; i++) {
            Thread.onSpinWait();
        }
        assertThat(waiting).isNotDone();
    }

    private void moveClockUntilDone(CompletableFuture<?> waiting) {
        while (!waiting.isDone()) {
            world.advance(Duration.ofSeconds(1));
            Thread.onSpinWait();
        }
    }

    private List<String> ids() {
        return journal.read(1, Integer.MAX_VALUE).stream().map(entry -> entry.signal().id()).toList();
    }
}
