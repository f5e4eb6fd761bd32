package dev.waggle.signal.connectivity.layer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException.ReentrancyException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.RequestedRoutingMode;
import dev.waggle.signal.connectivity.SignalCallback;
import dev.waggle.signal.connectivity.SignalCallback.SignalEvent;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Callbacks, resolver and hook, well-behaved and hostile: connectivity scenarios 64 to 77 and 87. */
class CallbacksTest {

    private final LayerFixture stage = new LayerFixture();

    @Test
    void callbacksAreCalledOnceInTheOrderOfTheirRegistration() { // 64
        SignalCallback first = (_, _) -> stage.heard.add("first");
        SignalCallback second = (_, _) -> stage.heard.add("second");
        stage.layer.onSignal(first);
        stage.layer.onSignal(second);
        stage.layer.onSignal(first);
        stage.layer.offSignal((_, _) -> {
        });
        stage.emitFrom("a");
        stage.layer.offSignal(first);
        stage.layer.onSignal(first);
        stage.emitFrom("b");

        assertThat(stage.heard).containsExactly("first", "second", "second", "first");
    }

    @Test
    void aCallbackMayResolveWhatItHearsOf() { // 65
        stage.layer.onSignal((signal, event) -> {
            if (event == SignalEvent.EMITTED) {
                stage.layer.resolve(signal.id());
            }
        });
        stage.listen();

        assertThat(stage.emitFrom("a").state()).isEqualTo(SignalState.RESOLVED);
        assertThat(stage.heard).containsExactly("resolved a resolved", "emitted a resolved");
    }

    @Test
    void aCallbackMayEmit() { // 66
        stage.layer.onSignal((signal, event) -> {
            if (event == SignalEvent.EMITTED && signal.source().equals("outer")) {
                stage.emitFrom("inner");
            }
        });
        stage.listen();
        stage.emitFrom("outer");

        assertThat(stage.heard).containsExactly("emitted inner emitted", "emitted outer emitted");
        assertThat(LayerFixture.sources(stage.dump("t1"))).containsExactly("outer", "inner");
    }

    @Test
    void whatIsEmittedOnSupersedingIsFound() { // 67, C19
        ConnectivitySignal old = stage.emitFrom("old");
        stage.layer.onSignal((_, event) -> {
            if (event == SignalEvent.SUPERSEDED) {
                stage.emitFrom("reaction");
            }
        });
        stage.emit(LayerFixture.from("new", LayerFixture.attention().replacing(old.id())));

        assertThat(LayerFixture.sources(stage.dump("t1"))).containsExactly("old", "new", "reaction");
        assertThat(LayerFixture.sources(stage.layer.query(SignalQuery.of("t1")))).containsExactly("reaction", "new");
    }

    @Test
    void aCallbackMayAdvance() { // 68
        stage.listen();
        stage.layer.onSignal((signal, event) -> {
            if (event == SignalEvent.EXPIRED && signal.source().equals("a")) {
                stage.layer.advanceStep("t1");
            }
        });
        stage.emit(LayerFixture.from("a", LayerFixture.attention().expiringAtStep(1)));
        stage.emit(LayerFixture.from("b", LayerFixture.attention().expiringAtStep(2)));
        stage.heard.clear();

        stage.layer.advanceStep("t1");

        assertThat(stage.heard).containsExactly("expired a expired", "expired b expired");
        assertThat(stage.layer.stats("t1").step()).isEqualTo(2);
    }

    @Test
    void theResolverIsAskedForTheSelectedOnly() { // 69, 70, 71, 73
        assertThat(stage.layer.emit(LayerFixture.to(Audience.RoleName.SELECTED, LayerFixture.attention())).recipients())
                .isEmpty();
        List<String> asked = new ArrayList<>();
        stage.listen();
        stage.layer.registerSelectedResolver(_ -> List.of("never"));
        stage.layer.registerSelectedResolver(signal -> {
            asked.add(signal.source() + " " + signal.state().wireName() + " " + stage.heard.size());
            return List.of("w1", "w2", "w1");
        });

        assertThat(recipients("a", Audience.RoleName.SELECTED)).containsExactly("w1", "w2");
        assertThat(asked).containsExactly("a emitted 0");
        assertThat(recipients("b", Audience.RoleName.SELF)).containsExactly("b");
        assertThat(recipients("c", Audience.RoleName.COORDINATOR)).containsExactly("coordinator");
        assertThat(recipients("d", Audience.RoleName.ALL)).containsExactly("coordinator", "reviewer", "a", "b", "c",
                "d");
        assertThat(asked).hasSize(1);
    }

