package dev.waggle.signal.connectivity.layer;

import java.util.List;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.RequestedRoutingMode;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Lifecycle, steps and expiry: connectivity scenarios 33 to 47. */
class LifecycleTest {

    private final LayerFixture stage = new LayerFixture();

    @Test // C14: an empty list is no filter
    void anEmptySetOfAQuerySelectsEverything() {
        ConnectivitySignal closed = stage.emitFrom("a");
        ConnectivitySignal open = stage.emitFrom("b");
        stage.layer.resolve(closed.id());
        String thread = open.threadId();

        assertThat(stage.layer.query(SignalQuery.any(thread))).extracting(ConnectivitySignal::id)
                .containsExactlyInAnyOrder(closed.id(), open.id());
        assertThat(stage.layer.query(SignalQuery.none(thread))).isEmpty();
        assertThat(stage.layer.query(SignalQuery.of(thread).withPriorities().withMessageClasses().withSignalClasses()))
                .extracting(ConnectivitySignal::id).containsExactly(open.id());
    }

    @Test
    void resolvingClosesOnceAndIsToldOnce() { // 33, 34
        ConnectivitySignal emitted = stage.emitFrom("a");
        stage.listen();
        ConnectivitySignal active = stage.emitFrom("b");
        stage.heard.clear();

        ConnectivitySignal once = stage.layer.resolve(emitted.id());
        ConnectivitySignal again = stage.layer.resolve(emitted.id());
        stage.layer.resolve(active.id());

        assertThat(once.state()).isEqualTo(SignalState.RESOLVED);
        assertThat(again).isEqualTo(once);
        assertThat(stage.heard).containsExactly("resolved a resolved", "resolved b resolved");
    }

    @Test
    void whatIsOverOrUnknownCannotBeResolved() { // 35, 36
        ConnectivitySignal superseded = stage.emitFrom("a");
        stage.emit(LayerFixture.from("b", LayerFixture.attention().replacing(superseded.id())));
        ConnectivitySignal expired = stage.emit(LayerFixture.from("c", LayerFixture.attention().expiringAtStep(1)));
        stage.layer.advanceStep("t1");

        for (ConnectivitySignal over : List.of(superseded, expired)) {
            assertThatThrownBy(() -> stage.layer.resolve(over.id())).isExactlyInstanceOf(ConnectivityException.class);
        }
        assertThatThrownBy(() -> stage.layer.resolve("sig_none")).isInstanceOf(SignalNotFoundException.class);
    }

    @Test
    void supersedingIsToldBeforeTheNewSignal() { // 37
        stage.listen();
        ConnectivitySignal old = stage.emitFrom("a");
        stage.heard.clear();

        ConnectivitySignal successor = stage.emit(LayerFixture.from("b", LayerFixture.attention().replacing(old.id())));

        assertThat(stage.heard).containsExactly("superseded a superseded", "emitted b emitted");
        assertThat(stage.layer.query(SignalQuery.of("t1"))).containsExactly(successor);
        assertThat(stage.get(old).state()).isEqualTo(SignalState.SUPERSEDED);
    }

    @Test
    void anySourceAndClassMayReplaceAnyOpenSignal() { // 38, 39
        ConnectivitySignal last = stage.emitFrom("s0");
        for (SignalClass signalClass : SignalClass.values()) {
            last = stage.emit(
                    LayerFixture.from(signalClass.wireName(), LayerFixture.input(signalClass).replacing(last.id())));
        }

        assertThat(stage.layer.query(SignalQuery.of("t1"))).containsExactly(last);
        assertThat(stage.layer.stats("t1").signals()).containsEntry(SignalState.SUPERSEDED, 11);
    }

