package dev.waggle.signal.bus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.SubscriberQueueConfig.OverflowPolicy;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ForwardingWorld;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.said;
import static dev.waggle.signal.SignalType.DISCOVERY;
import static dev.waggle.signal.SignalType.PROPOSAL;
import static dev.waggle.signal.SignalType.VOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Requests and replies. After each way to an end, the bus retains no request. */
class RequestTest {

    private static final Source ASKER = Source.agent("asker");
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private final BusFixture stage = new BusFixture();

    @Test
    void theFirstSignalInReplyToTheRequestIsTheReply() throws Exception {
        stage.act("other", signal -> stage.bus.publish(answer("no-reply", "other", "another-signal")), PROPOSAL);
        stage.act("first", signal -> stage.bus.publish(answer("r1", "first", signal.id())), PROPOSAL);
        stage.act("second", signal -> stage.bus.publish(answer("r2", "second", signal.id())), PROPOSAL);

        CompletableFuture<Signal> reply = stage.bus.request(ASKER, proposal(), DEADLINE);

        assertThat(reply.get().id()).isEqualTo("r1");
        assertThat(stage.bus.openRequests()).isZero();
    }

    @Test
    void theReplyIsGivenAfterItsSubscribersWereServed() throws Exception {
        CompletableFuture<Signal> reply = stage.bus.request(ASKER, proposal(), Scope.ofThread("t"), DEADLINE);
        Signal request = stage.bus.getHistory().getFirst();
        stage.act("watcher", signal -> stage.events.add(reply.isDone() ? "too early" : "in time"), VOTE);

        stage.bus.publish(answer("r1", "first", request.id()));

        assertThat(request.scope()).isEqualTo(Scope.ofThread("t"));
        assertThat(reply.get().links().replyTo()).isEqualTo(request.id());
        assertThat(stage.events).contains("in time").doesNotContain("too early");
    }

    @Test
    void withoutAReplyTheRequestFailsAtItsDeadline() throws Exception {
        CompletableFuture<Signal> reply = stage.bus.request(ASKER, proposal().withId("q"), DEADLINE);
        stage.world.advance(DEADLINE.minusNanos(1));
        CompletableFuture<Signal> later = stage.bus.request(ASKER, proposal(), DEADLINE);
        assertThat(reply).isNotDone();

        stage.world.advance(Duration.ofNanos(1));

        assertThatExceptionOfType(ExecutionException.class).isThrownBy(reply::get)
                .withCauseInstanceOf(TimeoutException.class)
                .withMessageContaining("no reply to signal q of type proposal within PT5S");
        assertThat(later).isNotDone();
        assertThat(stage.bus.openRequests()).isEqualTo(1);
        stage.bus.publish(answer("r1", "late", "q"));
        later.cancel(true);
        assertThat(stage.bus.openRequests()).isZero();
    }

