package dev.waggle.signal.connectivity.layer;

import java.util.List;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityException.CapacityException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.connectivity.CrowdedSource;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.OpenSignalLimit;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Workflows of the seed (connectivity scenarios 78 to 82), acknowledgement, guideline and limit of open signals. */
class CoordinationTest {

    private final LayerFixture stage = new LayerFixture();

    @Test
    void attentionOfAFew() { // 78
        stage.listen();
        stage.layer.registerSelectedResolver(_ -> List.of("specialist:b"));
        EmitReceipt receipt = stage.layer.emit(LayerFixture.to(Audience.RoleName.SELECTED, LayerFixture.attention()));
        SignalQuery query = SignalQuery.of("t1").withSignalClasses(SignalClass.ATTENTION_RAISE);

        assertThat(receipt.recipients()).containsExactly("specialist:b");
        assertThat(stage.heard).hasSize(1);
        assertThat(stage.layer.query(query)).containsExactly(receipt.signal());
        stage.layer.resolve(receipt.signal().id());
        assertThat(stage.layer.query(query)).isEmpty();
    }

    @Test
    void aConflictThatIsArbitrated() { // 79
        EmitSignalInput conflict = LayerFixture.with(Priority.HIGH, LayerFixture.input(SignalClass.CONFLICT_ACTIVE));
        ConnectivitySignal one = stage.emit(LayerFixture.from("a", conflict.withConfidence(0.2)));
        ConnectivitySignal other = stage.emit(LayerFixture.from("b", conflict.withConfidence(0.3)));
        SignalQuery query = SignalQuery.of("t1").withMessageClasses(MessageClass.CONFLICT);
        assertThat(stage.layer.query(query)).containsExactly(other, one);

        ConnectivitySignal verdict = stage
                .emit(LayerFixture.from("arbiter", LayerFixture.input(SignalClass.CONFLICT_RESOLVED)));
        stage.layer.resolve(one.id());
        stage.layer.resolve(other.id());

        assertThat(stage.layer.query(query)).containsExactly(verdict);
        assertThat(stage.layer.isConverged("t1")).isTrue();
    }

    @Test
    void aHandoffThatBecomesReady() { // 80
        ConnectivitySignal partial = stage.emit(LayerFixture.input(SignalClass.HANDOFF_PARTIAL));
        ConnectivitySignal ready = stage.emit(LayerFixture.input(SignalClass.HANDOFF_READY).replacing(partial.id()));

        assertThat(stage.layer.query(SignalQuery.of("t1"))).containsExactly(ready);
        assertThat(stage.layer.resolve(ready.id()).state()).isEqualTo(SignalState.RESOLVED);
    }

    @Test
    void aBlockerThatIsLifted() { // 81
        ConnectivitySignal blocker = stage.emit(LayerFixture.input(SignalClass.CONFIDENCE_BLOCKER));
        ConnectivitySignal uncertain = stage.emit(LayerFixture.input(SignalClass.ESCALATION_UNCERTAINTY));
        assertThat(stage.layer.isConverged("t1")).isFalse();

        stage.layer.resolve(uncertain.id());
        stage.emit(LayerFixture.input(SignalClass.CONFIDENCE_HIGH).replacing(blocker.id()));

        assertThat(stage.layer.isConverged("t1")).isTrue();
    }

    @Test
    void convergenceSaysWhatIsMissing() { // 82
        assertThat(stage.layer.convergence("t1").reason()).isEqualTo("converged");
        ConnectivitySignal conflict = stage
                .emit(LayerFixture.from("a", LayerFixture.input(SignalClass.CONFLICT_ACTIVE)));
        ConnectivitySignal escalation = stage
                .emit(LayerFixture.from("b", LayerFixture.input(SignalClass.ESCALATION_INTERRUPT)));
        stage.emit(LayerFixture.from("c", LayerFixture.input(SignalClass.CONFIDENCE_LOW)));
        ConnectivitySignal low = stage.emit(LayerFixture.from("d", LayerFixture.input(SignalClass.CONFIDENCE_LOW)));
        ConnectivitySignal sure = stage.emit(LayerFixture.from("c", LayerFixture.input(SignalClass.CONFIDENCE_MEDIUM)));

        assertThat(stage.layer.convergence("t1"))
                .isEqualTo(new Convergence(List.of(conflict), List.of(escalation), List.of(low)));
        assertThat(stage.layer.convergence("t1").reason()).isEqualTo(
                "not converged: 1 open conflict (a), 1 open escalation (b), 1 unsure specialist (d)");
        stage.layer.resolve(sure.id());
        assertThat(stage.layer.convergence("t1").unsureSpecialists()).extracting(ConnectivitySignal::source)
                .containsExactly("c", "d");
    }