    @Test
    void recipientsAreThoseWhoAreRegistered() { // 73, C10
        stage.layer.register("t1", "ui");
        stage.layer.register("t1", "ui");
        stage.layer.registerCoordinator("t1", "boss");
        List<String> early = recipients("boss", Audience.RoleName.ALL);
        stage.layer.register("t1", "b");

        assertThat(early).containsExactly("boss", "ui");
        assertThat(recipients("b", Audience.RoleName.ALL)).containsExactly("boss", "ui", "b");
        assertThat(recipients("a", Audience.RoleName.COORDINATOR)).containsExactly("boss");
        stage.layer.unregister("t1", "ui");
        stage.layer.unregister("t1", "boss");
        stage.layer.unregister("t1", "nobody");
        assertThat(recipients("c", Audience.RoleName.ALL)).containsExactly("coordinator", "b", "boss", "a", "c");
        assertThat(early).containsExactly("boss", "ui");
    }

    @Test
    void aFailingResolverLosesNothing() { // 72, C18
        stage.listen();
        for (List<String> bad : List.of(List.of(""), List.of(" ", "a\nb"))) {
            stage.layer.registerSelectedResolver(_ -> bad);
            assertThat(recipients("a" + bad.size(), Audience.RoleName.SELECTED)).isEmpty();
        }
        stage.layer.registerSelectedResolver(_ -> {
            throw new AssertionError("down");
        });

        assertThat(recipients("last", Audience.RoleName.SELECTED)).isEmpty();
        assertThat(stage.heard).hasSize(3);
        assertThat(stage.failures).hasSize(4);
    }

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // Answers of a resolver without a null checker.
    void oneBadRecipientDoesNotCostTheGoodOnes() {
        stage.layer.registerSelectedResolver(
                _ -> Arrays.asList("a", null, " ", "x".repeat(513), "b", "a"));

        assertThat(recipients("s", Audience.RoleName.SELECTED)).containsExactly("a", "b");
        assertThat(stage.failures).hasSize(3).allMatch(SignalValidationException.class::isInstance);
    }

    @Test
    void theHookHearsOfEscalationsAndCriticalSignalsFirst() { // 74, 75, 77, C22, C28
        List<String> calls = new ArrayList<>();
        LayerFixture hooked = new LayerFixture(ConnectivityLayerConfig.defaults().withHook(signal -> {
            calls.add("hook " + signal.source() + " " + signal.state().wireName());
            if (signal.source().equals("c")) {
                throw new StackOverflowError("hostile");
            }
            return Optional.of(RequestedRoutingMode.DEEP);
        }));
        hooked.layer.onSignal((signal, _) -> calls.add("callback " + signal.source()));
        hooked.emit(LayerFixture.from("a", LayerFixture.input(SignalClass.ESCALATION_UNCERTAINTY)));
        hooked.emit(LayerFixture.from("a", LayerFixture.input(SignalClass.ESCALATION_UNCERTAINTY)));
        hooked.emit(LayerFixture.from("b", LayerFixture.attention()));
        hooked.emit(LayerFixture.from("c",
                LayerFixture.with(Priority.CRITICAL, LayerFixture.input(SignalClass.HANDOFF_READY))));

        assertThat(calls).containsExactly("hook a emitted", "callback a", "callback b", "hook c emitted",
                "callback c");
        assertThat(hooked.failures).hasSize(1);
    }

    @Test
    void withoutAHookEscalationsStillReachCallbacks() { // 76
        stage.listen();

        stage.emit(LayerFixture.input(SignalClass.ESCALATION_INTERRUPT));

        assertThat(stage.heard).containsExactly("emitted reviewer emitted");
        assertThat(stage.failures).isEmpty();
    }

    @Test
    void whoIsRegisteredWhenSomethingHappensHearsOfIt() { // C21, C09
        SignalCallback late = (signal, _) -> stage.heard.add("late " + signal.source());
        SignalCallback leaving = (signal, _) -> stage.heard.add("leaving " + signal.source());
        stage.layer.onSignal((signal, _) -> {
            if (signal.source().equals("a")) {
                stage.layer.offSignal(leaving);
                stage.layer.onSignal(late);
            }
        });
        stage.layer.onSignal(leaving);

        assertThat(stage.emitFrom("a").state()).isEqualTo(SignalState.ACTIVE);
        stage.emitFrom("b");

        assertThat(stage.heard).containsExactly("leaving a", "late b");
    }

