package dev.waggle.signal.connectivity.layer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.SuppressionConfig;
import dev.waggle.signal.connectivity.SuppressionConfig.BroadcastPolicy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Connectivity scenarios 48 to 63, and the broadcast policy. */
class SuppressionTest {

    private static final EmitSignalInput SURE = LayerFixture.input(SignalClass.CONFIDENCE_HIGH);
    private static final EmitSignalInput UNSURE = LayerFixture.input(SignalClass.ESCALATION_UNCERTAINTY);

    private final LayerFixture stage = new LayerFixture();

    @Test
    void aRepeatGivesTheStoredSignalUnchangedAndIsCounted() { // 48, 77
        ConnectivitySignal stored = stage.emit(SURE);
        stage.listen();

        EmitReceipt receipt = stage.layer
                .emit(LayerFixture.saying("other words", SURE.withConfidence(0.9).withDetails("x")
                        .expiringAtStep(9)));

        assertThat(receipt).isEqualTo(new EmitReceipt(stored, true, java.util.List.of()));
        assertThat(stage.dump("t1")).containsExactly(stored);
        assertThat(stage.heard).isEmpty();
        assertThat(stage.layer.stats("t1").suppressed()).isEqualTo(1);
        assertThat(stage.layer.suppressedRepeats(stored.id())).isEqualTo(1);
    }

    @Test
    void anyOtherKeyMakesANewSignal() { // 49
        stage.emit(SURE);

        isNew(LayerFixture.in("t2", SURE));
        isNew(LayerFixture.from("writer", SURE));
        isNew(LayerFixture.input(SignalClass.CONFIDENCE_MEDIUM));
        isNew(LayerFixture.to(Audience.RoleName.ALL, SURE));
    }

    @Test
    void aClosedSignalSwallowsNothing() { // 50
        stage.layer.resolve(stage.emit(SURE).id());
        ConnectivitySignal second = isNew(SURE);
        stage.emit(LayerFixture.from("writer", LayerFixture.attention().replacing(second.id())));
        isNew(SURE.expiringAtStep(1));
        stage.layer.advanceStep("t1");
        isNew(SURE);
    }

    @Test
    void aNewStepEndsTheWindowAndLeavesTheOldSignalOpen() { // 51, C29
        stage.emit(SURE);
        stage.layer.advanceStep("t1");

        isNew(SURE);

        assertThat(stage.layer.query(SignalQuery.of("t1"))).hasSize(2);
    }

    @Test
    void criticalSignalsAreNeverSwallowedAndSwallowTheLessUrgent() { // 52, 53
        EmitSignalInput critical = LayerFixture.with(Priority.CRITICAL, LayerFixture.attention());
        ConnectivitySignal oldest = isNew(critical);
        isNew(critical);
        isNew(critical);

        swallowedBy(oldest, LayerFixture.attention());
    }

    @Test
    void anEscalationWithNewWordsIsNews() { // 54, 55, C26: nothing lost, whatever its priority
        for (Priority priority : new Priority[] {Priority.LOW, Priority.NORMAL, Priority.HIGH}) {
            EmitSignalInput escalation = LayerFixture.from(priority.name(), LayerFixture.with(priority, UNSURE));
            ConnectivitySignal first = isNew(LayerFixture.saying("one", escalation));
            ConnectivitySignal second = isNew(LayerFixture.saying("two", escalation));

            swallowedBy(first, LayerFixture.saying("one", escalation));
            swallowedBy(second, LayerFixture.saying("two", escalation));
        }
    }

    @Test
    void aHigherPriorityIsNeverLost() { // 56, C15
        ConnectivitySignal low = isNew(LayerFixture.with(Priority.LOW, SURE));
        ConnectivitySignal high = isNew(LayerFixture.with(Priority.HIGH, SURE));

        swallowedBy(high, LayerFixture.with(Priority.NORMAL, SURE));
        swallowedBy(high, LayerFixture.with(Priority.HIGH, SURE));
        swallowedBy(low, LayerFixture.with(Priority.LOW, SURE));
    }

    @Test
    void aLowSignalWithoutConfidenceRepeatsWhateverWasSaidToTheSameAudience() { // C15
        EmitSignalInput low = LayerFixture.with(Priority.LOW, LayerFixture.attention());
        for (Audience.RoleName audience : Audience.RoleName.values()) {
            for (Priority priority : Priority.values()) {
                EmitSignalInput of = LayerFixture.from(audience + "-" + priority, LayerFixture.to(audience, low));
                swallowedBy(isNew(LayerFixture.with(priority, of)), of);
            }
        }

        isNew(LayerFixture.from("writer", low));
    }

