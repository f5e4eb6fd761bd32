package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;

import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.SubscriberQueueConfig.OverflowPolicy;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static dev.waggle.signal.Samples.vote;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/** The bus as a {@link Flow.Publisher}. */
class SignalFlowTest {

    private final List<String> observed = Collections.synchronizedList(new ArrayList<>());
    private final SignalBus bus = bus(new ManualWorld(Samples.T, 1));

    @Test
    void aSubscriberReceivesAsManySignalsAsItRequests() throws Exception {
        Reader reader = new Reader(2);
        bus.publish(discovery("past", "x"));
        bus.publisher(Pattern.of("discovery")).subscribe(reader);
        publishAll(0, 5);
        bus.publish(vote("v1", "x", "p"));
        reader.awaitSignals(2);
        assertThat(reader.calls).containsExactly("d0", "d1");

        reader.subscription().request(1);
        reader.awaitSignals(1);
        reader.subscription().request(Long.MAX_VALUE);
        reader.subscription().request(Long.MAX_VALUE);
        reader.awaitSignals(2);
        publishAll(5, 6);
        reader.awaitSignals(1);
        bus.close();
        reader.over.get();

        assertThat(reader.calls).containsExactly("d0", "d1", "d2", "d3", "d4", "d5", "complete");
    }

    @Test
    void aSubscriberThatIsTooSlowGetsWhatItRequestedAndAnError() throws Exception {
        Reader reader = new Reader(0);
        bus.publisher(Pattern.of("**"), SubscriberQueueConfig.of(3, OverflowPolicy.CLOSE)).subscribe(reader);
        publishAll(0, 3);
        reader.subscription().request(1);
        reader.awaitSignals(1);
        publishAll(3, 5);
        reader.over.get();

        assertThat(reader.calls).containsExactly("d0", "error the queue of 3 signals is full\n"
                + "Maybe request earlier, or a larger capacity.");
        assertThat(observed).containsExactly("overflowed d4 flow:** CLOSE");
        publishAll(5, 6);
        assertThat(bus.counts().delivered()).isEqualTo(4);
    }

    @Test
    void theBufferOfTheDefaultHolds256Signals() throws Exception {
        Reader reader = new Reader(0);
        bus.publisher(Pattern.of("**")).subscribe(reader);
        publishAll(0, 256);
        assertThat(observed).isEmpty();
        publishAll(256, 257);

        reader.over.get();

        assertThat(observed).containsExactly("overflowed d256 flow:** CLOSE");
    }

    @Test
    void otherPoliciesLoseSignalsAndGoOn() throws Exception {
        Reader reader = new Reader(0);
        bus.publisher(Pattern.of("**"), SubscriberQueueConfig.of(2, OverflowPolicy.DROP_OLDEST)).subscribe(reader);
        publishAll(0, 5);
        reader.subscription().request(10);
        reader.awaitSignals(2);
        bus.close();
        reader.over.get();

        assertThat(reader.calls).containsExactly("d3", "d4", "complete");
        assertThat(bus.counts().missed()).isEqualTo(3);
    }

    @Test
    void eachSubscriberHasItsOwnDemandAndOneCannotDisturbAnother() throws Exception {
        Flow.Publisher<Signal> publisher = bus.publisher(Pattern.of("**"),
                SubscriberQueueConfig.of(2, OverflowPolicy.CLOSE));
        Reader slow = new Reader(0);
        Reader fast = new Reader(Long.MAX_VALUE);
        publisher.subscribe(slow);
        publisher.subscribe(fast);
        for (int i = 0; i < 5; i++) {
            publishAll(i, i + 1);
            fast.awaitSignals(1);
        }
        slow.over.get();
        bus.close();
        fast.over.get();

        assertThat(fast.calls).containsExactly("d0", "d1", "d2", "d3", "d4", "complete");
        assertThat(slow.calls).singleElement().asString().startsWith("error the queue of 2 signals is full");
    }

    @Test
    void aCancelledSubscriberReceivesNothingMore() throws Exception {
        Reader reader = new Reader(1);
        bus.publisher(Pattern.of("**"), SubscriberQueueConfig.of(2, OverflowPolicy.CLOSE)).subscribe(reader);
        publishAll(0, 1);
        reader.awaitSignals(1);
        publishAll(1, 3);

        reader.subscription().cancel();
        reader.subscription().cancel();
        reader.subscription().request(5);
        reader.subscription().request(-1);
        publishAll(3, 9);
        bus.close();

        assertThat(reader.calls).containsExactly("d0");
        assertThat(observed).isEmpty();
        assertThat(bus.counts().delivered()).isEqualTo(3);
    }

    @Test
    void aRequestForNothingIsAnError() throws Exception {
        Reader reader = new Reader(0);
        bus.publisher(Pattern.of("**")).subscribe(reader);

        reader.subscription().request(0);
        reader.over.get();

        assertThat(reader.calls).containsExactly("error a subscriber must request at least one signal, got 0");
    }