    /** The clock reaches the deadline while the watching thread is about to wait, and stands still afterwards. */
    @Test
    void aClockThatIsMovedBeforeTheWaitEndsTheRequest() {
        AtomicBoolean isMoved = new AtomicBoolean();
        World moving = new ForwardingWorld(stage.world) {
            @Override
            public long nanos() {
                long reading = super.nanos();
                if (Thread.currentThread().getName().equals("waggle-request") && isMoved.compareAndSet(false, true)) {
                    stage.world.advance(DEADLINE);
                }
                return reading;
            }
        };
        try (SignalBus bus = new SignalBus(moving, BusConfig.defaults(), Journal.silent(), BusObserver.SILENT)) {
            CompletableFuture<Signal> reply = bus.request(ASKER, proposal(), DEADLINE);

            assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> reply.get(1, TimeUnit.MINUTES))
                    .withCauseInstanceOf(TimeoutException.class);
        }
    }

    @Test
    void theDeadlineCountsFromTheRequestAlthoughTheRequesterDelivers() {
        stage.act("slow", signal -> {
            stage.world.advance(DEADLINE);
            stage.bus.publish(answer("late", "slow", signal.id()));
        }, PROPOSAL);

        CompletableFuture<Signal> reply = stage.bus.request(ASKER, proposal(), DEADLINE);

        assertThat(stage.journalIds()).contains("late");
        assertThatExceptionOfType(ExecutionException.class).isThrownBy(reply::get)
                .withCauseInstanceOf(TimeoutException.class);
        assertThat(stage.bus.openRequests()).isZero();
    }

    @Test
    void aClosedBusFailsItsOpenRequests() {
        CompletableFuture<Signal> reply = stage.bus.request(ASKER, proposal(), DEADLINE);

        stage.bus.close();

        assertThatExceptionOfType(ExecutionException.class).isThrownBy(reply::get)
                .withCauseInstanceOf(IllegalStateException.class)
                .withMessageContaining("the bus was closed before a reply");
        assertThat(stage.bus.openRequests()).isZero();
        assertThatIllegalStateException().isThrownBy(() -> stage.bus.request(ASKER, proposal(), DEADLINE))
                .withMessage("the bus is closed");
        assertThat(stage.bus.openRequests()).isZero();
    }

    /** The reply is in the log when the bus closes, and its delivery is discarded. The request must end too. */
    @Test
    void aReplyThatWaitsForDeliveryWhenTheBusClosesFailsTheRequest() {
        CompletableFuture<Signal> reply = stage.bus.request(ASKER, proposal().withId("q"), DEADLINE);
        stage.act("a", signal -> {
            stage.bus.publish(answer("r1", "a", "q"));
            stage.bus.close();
        }, DISCOVERY);

        stage.bus.publish(Samples.discovery("d1", "x"));

        assertThat(stage.journalIds()).contains("r1");
        assertThatExceptionOfType(ExecutionException.class).isThrownBy(reply::get)
                .withCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCallbackMayRequestAndGoOnWhenTheReplyIsThere() {
        List<String> heard = new ArrayList<>();
        stage.act("asker", signal -> {
            var _ = stage.bus.request(ASKER, proposal(), DEADLINE)
                    .thenAccept(reply -> heard.add("reply by " + reply.source().label()));
        }, DISCOVERY);
        stage.act("voter", signal -> stage.bus.publish(answer("r1", "voter", signal.id())), PROPOSAL);

        stage.bus.publish(Samples.discovery("d1", "x"));

        assertThat(heard).containsExactly("reply by voter");
        assertThat(stage.bus.openRequests()).isZero();
    }

    @Test
    void aRequestThatIsNotPublishedIsRefusedAndLeavesNothing() {
        stage.bus.publish(said("known", "x", proposal()));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> stage.bus.request(ASKER, proposal().withId("known"), DEADLINE))
                .withMessageContaining("request known was not published: its id is not new");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stage.bus.request(ASKER, proposal(), Duration.ZERO))
                .withMessage("deadline must be greater than zero, got PT0S");
        CompletableFuture<Signal> open = stage.bus.request(ASKER, proposal().withId("q"), DEADLINE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stage.bus.request(ASKER, proposal().withId("q"), DEADLINE))
                .withMessageContaining("a request with the id q waits for a reply");
        assertThat(open).isNotDone();
        open.cancel(false);
        assertThat(stage.bus.openRequests()).isZero();
    }

    @Test
    void aJournalThatFailsLeavesNoRequest() {
        Journal full = new Journal() {
            @Override
            public LogEntry append(Signal signal, Emission emission, Instant now) {
                throw new UncheckedIOException(new IOException("disk full"));
            }

            @Override
            public List<LogEntry> read(long fromSequence, int limit) {
                return List.of();
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
        SignalBus bus = new SignalBus(stage.world, BusConfig.defaults(), full, BusObserver.SILENT);

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> bus.request(ASKER, proposal(), DEADLINE));
        assertThat(bus.openRequests()).isZero();
        bus.close();
    }

    @Test
    void onlySoManyRequestsWait() {
        SignalBus bus = new SignalBus(new ManualWorld(Samples.T, 1), BusConfig.defaults().withDetectConflicts(false),
                Journal.silent(), BusObserver.SILENT);
        for (int i = 0; i < RequestTable.MAX_OPEN; i++) {
            assertThat(bus.request(ASKER, proposal(), DEADLINE)).isNotDone();
        }

        assertThatIllegalStateException().isThrownBy(() -> bus.request(ASKER, proposal(), DEADLINE))
                .withMessageContaining("would be number 10001 that waits for a reply");
        bus.close();
        assertThat(bus.openRequests()).isZero();
    }

    /**
     * Many askers and one asynchronous replier. Every asker waits, which no thread of the bus may do. The queue may
     * block for an hour, because a machine that stands still for seconds must not lose a request of this test.
     */
    @Test
    void everyRequestOfManyThreadsGetsItsOwnReply() throws Exception {
        SignalBus bus = new SignalBus(World.system(1), BusConfig.defaults().withMaxHistorySize(100_000)
                .withDefaultTtl(Duration.ofDays(100_000)).withDetectConflicts(false), Journal.silent(),
                BusObserver.SILENT);
        AsyncSubscription replier = bus.subscribeAsync("voter", List.of(PROPOSAL),
                SubscriberQueueConfig.of(4, OverflowPolicy.BLOCK_PUBLISHER).withMaxBlock(Duration.ofHours(1)),
                signal -> bus.publish(answer("reply-to-" + signal.id(), "voter", signal.id())));
        int askers = 8;
        CountDownLatch done = new CountDownLatch(askers);
        List<Throwable> failures = new ArrayList<>();
        for (int asker = 0; asker < askers; asker++) {
            Thread.ofVirtual().start(() -> {
                try {
                    for (int i = 0; i < 200; i++) {
                        Signal reply = bus.request(ASKER, proposal(), Duration.ofMinutes(1)).get();
                        assertThat(reply.id()).isEqualTo("reply-to-" + reply.links().replyTo());
                    }
                } catch (Throwable failure) {
                    synchronized (failures) {
                        failures.add(failure);
                    }
                } finally {
                    done.countDown();
                }
            });
        }

        done.await();

        assertThat(failures).isEmpty();
        assertThat(bus.openRequests()).isZero();
        replier.close();
        replier.completion().get();
        assertThat(replier.missed()).isZero();
        bus.close();
    }

    private static Draft proposal() {
        return Draft.of(new Payload.Proposal("p", "content", ""), 0.7);
    }

    private static Signal answer(String id, String agent, String request) {
        return said(id, agent, Draft.of(new Payload.Vote("p", Payload.Stance.AGREE, null, 1), 0.8)
                .withLinks(Links.replyTo(request)));
    }
}
