package dev.waggle.signal.bus;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static dev.waggle.signal.Samples.vote;
import static dev.waggle.signal.SignalType.DISCOVERY;
import static dev.waggle.signal.SignalType.VOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** Callbacks that use the bus that calls them. */
class ReentrancyTest {

    private final BusFixture stage = new BusFixture();

    /** Scenario A22. */
    @Test
    void effectsNeverOvertakeCauses() {
        stage.act("a", signal -> {
            if (signal.id().equals("d1")) {
                stage.bus.publish(discovery("d2", "a"));
                stage.bus.publish(discovery("d3", "a"));
                stage.events.add("a is done with d1");
            }
        }, DISCOVERY);
        stage.listen("b", DISCOVERY);

        stage.bus.publish(discovery("d1", "x"));

        assertThat(stage.events).containsExactly("a heard d1", "a is done with d1", "delivered d1 to a", "b heard d1",
                "delivered d1 to b", "emitted d1", //
                "a heard d2", "delivered d2 to a", "b heard d2", "delivered d2 to b", "emitted d2", //
                "a heard d3", "delivered d3 to a", "b heard d3", "delivered d3 to b", "emitted d3");
        assertThat(stage.historyIds()).isEqualTo(stage.journalIds()).containsExactly("d1", "d2", "d3");
    }

    @Test
    void aSignalOfACallbackIsInTheLogBeforeTheCallbackReturns() {
        List<String> seen = new ArrayList<>();
        stage.act("a", signal -> {
            PublishReceipt receipt = stage.bus.publish(vote("v1", "a", "p"));
            seen.addAll(stage.historyIds());
            assertThat(receipt).isInstanceOf(PublishReceipt.Published.class);
        }, DISCOVERY);

        stage.bus.publish(discovery("d1", "x"));

        assertThat(seen).containsExactly("d1", "v1");
        assertThat(stage.failures()).isEmpty();
    }

    /** Scenario A23. */
    @Test
    void aSubscriberThatRepublishesForEverIsStoppedAtTheLimit() {
        stage.act("echo", signal -> stage.bus.publish(discovery("d" + stage.bus.historySize(), "echo")), DISCOVERY);

        assertThatCode(() -> stage.bus.publish(discovery("d0", "x"))).doesNotThrowAnyException();

        assertThat(stage.heard()).hasSize(SignalBus.MAX_CHAIN);
        assertThat(stage.journalIds()).hasSize(SignalBus.MAX_CHAIN);
        assertThat(stage.failures()).singleElement().asString()
                .startsWith(
                        "failed signal-bus.deliver.echo: signal d1000 of type discovery would be number 1001 in a chain")
                .endsWith("Maybe a subscriber answers its own signals.");
    }

    /** A23: two answers to each signal double the number in flight, so no chain gets long before the memory is full. */
    @Test
    void aCascadeThatBranchesForEverIsStoppedAtTheLimit() {
        stage.act("echo", signal -> {
            stage.bus.publish(discovery(stage.world.nextId("left"), "echo"));
            stage.bus.publish(discovery(stage.world.nextId("right"), "echo"));
        }, DISCOVERY);

        assertThatCode(() -> stage.bus.publish(discovery("d0", "x"))).doesNotThrowAnyException();

        assertThat(stage.heard()).hasSize(SignalBus.MAX_CASCADE);
        assertThat(stage.journalIds()).hasSize(SignalBus.MAX_CASCADE);
        assertThat(stage.failures()).isNotEmpty().first().asString()
                .contains("would be number 100001 in the cascade that d0 set off");
    }

    @Test
    void afterAChainWasStoppedTheNextOneHasItsFullLength() {
        stage.act("echo", signal -> stage.bus.publish(discovery(stage.world.nextId("again"), "echo")), DISCOVERY);
        stage.bus.publish(discovery("d0", "x"));
        stage.events.clear();

        stage.bus.publish(discovery("d1", "x"));

        assertThat(stage.heard()).hasSize(SignalBus.MAX_CHAIN);
        assertThat(stage.failures()).hasSize(1);
    }

    @Test
    void manyAnswersToOneSignalAreNoChain() {
        stage.act("busy", signal -> {
            for (int i = 0; i < 2 * SignalBus.MAX_CHAIN; i++) {
                stage.bus.publish(vote("v" + i, "busy", "p"));
            }
        }, DISCOVERY);
        stage.listen("b", VOTE);

        stage.bus.publish(discovery("d1", "x"));

        assertThat(stage.failures()).isEmpty();
        assertThat(stage.heard()).hasSize(1 + 2 * SignalBus.MAX_CHAIN);
    }