    @Test
    void nothingChangesASignalThatIsOver() { // 40, 46
        ConnectivitySignal resolved = stage.layer
                .resolve(stage.emit(LayerFixture.attention().expiringAtStep(1)).id());
        stage.listen();
        stage.layer.advanceStep("t1");
        stage.layer.advanceStep("t1");

        assertThat(stage.get(resolved)).isEqualTo(resolved);
        assertThat(stage.heard).isEmpty();
        assertThatThrownBy(() -> stage.layer.acknowledge(resolved.id(), "coordinator"))
                .isExactlyInstanceOf(ConnectivityException.class);
    }

    @Test
    void aSignalExpiresAtItsStepAndNotBefore() { // 42, 43
        ConnectivitySignal third = stage.emit(LayerFixture.from("a", LayerFixture.attention().expiringAtStep(3)));
        ConnectivitySignal never = stage.emitFrom("b");
        stage.layer.advanceStep("t1");
        stage.layer.advanceStep("t1");

        assertThat(stage.get(third).isOpen()).isTrue();
        stage.layer.advanceStep("t1");

        assertThat(stage.get(third).state()).isEqualTo(SignalState.EXPIRED);
        for (int i = 0; i < 50; i++) {
            stage.layer.advanceStep("t1");
        }
        assertThat(stage.get(never).isOpen()).isTrue();
    }

    @Test
    void anAcknowledgedSignalWhoseStepWasReachedBeforeExpiresOnce() { // 47
        ConnectivitySignal critical = stage
                .emit(LayerFixture.with(Priority.CRITICAL, LayerFixture.attention().expiringAtStep(0)));
        stage.layer.acknowledge(critical.id(), "coordinator");
        stage.listen();

        stage.layer.advanceStep("t1");

        assertThat(stage.heard).containsExactly("expired reviewer expired");
        assertThat(stage.layer.stats("t1").signals()).containsEntry(SignalState.EXPIRED, 1)
                .containsEntry(SignalState.EMITTED, 0);
    }

    @Test
    void expiriesAreToldOnceEachInTheOrderOfTheLog() { // 44
        stage.emit(LayerFixture.from("c", LayerFixture.attention().expiringAtStep(1)));
        stage.emit(LayerFixture.from("a", LayerFixture.attention().expiringAtStep(0)));
        stage.emit(LayerFixture.from("b", LayerFixture.attention().expiringAtStep(1)));
        stage.listen();

        stage.layer.advanceStep("t1");
        stage.layer.advanceStep("t1");

        assertThat(stage.heard).containsExactly("expired c expired", "expired a expired", "expired b expired");
    }

    @Test
    void stepsOfThreadsAreIndependent() { // 45
        ConnectivitySignal here = stage.emit(LayerFixture.attention().expiringAtStep(1));

        stage.layer.advanceStep("t2");
        stage.layer.advanceStep("t2");

        assertThat(stage.get(here).isOpen()).isTrue();
        assertThat(stage.layer.stats("t2").step()).isEqualTo(2);
        assertThat(stage.layer.stats("t1").step()).isZero();
    }

    @Test
    void aStepThatIsReachedAlreadyMeansTheNextOne() { // 47
        stage.layer.advanceStep("t1");
        stage.layer.advanceStep("t1");
        ConnectivitySignal late = stage.emit(LayerFixture.attention().expiringAtStep(1));

        assertThat(stage.get(late).isOpen()).isTrue();
        stage.layer.advanceStep("t1");

        assertThat(stage.get(late).state()).isEqualTo(SignalState.EXPIRED);
    }

    @Test
    void forwardingInCheapModeLeavesTheDetailsOut() {
        ConnectivitySignal signal = stage.emit(LayerFixture.attention().withDetails("long story"));

        assertThat(signal.forwardedIn(RequestedRoutingMode.CHEAP)).isEqualTo(signal.withoutDetails())
                .extracting(ConnectivitySignal::details).isNull();
        assertThat(signal.forwardedIn(RequestedRoutingMode.FAST)).isSameAs(signal);
        assertThat(signal.forwardedIn(RequestedRoutingMode.DEEP)).isSameAs(signal);
    }
}
