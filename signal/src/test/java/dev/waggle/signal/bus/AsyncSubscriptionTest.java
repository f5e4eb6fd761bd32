package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.SubscriberQueueConfig.OverflowPolicy;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static dev.waggle.signal.Samples.vote;
import static dev.waggle.signal.SignalType.DISCOVERY;
import static dev.waggle.signal.SignalType.VOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Subscribers with a queue and a thread of their own. Order is made by gates, and time by a moved clock. */
class AsyncSubscriptionTest {

    private static final Duration MAX_BLOCK = Duration.ofSeconds(5);

    private final ManualWorld world = new ManualWorld(Samples.T, 1);
    private final List<String> observed = Collections.synchronizedList(new ArrayList<>());

    @Test
    void signalsArriveInOrderOnAThreadOfTheSubscriber() throws Exception {
        SignalBus bus = bus(world);
        List<String> threads = Collections.synchronizedList(new ArrayList<>());
        List<String> heard = new ArrayList<>();
        AsyncSubscription subscription = bus.subscribeAsync("a", Pattern.of("**"),
                SubscriberQueueConfig.of(1000, OverflowPolicy.CLOSE), signal -> {
                    threads.add(Thread.currentThread().getName());
                    heard.add(signal.id());
                });
        publishAll(bus, 0, 500);

        subscription.close();
        subscription.completion().get();

        assertThat(heard).isEqualTo(IntStream.range(0, 500).mapToObj(i -> "d" + i).toList());
        assertThat(threads).containsOnly("waggle-subscriber-a");
        assertThat(subscription.missed()).isZero();
        assertThat(bus.counts().delivered()).isEqualTo(500);
    }

    @Test
    void aPublisherDoesNotWaitForTheCallback() throws Exception {
        SignalBus bus = bus(world);
        GatedSubscriber slow = new GatedSubscriber();
        AsyncSubscription subscription = bus.subscribeAsync("slow", List.of(DISCOVERY),
                SubscriberQueueConfig.of(10, OverflowPolicy.DROP_NEWEST), slow);

        publishAll(bus, 0, 5);
        slow.awaitCall();

        assertThat(subscription.waiting()).isEqualTo(4);
        assertThat(slow.calls).containsExactly("d0");
        slow.openAll();
        end(subscription);
        assertThat(slow.calls).containsExactly("d0", "d1", "d2", "d3", "d4", "ended CLOSED");
    }

    @Test
    void theOldestAreDroppedAndTheGapIsReportedInItsPlace() throws Exception {
        SignalBus bus = bus(world);
        GatedSubscriber slow = new GatedSubscriber();
        AsyncSubscription subscription = full(bus, slow, SubscriberQueueConfig.of(2, OverflowPolicy.DROP_OLDEST));

        publishAll(bus, 3, 6);

        assertThat(observed).containsExactly("overflowed d1 slow DROP_OLDEST", "overflowed d2 slow DROP_OLDEST",
                "overflowed d3 slow DROP_OLDEST");
        assertThat(subscription.missed()).isEqualTo(3);
        assertThat(bus.counts().missed()).isEqualTo(3);
        slow.openAll();
        end(subscription);
        assertThat(slow.calls).containsExactly("d0", "missed 3", "d4", "d5", "ended CLOSED");
        assertThat(bus.counts().failed()).isZero();
    }

    @Test
    void theNewestAreDroppedAndTheGapIsReportedInItsPlace() throws Exception {
        SignalBus bus = bus(world);
        GatedSubscriber slow = new GatedSubscriber();
        AsyncSubscription subscription = full(bus, slow, SubscriberQueueConfig.of(2, OverflowPolicy.DROP_NEWEST));

        publishAll(bus, 3, 5);
        slow.openOnce();
        slow.awaitCall(); // d1 is taken, so there is room for one
        publishAll(bus, 5, 7);

        assertThat(observed).containsExactly("overflowed d3 slow DROP_NEWEST", "overflowed d4 slow DROP_NEWEST",
                "overflowed d6 slow DROP_NEWEST");
        assertThat(subscription.missed()).isEqualTo(3);
        slow.openAll();
        end(subscription);
        assertThat(slow.calls).as("the last gap is reported without a signal behind it")
                .containsExactly("d0", "d1", "d2", "missed 2", "d5", "missed 1", "ended CLOSED");
        assertThat(bus.counts().delivered()).isEqualTo(4);
    }