    @Test
    void aSubscriberThatThrowsIsCancelledAndReported() throws Exception {
        CountDownLatch thrown = new CountDownLatch(1);
        Reader reader = new Reader(Long.MAX_VALUE) {
            @Override
            public void onNext(Signal signal) {
                super.onNext(signal);
                thrown.countDown();
                throw new IllegalStateException("broken");
            }
        };
        bus.publisher(Pattern.of("**")).subscribe(reader);
        publishAll(0, 1);
        thrown.await();
        while (observed.isEmpty()) {
            Thread.onSpinWait();
        }
        publishAll(1, 3);
        bus.close();

        assertThat(reader.calls).containsExactly("d0");
        assertThat(observed).containsExactly("failed signal-bus.deliver.flow:**: broken");
    }

    @Test
    void aClosedBusRefusesASubscriberByAnError() throws Exception {
        Flow.Publisher<Signal> publisher = bus.publisher(Pattern.of("**"));
        bus.close();
        Reader reader = new Reader(5);

        publisher.subscribe(reader);

        reader.over.get();
        assertThat(reader.calls).containsExactly("error the bus is closed");
        assertThatNullPointerException().isThrownBy(() -> publisher.subscribe(null));
    }

    @Test
    void aBusThatClosesStillOwesWhatWasPublished() throws Exception {
        Reader reader = new Reader(1);
        bus.publisher(Pattern.of("**")).subscribe(reader);
        publishAll(0, 4);
        reader.awaitSignals(1);

        bus.close();
        for (int i = 1; i < 4; i++) {
            assertThat(reader.over).isNotDone();
            reader.subscription().request(1);
            reader.awaitSignals(1);
        }
        reader.over.get();

        assertThat(reader.calls).containsExactly("d0", "d1", "d2", "d3", "complete");
    }

    @Test
    void aSubscriberMayCancelOrErrWhenTheBusIsClosed() throws Exception {
        Reader cancelling = new Reader(0);
        Reader erring = new Reader(0);
        bus.publisher(Pattern.of("**")).subscribe(cancelling);
        bus.publisher(Pattern.of("**")).subscribe(erring);
        publishAll(0, 2);
        bus.close();

        cancelling.subscription().cancel();
        cancelling.subscription().request(1);
        erring.subscription().request(0);
        erring.over.get();

        assertThat(cancelling.calls).isEmpty();
        assertThat(erring.calls).singleElement().asString().startsWith("error a subscriber must request");
    }

    @Test
    void withoutLossEverySignalOfManyThreadsArrivesInOrder() throws Exception {
        SignalBus busy = bus(World.system(1));
        List<String> order = new ArrayList<>();
        busy.subscribe("clerk", Pattern.of("**"), signal -> order.add(signal.id()));
        Reader reader = new Reader(1) {
            @Override
            public void onNext(Signal signal) {
                super.onNext(signal);
                subscription().request(1);
            }
        };
        busy.publisher(Pattern.of("**"), SubscriberQueueConfig.of(4, OverflowPolicy.BLOCK_PUBLISHER)
                .withMaxBlock(Duration.ofDays(1))).subscribe(reader);
        List<Thread> publishers = new ArrayList<>();
        for (int publisher = 0; publisher < 4; publisher++) {
            String name = "p" + publisher + '-';
            publishers.add(Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 1000; i++) {
                    busy.publish(discovery(name + i, name));
                }
            }));
        }
        for (Thread publisher : publishers) {
            publisher.join();
        }
        busy.deliver();
        reader.awaitSignals(4000);

        assertThat(reader.calls).isEqualTo(order).hasSize(4000);
        busy.close();
    }

    private void publishAll(int from, int to) {
        for (int i = from; i < to; i++) {
            bus.publish(discovery("d" + i, "x"));
        }
    }

    private SignalBus bus(World world) {
        return new SignalBus(world, BusConfig.defaults().withMaxHistorySize(10_000).withSweepInterval(Duration.ZERO)
                .withDefaultTtl(Duration.ofDays(100_000)), Journal.silent(), new BusObserver() {
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

    /** A subscriber that writes its calls down. */
    private static class Reader implements Flow.Subscriber<Signal> {

        private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
        private final Semaphore signals = new Semaphore(0);
        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private final long atOnce;
        private volatile Flow.@Nullable Subscription subscription;

        Reader(long atOnce) {
            this.atOnce = atOnce;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            if (atOnce > 0) {
                given.request(atOnce);
            }
        }

        @Override
        public void onNext(Signal signal) {
            calls.add(signal.id());
            signals.release();
        }

        @Override
        public void onError(Throwable failure) {
            calls.add("error " + failure.getMessage());
            over.complete(null);
        }

        @Override
        public void onComplete() {
            calls.add("complete");
            over.complete(null);
        }

        Flow.Subscription subscription() {
            Flow.Subscription given = subscription;
            assertThat(given).isNotNull();
            return given;
        }

        void awaitSignals(int count) throws InterruptedException {
            signals.acquire(count);
        }
    }
}