    @Test
    void aCrowdedSourceHasMoreThanTenOpenSignalsBesidesHandoffs() {
        for (int i = 0; i < 11; i++) {
            stage.layer.advanceStep("t1");
            stage.emit(LayerFixture.from("handing", LayerFixture.input(SignalClass.HANDOFF_READY)));
            stage.emit(LayerFixture.from("ten",
                    i < 10 ? LayerFixture.attention() : LayerFixture.input(SignalClass.HANDOFF_READY)));
            stage.emit(LayerFixture.from("eleven", LayerFixture.attention()));
        }

        assertThat(stage.layer.crowdedSources("t1")).containsExactly(new CrowdedSource("eleven", 11));
        stage.layer.resolve(stage.layer.query(SignalQuery.of("t1").withSource("eleven")).getFirst().id());
        assertThat(stage.layer.crowdedSources("t1")).isEmpty();
        assertThat(stage.layer.crowdedSources("t2")).isEmpty();
    }

    @Test
    void aCriticalSignalStaysOpenUntilItsCoordinatorAcknowledgesIt() { // C22
        stage.layer.registerCoordinator("t1", "boss");
        EmitSignalInput critical = LayerFixture.with(Priority.CRITICAL, LayerFixture.input(SignalClass.HANDOFF_READY));
        ConnectivitySignal signal = stage.emit(critical.expiringAtStep(1));
        stage.listen();
        stage.layer.advanceStep("t1");
        stage.layer.advanceStep("t1");

        assertThat(stage.get(signal)).isEqualTo(signal);
        assertThat(stage.layer.awaitingAcknowledgement("t1")).containsExactly(signal);
        refused(() -> stage.layer.resolve(signal.id()), "until its coordinator \"boss\" has acknowledged it");
        refused(() -> stage.layer.acknowledge(signal.id(), "reviewer"), "only the coordinator \"boss\"");
        assertThatThrownBy(() -> stage.layer.acknowledge("sig_none", "boss"))
                .isInstanceOf(SignalNotFoundException.class);

        ConnectivitySignal acknowledged = stage.layer.acknowledge(signal.id(), "boss");
        assertThat(acknowledged.acknowledged()).isTrue();
        assertThat(stage.layer.acknowledge(signal.id(), "boss")).isEqualTo(acknowledged);
        assertThat(stage.layer.awaitingAcknowledgement("t1")).isEmpty();
        assertThat(acknowledged.isOpen()).isTrue();
        stage.layer.advanceStep("t1");
        assertThat(stage.heard).containsExactly("expired reviewer expired");
    }

    @Test
    void anAcknowledgedCriticalSignalCanBeResolved() {
        ConnectivitySignal signal = stage.emit(LayerFixture.with(Priority.CRITICAL, LayerFixture.attention()));
        stage.layer.acknowledge(signal.id(), "coordinator");

        assertThat(stage.layer.resolve(signal.id()).state()).isEqualTo(SignalState.RESOLVED);
        assertThat(stage.layer.acknowledge(signal.id(), "coordinator").state()).isEqualTo(SignalState.RESOLVED);
    }

    @Test
    void theDutyToAcknowledgePassesToTheSuccessor() {
        ConnectivitySignal critical = stage.emit(LayerFixture.with(Priority.CRITICAL, LayerFixture.attention()));
        ConnectivitySignal heir = stage.emit(LayerFixture.from("a", LayerFixture.attention().replacing(critical.id())));
        ConnectivitySignal heirOfHeir = stage
                .emit(LayerFixture.from("b", LayerFixture.attention().replacing(heir.id())));

        assertThat(stage.get(critical).state()).isEqualTo(SignalState.SUPERSEDED);
        assertThat(stage.layer.awaitingAcknowledgement("t1")).containsExactly(heirOfHeir);
        refused(() -> stage.layer.resolve(heirOfHeir.id()), "acknowledged");
        stage.layer.acknowledge(heirOfHeir.id(), "coordinator");
        ConnectivitySignal free = stage
                .emit(LayerFixture.from("c", LayerFixture.attention().replacing(heirOfHeir.id())));
        assertThat(stage.layer.resolve(free.id()).state()).isEqualTo(SignalState.RESOLVED);
    }