    @Test
    void aFullQueueThatClosesEndsItsSubscriptionAfterTheWaitingSignals() throws Exception {
        SignalBus bus = bus(world);
        GatedSubscriber slow = new GatedSubscriber();
        AsyncSubscription subscription = full(bus, slow, SubscriberQueueConfig.of(2, OverflowPolicy.CLOSE));

        publishAll(bus, 3, 6);

        assertThat(observed).containsExactly("overflowed d3 slow CLOSE");
        slow.openAll();
        subscription.completion().get();
        assertThat(slow.calls).containsExactly("d0", "d1", "d2", "missed 1", "ended QUEUE_FULL");
        assertThat(bus.counts().delivered()).isEqualTo(3);
    }

    @Test
    void aPublisherIsBlockedUntilThereIsRoomAndNothingIsLost() throws Exception {
        SignalBus bus = bus(world);
        GatedSubscriber slow = new GatedSubscriber();
        AsyncSubscription subscription = full(bus, slow, SubscriberQueueConfig.of(2, OverflowPolicy.BLOCK_PUBLISHER));
        CompletableFuture<Void> third = run(() -> bus.publish(discovery("d3", "x")));
        awaitPublished(bus, 4, third);

        slow.openOnce();
        third.get();

        slow.openAll();
        end(subscription);
        assertThat(slow.calls).containsExactly("d0", "d1", "d2", "d3", "ended CLOSED");
        assertThat(observed).isEmpty();
    }

    @Test
    void aHungSubscriberCostsTheBusOneWaitAndThenItsSignals() throws Exception {
        SignalBus bus = bus(world);
        GatedSubscriber slow = new GatedSubscriber();
        AsyncSubscription subscription = full(bus, slow,
                SubscriberQueueConfig.of(2, OverflowPolicy.BLOCK_PUBLISHER).withMaxBlock(MAX_BLOCK));
        CompletableFuture<Void> third = run(() -> bus.publish(discovery("d3", "x")));
        awaitPublished(bus, 4, third);
        moveClockUntilDone(third);
        publishAll(bus, 4, 10); // would hang here if each signal had to wait

        assertThat(observed).hasSize(7).startsWith("overflowed d3 slow BLOCK_PUBLISHER");
        slow.openOnce();
        slow.awaitCall(); // takes d1, so the subscriber is no longer stalled
        bus.publish(discovery("d10", "x"));
        CompletableFuture<Void> eleventh = run(() -> bus.publish(discovery("d11", "x")));
        awaitPublished(bus, 12, eleventh);
        slow.openAll();
        eleventh.get();
        end(subscription);
        assertThat(slow.calls).containsExactly("d0", "d1", "d2", "missed 7", "d10", "d11", "ended CLOSED");
    }

    @Test
    void anInterruptOfThePublisherLosesNoSignal() throws Exception {
        SignalBus bus = bus(world);
        GatedSubscriber slow = new GatedSubscriber();
        AsyncSubscription subscription = full(bus, slow, SubscriberQueueConfig.of(2, OverflowPolicy.BLOCK_PUBLISHER));
        List<Boolean> interrupted = Collections.synchronizedList(new ArrayList<>());
        Thread publisher = Thread.ofVirtual().start(() -> {
            bus.publish(discovery("d3", "x"));
            interrupted.add(Thread.currentThread().isInterrupted());
        });

        publisher.interrupt();
        publisher.interrupt();
        slow.openAll();
        publisher.join();

        end(subscription);
        assertThat(slow.calls).containsExactly("d0", "d1", "d2", "d3", "ended CLOSED");
        assertThat(interrupted).containsExactly(true);
    }