    @Test
    void aCallbackThatRemovesItselfHasHeard() { // h10
        SignalCallback[] once = new SignalCallback[1];
        once[0] = (_, _) -> stage.layer.offSignal(once[0]);
        stage.layer.onSignal(once[0]);

        assertThat(stage.emitFrom("a").state()).isEqualTo(SignalState.ACTIVE);
        assertThat(stage.emitFrom("b").state()).isEqualTo(SignalState.EMITTED);
    }

    @Test
    void aLoopOfCallbacksEndsAtItsDepth() { // 87
        LayerFixture shallow = new LayerFixture(ConnectivityLayerConfig.defaults().withMaxDepth(20));
        shallow.layer.onSignal((signal, _) -> shallow.emitFrom(signal.source() + "+"));

        shallow.emitFrom("s");

        assertThat(shallow.dump("t1")).hasSize(20).allMatch(signal -> signal.state() == SignalState.ACTIVE);
        assertThat(shallow.failures).singleElement().isInstanceOf(ReentrancyException.class);
        shallow.failures.clear();
        assertThat(shallow.emitFrom("again").isOpen()).isTrue();
    }

    @Test
    void aLoopOfStepsEndsAtTheGreatestDepthTheConfigurationTakes() {
        LayerFixture deep = new LayerFixture(ConnectivityLayerConfig.defaults().withMaxDepth(200));
        deep.layer.onSignal((signal, event) -> {
            if (event == SignalEvent.EXPIRED) {
                deep.emit(LayerFixture.from(signal.source(), LayerFixture.attention().expiringAtStep(0)));
                deep.layer.advanceStep("t1");
            }
        });
        deep.emit(LayerFixture.attention().expiringAtStep(0));
        deep.layer.advanceStep("t1");

        assertThat(deep.failures).singleElement().isInstanceOf(ReentrancyException.class);
        assertThat(deep.layer.stats("t1").step()).isEqualTo(200);
    }

    @Test
    void aFloodThatOneSignalSetsOffEndsToo() {
        stage.layer.onSignal((signal, _) -> {
            for (int i = 0; signal.source().equals("root") && i <= ReentrancyLimit.MAX_CASCADE; i++) {
                stage.emit(LayerFixture.from("s" + i % 10,
                        LayerFixture.with(Priority.CRITICAL, LayerFixture.attention())));
            }
        });

        stage.emitFrom("root");

        assertThat(stage.layer.stats("t1").stored()).isEqualTo(ReentrancyLimit.MAX_CASCADE);
        assertThat(stage.failures).singleElement().isInstanceOf(ReentrancyException.class);
    }

    @Test
    void anErrorInACallbackReachesNobodyElse() {
        stage.layer.onSignal((_, _) -> {
            throw new OutOfMemoryError("pretended");
        });
        stage.listen();

        assertThat(stage.emitFrom("a").state()).isEqualTo(SignalState.ACTIVE);
        assertThat(stage.heard).hasSize(1);
    }

    @Test
    void aFailureHandlerMayFail() {
        DefaultConnectivityLayer layer = DefaultConnectivityLayer.create(stage.clock,
                ConnectivityLayerConfig.defaults().withFailures((_, _) -> {
                    throw new IllegalStateException("no ear");
                }));
        layer.onSignal((_, _) -> {
            throw new IllegalStateException("no voice");
        });

        assertThat(layer.emit(LayerFixture.attention()).signal().state()).isEqualTo(SignalState.ACTIVE);
    }

    @Test
    void aBlockedCallbackHoldsNobodyElse() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        stage.layer.onSignal((signal, _) -> {
            if (signal.source().equals("slow")) {
                inside.countDown();
                awaitQuietly(release);
            }
        });
        Thread slow = Thread.ofVirtual().start(() -> stage.emitFrom("slow"));
        inside.await();

        assertThat(stage.emitFrom("quick").state()).isEqualTo(SignalState.ACTIVE);
        stage.layer.advanceStep("t1");
        assertThat(stage.layer.query(SignalQuery.of("t1"))).hasSize(2);
        release.countDown();
        slow.join();
        assertThat(stage.dump("t1")).extracting(ConnectivitySignal::state).containsOnly(SignalState.ACTIVE);
    }

    private List<String> recipients(String source, Audience.RoleName audience) {
        return stage.layer.emit(LayerFixture.to(audience, LayerFixture.from(source, LayerFixture.attention())))
                .recipients();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