    @Test
    void aFullThreadRefusesAndChangesNothing() { // OQ-4
        LayerFixture small = new LayerFixture(ConnectivityLayerConfig.defaults()
                .withOpenLimit(new OpenSignalLimit(2, OpenSignalLimit.OverflowPolicy.REFUSE)));
        ConnectivitySignal first = small.emitFrom("a");
        small.emitFrom("b");

        assertThatThrownBy(() -> small.emitFrom("c")).isInstanceOf(CapacityException.class)
                .hasMessageContaining("thread \"t1\" has 2 open signals and takes at most 2");
        assertThat(small.layer.emit(LayerFixture.from("a", LayerFixture.attention())).suppressed()).isTrue();
        assertThat(small.emit(LayerFixture.in("t2", LayerFixture.attention())).isOpen()).isTrue();
        small.emit(LayerFixture.from("c", LayerFixture.attention().replacing(first.id())));
        assertThat(LayerFixture.sources(small.dump("t1"))).containsExactly("a", "b", "c");
    }

    @Test
    void aThreadIsFullOfBytesToo() {
        String text = "d".repeat(1_000);
        for (OpenSignalLimit.OverflowPolicy policy : OpenSignalLimit.OverflowPolicy.values()) {
            LayerFixture small = new LayerFixture(ConnectivityLayerConfig.defaults()
                    .withOpenLimit(new OpenSignalLimit(100, 6_000, policy)));
            ConnectivitySignal first = small.emit(LayerFixture.from("a", LayerFixture.attention()).withDetails(text));
            ConnectivitySignal second = small.emit(LayerFixture.from("b", LayerFixture.attention()).withDetails(text));
            EmitSignalInput third = LayerFixture.from("c", LayerFixture.attention()).withDetails(text);
            EmitSignalInput huge = LayerFixture.from("d", LayerFixture.attention()).withDetails(text.repeat(3));

            assertThatThrownBy(() -> small.emit(huge)).isInstanceOf(CapacityException.class)
                    .hasMessageContaining(
                            "thread \"t1\" has 2 open signals of 4752 bytes and takes at most 6000 bytes");
            assertThatThrownBy(() -> small.emit(huge.replacing(first.id()))).isInstanceOf(CapacityException.class);
            assertThat(small.dump("t1")).allMatch(ConnectivitySignal::isOpen).hasSize(2);
            ConnectivitySignal shorter = small.emit(LayerFixture.from("e", LayerFixture.attention())
                    .replacing(second.id()).withDetails("short"));
            small.layer.resolve(shorter.id());
            small.emit(third);
            EmitSignalInput fourth = third.withSource("f");
            switch (policy) {
                case REFUSE -> assertThatThrownBy(() -> small.emit(fourth)).isInstanceOf(CapacityException.class);
                case EXPIRE_OLDEST -> {
                    small.emit(fourth);
                    assertThat(small.get(first).state()).isEqualTo(SignalState.EXPIRED);
                }
            }
        }
    }

    @Test
    void aFullThreadGivesUpTheOldestOfTheLeastUrgent() { // OQ-4
        LayerFixture small = new LayerFixture(ConnectivityLayerConfig.defaults()
                .withOpenLimit(new OpenSignalLimit(4, OpenSignalLimit.OverflowPolicy.EXPIRE_OLDEST)));
        small.emit(LayerFixture.from("conflict",
                LayerFixture.with(Priority.LOW, LayerFixture.input(SignalClass.CONFLICT_ACTIVE))));
        small.emit(LayerFixture.from("escalation",
                LayerFixture.with(Priority.LOW, LayerFixture.input(SignalClass.ESCALATION_INTERRUPT))));
        ConnectivitySignal critical = small
                .emit(LayerFixture.from("critical", LayerFixture.with(Priority.CRITICAL, LayerFixture.attention())));
        small.emit(LayerFixture.from("high", LayerFixture.with(Priority.HIGH, LayerFixture.attention())));
        small.listen();

        EmitSignalInput urgent = LayerFixture.with(Priority.HIGH, LayerFixture.attention());
        small.emit(LayerFixture.from("high2", urgent));
        small.emit(LayerFixture.from("blocker",
                LayerFixture.with(Priority.HIGH, LayerFixture.input(SignalClass.CONFIDENCE_BLOCKER))));

        assertThat(small.heard).containsExactly("expired high expired", "emitted high2 emitted",
                "expired high2 expired", "emitted blocker emitted");
        EmitSignalInput more = LayerFixture.from("more",
                LayerFixture.with(Priority.CRITICAL, LayerFixture.attention()));
        assertThatThrownBy(() -> small.emit(more)).isInstanceOf(CapacityException.class);
        small.layer.acknowledge(critical.id(), "coordinator");
        assertThatThrownBy(() -> small.emit(LayerFixture.from("high3", urgent))).isInstanceOf(CapacityException.class);
        small.emit(more);
        assertThat(small.get(critical).state()).isEqualTo(SignalState.EXPIRED);
    }