    /** The own thread publishes while the dispatching thread waits for its queue: a deadlock if it had to wait too. */
    @Test
    void aCallbackThatPublishesMoreThanFitsNeverDeadlocks() throws Exception {
        SignalBus bus = bus(World.system(1), 2);
        CompletableFuture<Void> done = new CompletableFuture<>();
        List<String> heard = new ArrayList<>();
        AsyncSubscription subscription = bus.subscribeAsync("echo", List.of(DISCOVERY, VOTE),
                SubscriberQueueConfig.of(1, OverflowPolicy.BLOCK_PUBLISHER).withMaxBlock(Duration.ofDays(1)),
                signal -> {
                    heard.add(signal.id());
                    if (signal.type().equals(DISCOVERY)) {
                        for (int i = 0; i < 200; i++) {
                            bus.publish(vote(signal.id() + "-" + i, "echo", "p"));
                        }
                    }
                    if (heard.size() == 804) {
                        done.complete(null);
                    }
                });

        publishAll(bus, 0, 4);
        done.get();

        assertThat(heard).hasSize(804).doesNotHaveDuplicates();
        assertThat(subscription.missed()).isZero();
        bus.close();
        subscription.completion().get();
    }

    @Test
    void aLongConversationOfTwoBlockingSubscribersComesToItsEnd() throws Exception {
        SignalBus bus = bus(World.system(1), 1);
        CompletableFuture<Void> done = new CompletableFuture<>();
        SubscriberQueueConfig small = SubscriberQueueConfig.of(1, OverflowPolicy.BLOCK_PUBLISHER)
                .withMaxBlock(Duration.ofDays(1));
        int last = 5 * SignalBus.MAX_CHAIN;
        bus.subscribeAsync("voter", List.of(DISCOVERY), small,
                signal -> bus.publish(vote("v" + signal.id().substring(1), "voter", "p")));
        bus.subscribeAsync("scout", List.of(VOTE), small, signal -> {
            int number = Integer.parseInt(signal.id().substring(1));
            if (number == last) {
                done.complete(null);
            } else {
                bus.publish(discovery("d" + (number + 1), "scout"));
            }
        });

        bus.publish(discovery("d0", "x"));

        done.get();
        assertThat(bus.counts().failed()).isZero();
        bus.close();
    }

    @Test
    void aPublishInACallbackIsDeliveredByAnotherThread() throws Exception {
        SignalBus bus = bus(world);
        CompletableFuture<Thread> deliveredBy = new CompletableFuture<>();
        CompletableFuture<Thread> own = new CompletableFuture<>();
        bus.subscribe("sync", List.of(VOTE), signal -> deliveredBy.complete(Thread.currentThread()));
        bus.subscribeAsync("async", List.of(DISCOVERY), SubscriberQueueConfig.of(1, OverflowPolicy.CLOSE),
                signal -> {
                    own.complete(Thread.currentThread());
                    bus.publish(vote("v1", "async", "p"));
                });

        bus.publish(discovery("d1", "x"));

        assertThat(deliveredBy.get()).isNotEqualTo(own.get());
        bus.close();
    }

    /** The bus is full and nobody makes room: a wait of the own thread would end after ten seconds that never pass. */
    @Test
    void aPublishInACallbackIsRefusedInsteadOfWaiting() throws Exception {
        SignalBus bus = bus(world, 1);
        CompletableFuture<Integer> refusedAt = new CompletableFuture<>();
        GatedSubscriber gate = new GatedSubscriber();
        AsyncSubscription subscription = bus.subscribeAsync("busy", List.of(DISCOVERY),
                SubscriberQueueConfig.of(1, OverflowPolicy.BLOCK_PUBLISHER), signal -> {
                    gate.received(signal);
                    for (int i = 0; i < 2000 && !refusedAt.isDone(); i++) {
                        try {
                            bus.publish(vote("v" + i, "busy", "p"));
                        } catch (BusFullException full) {
                            refusedAt.complete(i);
                        }
                    }
                });
        bus.publish(discovery("d0", "x"));
        gate.awaitCall();
        bus.publish(discovery("d1", "x"));
        CompletableFuture<Void> blocked = run(() -> bus.publish(discovery("d2", "x")));
        awaitPublished(bus, 3, blocked);

        gate.openAll();

        assertThat(refusedAt.get()).isEqualTo(1001);
        blocked.get();
        end(subscription);
        bus.close();
    }