    /** Scenario A24. */
    @Test
    void subscribingAndUnsubscribingDuringADeliveryAffectLaterPublishesOnly() {
        stage.act("a", signal -> {
            stage.listen("late", DISCOVERY);
            stage.bus.unsubscribe("b");
            stage.bus.unsubscribe("a");
        }, DISCOVERY);
        stage.listen("b", DISCOVERY);

        stage.bus.publish(discovery("d1", "x"));
        assertThat(stage.heard()).containsExactly("a heard d1", "b heard d1");

        stage.events.clear();
        stage.bus.publish(discovery("d2", "x"));
        assertThat(stage.heard()).containsExactly("late heard d2");
    }

    /** A24: the subscriptions at the time of publishing count, not those at the time of delivery. */
    @Test
    void aQueuedSignalGoesToThoseWhoSubscribedWhenItWasPublished() {
        stage.act("a", signal -> {
            stage.bus.publish(vote("v1", "a", "p"));
            stage.listen("late", VOTE);
            stage.bus.unsubscribe("early");
            stage.bus.publish(vote("v2", "a", "p"));
        }, DISCOVERY);
        stage.listen("early", VOTE);

        stage.bus.publish(discovery("d1", "x"));

        assertThat(stage.heard()).containsExactly("a heard d1", "early heard v1", "late heard v2");
    }

    @Test
    void replacingASubscriptionDuringADeliveryAffectsLaterPublishesOnly() {
        List<BusSubscription> old = new ArrayList<>();
        stage.act("a", signal -> {
            old.getFirst().close();
            if (signal.id().equals("d1")) {
                stage.bus.subscribe("b", List.of(DISCOVERY), later -> stage.events.add("new b heard " + later.id()));
            }
        }, DISCOVERY);
        old.add(stage.bus.subscribe("b", List.of(DISCOVERY), signal -> stage.events.add("b heard " + signal.id())));

        stage.bus.publish(discovery("d1", "x"));
        stage.bus.publish(discovery("d2", "x"));

        assertThat(stage.heard()).containsExactly("a heard d1", "b heard d1", "a heard d2", "new b heard d2");
    }

    /** Scenario A17. The delivery under way ends; the signals that wait behind it are discarded. */
    @Test
    void closingDuringADeliveryEndsAfterTheCurrentSignal() {
        stage.act("a", signal -> {
            stage.bus.publish(discovery("d2", "a"));
            stage.bus.close();
        }, DISCOVERY);
        stage.listen("b", DISCOVERY);

        stage.bus.publish(discovery("d1", "x"));

        assertThat(stage.events).containsExactly("a heard d1", "delivered d1 to a", "b heard d1", "delivered d1 to b",
                "emitted d1");
        assertThat(stage.bus.getHistory()).isEmpty();
        assertThat(stage.journalIds()).containsExactly("d1", "d2");
    }

    @Test
    void publishingOnABusThatTheCallbackClosedIsToldToTheObserver() {
        stage.act("a", signal -> {
            stage.bus.close();
            stage.bus.publish(discovery("d2", "a"));
        }, DISCOVERY);

        stage.bus.publish(discovery("d1", "x"));

        assertThat(stage.failures()).containsExactly("failed signal-bus.deliver.a: the bus is closed");
        assertThat(stage.journalIds()).containsExactly("d1");
    }

    @Test
    void anObserverMayPublishToo() {
        List<String> emitted = new ArrayList<>();
        SignalBus[] bus = new SignalBus[1];
        bus[0] = new SignalBus(stage.world, BusConfig.defaults(), stage.journal, new BusObserver() {
            @Override
            public void emitted(Signal signal) {
                emitted.add(signal.id());
                if (signal.type().equals(DISCOVERY)) {
                    bus[0].publish(vote("v-" + signal.id(), "observer", "p"));
                }
            }
        });
        bus[0].subscribe("a", List.of(DISCOVERY), signal -> {
            if (signal.id().equals("d1")) {
                bus[0].publish(discovery("d2", "a"));
            }
        });

        bus[0].publish(discovery("d1", "x"));

        assertThat(emitted).containsExactly("d1", "d2", "v-d1", "v-d2");
    }

    @Test
    void anExpiredSignalOfACallbackIsToldInItsTurn() {
        stage.act("a", signal -> stage.bus.publish(Samples.said("old", "a", Samples.T.minusSeconds(61),
                signal.toDraft().withId("old"))), DISCOVERY);

        stage.bus.publish(discovery("d1", "x"));

        assertThat(stage.events).containsExactly("a heard d1", "delivered d1 to a", "emitted d1",
                "dropped old EXPIRED");
    }
}
