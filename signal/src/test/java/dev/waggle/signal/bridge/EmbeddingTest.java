package dev.waggle.signal.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.bus.SignalBus;
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