    @Test
    void aCallbackThatThrowsIsReportedAndTheNextSignalFollows() throws Exception {
        SignalBus bus = bus(world);
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        AsyncSubscription subscription = bus.subscribeAsync("broken", List.of(DISCOVERY),
                SubscriberQueueConfig.of(10, OverflowPolicy.CLOSE), signal -> {
                    heard.add(signal.id());
                    Thread.currentThread().interrupt();
                    throw new StackOverflowError("at " + signal.id());
                });
        publishAll(bus, 0, 2);
        end(subscription);
        while (observed.size() < 2) {
            Thread.onSpinWait();
        }

        assertThat(heard).containsExactly("d0", "d1");
        assertThat(bus.counts().failed()).isEqualTo(2);
        assertThat(observed).containsExactly("failed signal-bus.deliver.broken: at d0",
                "failed signal-bus.deliver.broken: at d1");
    }

    @Test
    void anEarlierInterruptIsNotThatOfTheNextCall() throws Exception {
        SignalBus bus = bus(world);
        List<Boolean> interrupted = Collections.synchronizedList(new ArrayList<>());
        AsyncSubscription subscription = bus.subscribeAsync("a", List.of(DISCOVERY),
                SubscriberQueueConfig.of(10, OverflowPolicy.CLOSE), signal -> {
                    interrupted.add(Thread.currentThread().isInterrupted());
                    Thread.currentThread().interrupt();
                });
        publishAll(bus, 0, 3);
        end(subscription);

        assertThat(interrupted).containsExactly(false, false, false);
    }

    @Test
    void aCallbackMayCloseItsOwnSubscriptionAndReceivesWhatWaits() throws Exception {
        SignalBus bus = bus(world);
        GatedSubscriber slow = new GatedSubscriber();
        List<AsyncSubscription> own = new ArrayList<>();
        slow.first = () -> own.getFirst().close();
        own.add(bus.subscribeAsync("slow", List.of(DISCOVERY),
                SubscriberQueueConfig.of(2, OverflowPolicy.BLOCK_PUBLISHER), slow));
        publishAll(bus, 0, 1);
        slow.awaitCall();
        publishAll(bus, 1, 3);

        slow.openAll();
        own.getFirst().completion().get();
        own.getFirst().close();
        publishAll(bus, 3, 5);

        assertThat(slow.calls).containsExactly("d0", "d1", "d2", "ended CLOSED");
        assertThat(bus.counts().delivered()).isEqualTo(3);
    }

    @Test
    void unsubscribingEndsTheQueuesOfASubscriber() throws Exception {
        SignalBus bus = bus(world);
        AsyncSubscription pattern = bus.subscribeAsync("a", Pattern.of("**"),
                SubscriberQueueConfig.of(2, OverflowPolicy.CLOSE), signal -> observed.add("pattern " + signal.id()));
        AsyncSubscription types = bus.subscribeAsync("a", List.of(DISCOVERY),
                SubscriberQueueConfig.of(2, OverflowPolicy.CLOSE), signal -> observed.add("types " + signal.id()));

        assertThat(bus.unsubscribe("a", Pattern.of("**"))).isTrue();
        pattern.completion().get();
        publishAll(bus, 0, 1);
        bus.unsubscribe("a");
        types.completion().get();
        publishAll(bus, 1, 2);

        assertThat(observed).containsExactly("types d0");
    }