    @Test
    void aLowSignalToOthersIsNoRepeat() { // C15: the audience is part of the key
        for (Audience.RoleName first : Audience.RoleName.values()) {
            isNew(LayerFixture.from(first.name(), LayerFixture.to(first, LayerFixture.attention())));
            for (Audience.RoleName other : Audience.RoleName.values()) {
                if (other != first) {
                    isNew(LayerFixture.from(first.name(),
                            LayerFixture.to(other, LayerFixture.with(Priority.LOW, LayerFixture.attention()))));
                }
            }
        }
    }

    @Test
    void aLowEscalationToAllReachesAllAndTheHookAfterOneToTheCoordinator() {
        List<String> routed = new ArrayList<>();
        LayerFixture hooked = new LayerFixture(ConnectivityLayerConfig.defaults().withHook(signal -> {
            routed.add(signal.audience().name());
            return Optional.empty();
        }));
        hooked.layer.register("t1", "writer");
        EmitSignalInput low = LayerFixture.with(Priority.LOW, UNSURE);
        hooked.listen();

        hooked.emit(low);
        EmitReceipt toAll = hooked.layer.emit(LayerFixture.to(Audience.RoleName.ALL, low));

        assertThat(toAll.suppressed()).isFalse();
        assertThat(toAll.recipients()).containsExactly("coordinator", "writer", "reviewer");
        assertThat(routed).containsExactly("COORDINATOR", "ALL");
        assertThat(hooked.heard).hasSize(2);
    }

    @Test
    void aTimeWindowIsFixedFromTheStoredSignal() { // 57, 58, C07
        LayerFixture timed = new LayerFixture(
                ConnectivityLayerConfig.defaults().withSuppression(SuppressionConfig.byTime()));
        ConnectivitySignal first = timed.emit(SURE);

        timed.clock.move(4999);
        assertThat(timed.emit(SURE)).isEqualTo(first);
        timed.layer.advanceStep("t1");
        timed.clock.move(1);
        assertThat(timed.emit(SURE)).isEqualTo(first);
        timed.clock.move(1);
        ConnectivitySignal second = timed.emit(SURE);
        timed.clock.move(5000);

        assertThat(second).isNotEqualTo(first);
        assertThat(timed.emit(SURE)).isEqualTo(second);
    }

    @Test
    void aWindowOfZeroIsOneMillisecond() { // 59
        LayerFixture timed = timed(Duration.ZERO);
        ConnectivitySignal first = timed.emit(SURE);

        assertThat(timed.emit(SURE)).isEqualTo(first);
        timed.clock.move(1);
        assertThat(timed.emit(SURE)).isNotEqualTo(first);
    }

    @Test
    void aTimeWindowKnowsExpiryAndEscalations() { // 60
        LayerFixture timed = timed(Duration.ofMinutes(1));
        ConnectivitySignal first = timed.emit(SURE.expiringAtStep(1));
        timed.layer.advanceStep("t1");

        assertThat(timed.emit(SURE)).isNotEqualTo(first);
        assertThat(timed.emit(LayerFixture.saying("one", UNSURE)))
                .isNotEqualTo(timed.emit(LayerFixture.saying("two", UNSURE)));
    }

    @Test
    void aClockThatStepsBackKeepsSwallowing() { // h44
        LayerFixture timed = timed(Duration.ofMillis(100));
        ConnectivitySignal first = timed.emit(SURE);

        timed.clock.move(-60_000);
        assertThat(timed.emit(SURE)).isEqualTo(first);
    }

    @Test
    void theStepBasisDoesNotReadTheClock() { // 61
        ConnectivitySignal first = stage.emit(SURE);
        stage.clock.move(1_000_000);

        swallowedBy(first, SURE);
    }

    @Test
    void anUpdateOfTheSameGradeSupersedes() { // 62, C08
        ConnectivitySignal old = stage.emit(SURE);
        ConnectivitySignal updated = isNew(SURE.withConfidence(0.9).replacing(old.id()));
        ConnectivitySignal other = stage.emitFrom("writer");
        ConnectivitySignal third = isNew(SURE.replacing(other.id()));

        assertThat(stage.get(old).state()).isEqualTo(SignalState.SUPERSEDED);
        assertThat(stage.layer.query(SignalQuery.of("t1"))).containsExactly(third, updated);
    }

