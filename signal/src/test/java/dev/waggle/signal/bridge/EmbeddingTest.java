package dev.waggle.signal.bridge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.AsyncSubscription;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.BusSubscription;
import dev.waggle.signal.bus.ConflictDetector;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.bus.SubscriberQueueConfig;
import dev.waggle.signal.bus.SubscriberQueueConfig.OverflowPolicy;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.ProductSignalClass;
import dev.waggle.signal.connectivity.RequestedRoutingMode;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The examples of docs/embedding.md for the bus and for coordination: the marked lines are those of the page. */
class EmbeddingTest {

    @Test
    void theBusAlone() {
        List<String> seen = new ArrayList<>();

        // begin bus
        try (SignalBus bus = SignalBus.create(BusConfig.defaults())) {
            bus.subscribe("critic", List.of(SignalType.PROPOSAL), signal -> bus.publish(Source.agent("critic"),
                    Draft.of(new Payload.Doubt(signal.id(), "has anybody measured it?", Payload.Severity.LOW), 0.6)
                            .inReplyTo(signal.id())));
            bus.subscribe("dashboard", Pattern.of("**"), signal -> seen.add(signal.type() + " by "
                    + signal.source().label()));

            bus.publish(Source.agent("scout"),
                    Draft.of(new Payload.Proposal("shard", "Shard by tenant", "writes double"), 0.8));
            bus.publish(Source.agent("dba"),
                    Draft.of(new Payload.Proposal("replica", "Add a replica", "reads dominate"), 0.7));

            List<Signal> doubts = bus.latest(SignalFilter.ofTypes(SignalType.DOUBT).withSource("critic"), 20);
            // end

            assertThat(doubts).hasSize(2);
            assertThat(bus.getConflicts()).hasSize(1);
            assertThat(seen).containsExactly("proposal by scout", "doubt by critic", "proposal by dba",
                    "conflict by bus", "doubt by critic");
            // begin bus
        }
        // end
    }

    @Test
    void queuesStreamsRequestsAndDetectors() throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        List<String> streamed = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch complete = new CountDownLatch(1);
        Flow.Subscriber<Signal> stream = new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Signal signal) {
                streamed.add(signal.type() + " by " + signal.source().label());
            }

            @Override
            public void onError(Throwable failure) {
                streamed.add(failure.toString());
                complete.countDown();
            }

            @Override
            public void onComplete() {
                complete.countDown();
            }
        };
        // begin queues
        ConflictDetector revotes = (signal, retained) -> retained
                .oldest(SignalFilter.ofTypes(SignalType.VOTE).withSource(signal.source().label()), 1).stream()
                .findFirst();

        try (SignalBus bus = SignalBus.create(BusConfig.defaults().withConflictDetector(() -> revotes))) {
            BusSubscription votes = bus.subscribe("clerk", Payload.Vote.class,
                    (signal, vote) -> seen.add(vote.stance() + " in round " + signal.scope().round()));
            AsyncSubscription voter = bus.subscribeAsync("voter", List.of(SignalType.PROPOSAL),
                    SubscriberQueueConfig.of(100, OverflowPolicy.DROP_OLDEST),
                    signal -> bus.publish(Source.agent("voter"),
                            Draft.of(new Payload.Vote("shard", Payload.Stance.AGREE, null, 1), 0.9)
                                    .inReplyTo(signal.id()),
                            signal.scope()));
            bus.publisher(Pattern.of("**")).subscribe(stream);

            CompletableFuture<Signal> reply = bus.request(Source.agent("scout"),
                    Draft.of(new Payload.Proposal("shard", "Shard by tenant", "writes double"), 0.8),
                    Scope.ofThread("review-7").withRound(2), Duration.ofSeconds(30));
            String answer = reply.join().source().label();

            votes.close();
            voter.close();
            // end
            assertThat(answer).isEqualTo("voter");
            bus.publish(Source.agent("voter"),
                    Draft.of(new Payload.Vote("shard", Payload.Stance.DISAGREE, null, 1), 0.9));
            assertThat(bus.getConflicts()).hasSize(1);
            bus.awaitDelivery();
            // begin queues
        }
        // end

        complete.await();
        assertThat(seen).containsExactly("AGREE in round 2");
        assertThat(streamed).containsExactly("proposal by scout", "vote by voter", "vote by voter", "conflict by bus");
    }

    @Test
    void coordinationOnTheSameBus() {
        // begin layer
        try (SignalBus bus = SignalBus.create(BusConfig.defaults());
                DefaultConnectivityLayer layer = DefaultConnectivityLayer.create(World.system(),
                        ConnectivityLayerConfig.defaults()
                                .withLedger(new BusLedger(bus))
                                .withHook(signal -> Optional.of(RequestedRoutingMode.DEEP)))) {
            layer.registerCoordinator("review-7", "lead");
            EmitReceipt receipt = layer.emit(EmitSignalInput.of("review-7", "specialist:reviewer",
                    Audience.RoleName.COORDINATOR, SignalClass.ESCALATION_UNCERTAINTY, Priority.CRITICAL,
                    "The two plans exclude each other"));
            // end

            assertThat(receipt.recipients()).containsExactly("lead");
            assertThat(layer.convergence("review-7").reason())
                    .isEqualTo("not converged: 1 open escalation (specialist:reviewer)");

            // begin layer
            receipt.recipients();                     // [lead]
            layer.convergence("review-7").reason();   // not converged: 1 open escalation (specialist:reviewer)
            layer.acknowledge(receipt.signal().id(), "lead");
            layer.resolve(receipt.signal().id());
            layer.isConverged("review-7");            // true
            // end

            assertThat(layer.isConverged("review-7")).isTrue();
            assertThat(layer.query(SignalQuery.of("review-7"))).isEmpty();
            assertThat(bus.getHistory(SignalFilter.ALL.withPattern(Pattern.of("connectivity/**")))).hasSize(4);
            // begin layer
        }
        // end
    }

    @Test
    void aClassOfTheProduct() {
        List<String> seen = new ArrayList<>();

        try (SignalBus bus = SignalBus.create(BusConfig.defaults())) {
            // begin classes
            ProductSignalClass overBudget = ProductSignalClass.of("conflict.acme.over-budget")
                    .withConfidenceBetween(0.5, 1);
            ConnectivityLayerConfig config = ConnectivityLayerConfig.defaults()
                    .withLedger(new BusLedger(bus))
                    .withSignalClasses(overBudget);
            try (DefaultConnectivityLayer layer = DefaultConnectivityLayer.create(World.system(), config)) {
                bus.subscribe("finance", Pattern.of("conflict.acme.*"), signal -> seen.add(signal.type().text()));
                layer.emit(EmitSignalInput.of("review-7", "planner", overBudget, "Twice the budget")
                        .withConfidence(0.9));
                layer.convergence("review-7").reason();   // not converged: 1 open conflict (planner)
                // end
                assertThat(layer.convergence("review-7").reason())
                        .isEqualTo("not converged: 1 open conflict (planner)");
                // begin classes
            }
            // end
        }
        assertThat(seen).containsExactly("conflict.acme.over-budget");
    }
}