    @Test
    void roomForChatterIsNotMadeByGivingUpWhatIsMoreUrgent() { // OQ-4
        LayerFixture small = new LayerFixture(ConnectivityLayerConfig.defaults()
                .withOpenLimit(new OpenSignalLimit(2, OpenSignalLimit.OverflowPolicy.EXPIRE_OLDEST)));
        small.emit(LayerFixture.with(Priority.LOW, LayerFixture.input(SignalClass.CONFIDENCE_BLOCKER)));
        ConnectivitySignal normal = small.emitFrom("normal");

        assertThatThrownBy(() -> small
                .emit(LayerFixture.from("chatter", LayerFixture.with(Priority.LOW, LayerFixture.attention()))))
                .isInstanceOf(CapacityException.class);
        small.emitFrom("as urgent");

        assertThat(small.get(normal).state()).isEqualTo(SignalState.EXPIRED);
        assertThat(small.layer.isConverged("t1")).isFalse();
    }

    @Test
    void convergenceFollowsTheLatestOpenWordOfEachSource() { // 82
        ConnectivitySignal blocker = stage.emit(LayerFixture.input(SignalClass.CONFIDENCE_BLOCKER));
        ConnectivitySignal low = stage.emit(LayerFixture.input(SignalClass.CONFIDENCE_LOW));
        stage.emit(LayerFixture.from("b", LayerFixture.input(SignalClass.CONFIDENCE_LOW)));
        ConnectivitySignal high = stage.emit(LayerFixture.input(SignalClass.CONFIDENCE_HIGH));
        assertThat(stage.layer.convergence("t1").unsureSpecialists()).extracting(ConnectivitySignal::source)
                .containsExactly("b");

        stage.layer.resolve(low.id());
        stage.layer.resolve(high.id());
        assertThat(stage.layer.convergence("t1").unsureSpecialists()).extracting(ConnectivitySignal::source)
                .containsExactly("reviewer", "b");
        assertThat(stage.layer.convergence("t1").unsureSpecialists().getFirst().id()).isEqualTo(blocker.id());
        stage.emit(LayerFixture.from("b", LayerFixture.input(SignalClass.CONFIDENCE_HIGH)));
        assertThat(stage.layer.isConverged("t1")).isFalse();
        stage.layer.resolve(blocker.id());
        assertThat(stage.layer.isConverged("t1")).isTrue();
    }

    @Test
    void convergenceOfAGreatThreadIsAskedWithoutLookingAtIt() {
        EmitSignalInput unsure = LayerFixture.with(Priority.CRITICAL, LayerFixture.input(SignalClass.CONFIDENCE_LOW));
        for (int i = 0; i < 100_000; i++) {
            stage.emit(LayerFixture.from("s" + i % 10, unsure));
        }
        for (int i = 0; i < 10; i++) {
            stage.emit(LayerFixture.from("s" + i, LayerFixture.input(SignalClass.CONFIDENCE_HIGH)));
        }

        for (int i = 0; i < 10_000; i++) { // Many minutes, if each call scanned all of them.
            assertThat(stage.layer.isConverged("t1")).isTrue();
            assertThat(stage.layer.convergence("t1").converged()).isTrue();
        }
    }

    @Test
    void aHundredThousandComponentsMayRegister() { // Many minutes, if each call scanned all of them.
        stage.emitFrom("s");
        for (int i = 0; i < 100_000; i++) {
            stage.layer.register("t1", "c" + i);
            stage.layer.register("t1", "c" + i);
        }

        EmitReceipt one = stage.layer
                .emit(LayerFixture.from("s", LayerFixture.to(Audience.RoleName.ALL, LayerFixture.attention())));
        stage.layer.registerCoordinator("t1", "boss");
        EmitReceipt other = stage.layer
                .emit(LayerFixture.from("x", LayerFixture.to(Audience.RoleName.ALL, LayerFixture.attention())));

        assertThat(one.recipients()).hasSize(100_002).startsWith("coordinator", "c0").endsWith("c99999", "s");
        assertThat(other.recipients()).hasSize(100_003).startsWith("boss", "c0").endsWith("s", "x");
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
        assertThatThrownBy(call).isExactlyInstanceOf(ConnectivityException.class).hasMessageContaining(message);
    }
}