    @Test
    void aClosedBusReleasesItsBlockedPublisherAndDeliversWhatIsInTheQueues() throws Exception {
        SignalBus bus = bus(world);
        GatedSubscriber slow = new GatedSubscriber();
        AsyncSubscription subscription = full(bus, slow, SubscriberQueueConfig.of(2, OverflowPolicy.BLOCK_PUBLISHER));
        CompletableFuture<Void> third = run(() -> bus.publish(discovery("d3", "x")));
        awaitPublished(bus, 4, third);

        bus.close();
        third.get();
        slow.openAll();
        subscription.completion().get();
        subscription.close();

        assertThat(slow.calls).containsExactly("d0", "d1", "d2", "ended BUS_CLOSED");
        assertThatIllegalStateException().isThrownBy(() -> bus.subscribeAsync("a", Pattern.of("**"),
                SubscriberQueueConfig.of(2, OverflowPolicy.CLOSE), signal -> {
                })).withMessage("the bus is closed");
    }

    @Test
    void whoCompletesTheFutureOfTheEndChangesNothing() throws Exception {
        SignalBus bus = bus(world);
        GatedSubscriber slow = new GatedSubscriber();
        AsyncSubscription subscription = full(bus, slow, SubscriberQueueConfig.of(2, OverflowPolicy.CLOSE));

        assertThat(subscription.completion().complete(null)).isTrue();

        assertThat(subscription.completion()).isNotDone();
        slow.openAll();
        end(subscription);
        assertThat(slow.calls).endsWith("ended CLOSED");
    }

    /** Eight publishers, three policies that lose nothing or say so: each signal arrives in order or is counted. */
    @Test
    void underLoadEverySignalArrivesInTheOneOrderOrIsCounted() throws Exception {
        for (OverflowPolicy policy : List.of(OverflowPolicy.BLOCK_PUBLISHER, OverflowPolicy.DROP_OLDEST,
                OverflowPolicy.DROP_NEWEST)) {
            SignalBus bus = bus(World.system(1), 16);
            List<String> order = new ArrayList<>();
            List<String> heard = new ArrayList<>();
            long[] missed = {0};
            bus.subscribe("clerk", List.of(DISCOVERY), signal -> order.add(signal.id()));
            AsyncSubscription subscription = bus.subscribeAsync("a", List.of(DISCOVERY),
                    SubscriberQueueConfig.of(8, policy).withMaxBlock(Duration.ofDays(1)), new AsyncSubscriber() {
                        @Override
                        public void received(Signal signal) {
                            heard.add(signal.id());
                        }

                        @Override
                        public void missed(long signals) {
                            missed[0] += signals;
                        }
                    });
            List<CompletableFuture<Void>> publishers = new ArrayList<>();
            for (int publisher = 0; publisher < 8; publisher++) {
                String name = "p" + publisher + '-';
                publishers.add(run(() -> {
                    for (int i = 0; i < 500; i++) {
                        bus.publish(discovery(name + i, name));
                    }
                }));
            }
            for (CompletableFuture<Void> publisher : publishers) {
                publisher.get();
            }
            bus.awaitDelivery();
            end(subscription);

            assertThat(order).hasSize(4000);
            List<String> expected = new ArrayList<>(order);
            expected.retainAll(new HashSet<>(heard));
            assertThat(heard).as("%s", policy).isEqualTo(expected);
            assertThat(heard.size() + missed[0]).as("%s", policy).isEqualTo(4000);
            assertThat(subscription.missed()).isEqualTo(missed[0]).isEqualTo(bus.counts().missed());
            assertThat(missed[0]).as("%s", policy)
                    .isLessThanOrEqualTo(policy == OverflowPolicy.BLOCK_PUBLISHER ? 0 : 4000);
            bus.close();
        }
    }