    @Test
    void fortySignalsInFortyStepsAreAllKept() { // 63
        for (int i = 0; i < 40; i++) {
            isNew(SURE);
            stage.layer.advanceStep("t1");
        }
    }

    @Test
    void aStrictBroadcastKeepsRepeatsAwayAsLongAsItIsOpen() { // OQ-2
        LayerFixture strict = new LayerFixture(
                ConnectivityLayerConfig.defaults().withBroadcast(BroadcastPolicy.STRICT));
        EmitSignalInput toAll = LayerFixture.to(Audience.RoleName.ALL, LayerFixture.saying("stop", UNSURE));
        ConnectivitySignal open = strict.emit(toAll);
        ConnectivitySignal narrow = strict.emit(UNSURE);
        for (int i = 0; i < 3; i++) {
            strict.layer.advanceStep("t1");
            strict.clock.move(1_000_000);
        }

        assertThat(strict.emit(toAll)).isEqualTo(open);
        assertThat(strict.emit(UNSURE)).isNotEqualTo(narrow);
        assertThat(strict.emit(LayerFixture.saying("go", toAll))).isNotEqualTo(open);
        assertThat(strict.emit(LayerFixture.with(Priority.HIGH, toAll))).isNotEqualTo(open);
        strict.layer.resolve(open.id());
        assertThat(strict.layer.emit(LayerFixture.with(Priority.CRITICAL, toAll)).suppressed()).isFalse();
    }

    @Test
    void strictBroadcastsKeepRepeatsToAllAwayAndNoOthers() { // C29, C15
        LayerFixture strict = new LayerFixture(
                ConnectivityLayerConfig.defaults().withBroadcast(BroadcastPolicy.STRICT));
        EmitSignalInput low = LayerFixture.with(Priority.LOW, LayerFixture.attention());
        ConnectivitySignal toAll = strict.emit(LayerFixture.to(Audience.RoleName.ALL, low));
        strict.layer.advanceStep("t1");

        assertThat(strict.layer.emit(LayerFixture.to(Audience.RoleName.ALL, low)).signal()).isEqualTo(toAll);
        ConnectivitySignal toSelf = strict.emit(LayerFixture.to(Audience.RoleName.SELF, low));
        assertThat(toSelf).isNotEqualTo(toAll);
        assertThat(strict.layer.emit(LayerFixture.to(Audience.RoleName.COORDINATOR, low)).suppressed()).isFalse();
        assertThat(strict.layer.emit(LayerFixture.to(Audience.RoleName.SELF, low)).signal()).isEqualTo(toSelf);
        strict.layer.advanceStep("t1");
        assertThat(strict.layer.emit(LayerFixture.to(Audience.RoleName.SELF, low)).suppressed()).isFalse();
    }

    @Test
    void aFloodOfOneKeyStaysCheap() { // Would take minutes if an emit looked at every earlier one.
        for (int i = 0; i < 20_000; i++) {
            stage.emit(LayerFixture.with(Priority.CRITICAL, SURE));
            stage.emit(LayerFixture.saying("words " + i, UNSURE));
            stage.layer.resolve(stage.emit(LayerFixture.from("writer", SURE)).id());
        }

        assertThat(stage.layer.emit(SURE).suppressed()).isTrue();
        assertThat(stage.layer.emit(LayerFixture.saying("words 7", UNSURE)).suppressed()).isTrue();
        assertThat(stage.layer.stats("t1").stored()).isEqualTo(60_000);
    }

    private ConnectivitySignal isNew(EmitSignalInput input) {
        EmitReceipt receipt = stage.layer.emit(input);
        assertThat(receipt.suppressed()).isFalse();
        return receipt.signal();
    }

    private void swallowedBy(ConnectivitySignal stored, EmitSignalInput input) {
        EmitReceipt receipt = stage.layer.emit(input);
        assertThat(receipt.suppressed()).isTrue();
        assertThat(receipt.signal()).isEqualTo(stored);
    }

    private static LayerFixture timed(Duration window) {
        return new LayerFixture(
                ConnectivityLayerConfig.defaults().withSuppression(new SuppressionConfig.ByTime(window)));
    }
}