    @Test
    void aQueueHasRoomForOneAtLeastAndBlocksForSomeTime() {
        assertThatIllegalArgumentException().isThrownBy(() -> SubscriberQueueConfig.of(0, OverflowPolicy.CLOSE))
                .withMessage("capacity must be at least 1, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SubscriberQueueConfig.of(1, OverflowPolicy.CLOSE).withMaxBlock(Duration.ZERO))
                .withMessageStartingWith("maxBlock must be greater than zero, got PT0S");
        assertThatIllegalArgumentException().isThrownBy(() -> bus(world).subscribeAsync(" ", List.of(VOTE),
                SubscriberQueueConfig.of(1, OverflowPolicy.CLOSE), signal -> {
                })).withMessage("subscriber must be a name of 1 to 512 characters, got \" \"");
    }

    /** Subscribes with that queue of two, and publishes d0, which is in the callback, and d1 and d2, which wait. */
    private AsyncSubscription full(SignalBus bus, GatedSubscriber slow, SubscriberQueueConfig queue)
            throws InterruptedException {
        AsyncSubscription subscription = bus.subscribeAsync("slow", List.of(DISCOVERY), queue, slow);
        publishAll(bus, 0, 1);
        slow.awaitCall();
        publishAll(bus, 1, 3);
        return subscription;
    }

    private static void publishAll(SignalBus bus, int from, int to) {
        for (int i = from; i < to; i++) {
            bus.publish(discovery("d" + i, "x"));
        }
    }

    private static void end(AsyncSubscription subscription) throws InterruptedException, ExecutionException {
        subscription.close();
        subscription.completion().get();
    }

    private SignalBus bus(World clock) {
        return bus(clock, 10_000);
    }

    private SignalBus bus(World clock, int maxWaiting) {
        BusConfig config = BusConfig.defaults().withMaxWaiting(maxWaiting).withMaxHistorySize(20_000)
                .withDefaultTtl(Duration.ofDays(100_000)).withSweepInterval(Duration.ZERO);
        return new SignalBus(clock, config, Journal.silent(), new BusObserver() {
            @Override
            public void overflowed(Signal lost, String subscriber, OverflowPolicy policy) {
                observed.add("overflowed " + lost.id() + " " + subscriber + " " + policy);
            }

            @Override
            public void failed(Throwable error, String context) {
                observed.add("failed " + context + ": " + error.getMessage());
            }
        });
    }

    private static CompletableFuture<Void> run(Runnable work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                work.run();
                done.complete(null);
            } catch (Throwable failure) {
                done.completeExceptionally(failure);
            }
        });
        return done;
    }

    /** Waits until the last of so many signals is in the history; its publisher still has to deliver it. */
    private static void awaitPublished(SignalBus bus, int signals, CompletableFuture<?> publisher) {
        while (bus.historySize() < signals) {
            Thread.onSpinWait();
        }
        assertThat(publisher).isNotDone();
    }

    private void moveClockUntilDone(CompletableFuture<?> waiting) {
        while (!waiting.isDone()) {
            world.advance(Duration.ofSeconds(1));
            Thread.onSpinWait();
        }
    }

    /** A subscriber that waits in each call of {@link #received} until its gate opens. */
    private static final class GatedSubscriber implements AsyncSubscriber {

        private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
        private final Semaphore entered = new Semaphore(0);
        private final Semaphore gate = new Semaphore(0);
        private Runnable first = () -> {
        };

        @Override
        public void received(Signal signal) {
            calls.add(signal.id());
            entered.release();
            gate.acquireUninterruptibly();
            Runnable once = first;
            first = () -> {
            };
            once.run();
        }

        @Override
        public void missed(long signals) {
            calls.add("missed " + signals);
        }

        @Override
        public void ended(EndReason reason) {
            calls.add("ended " + reason);
        }

        void awaitCall() throws InterruptedException {
            entered.acquire();
        }

        void openOnce() {
            gate.release();
        }

        void openAll() {
            gate.release(1_000_000);
        }
    }
}
