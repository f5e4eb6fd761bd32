package dev.waggle.signal.connectivity.layer;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.SuppressionConfig;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Connectivity scenarios 1 to 18. */
class EmitValidatorTest {

    private final LayerFixture stage = new LayerFixture();

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "\t", "\n ", "\u00a0", "\ufeff"})
    void blankTextsAreRefusedAndTheLogStaysEmpty(String blank) { // 1, 2, 3
        refused(LayerFixture.in(blank, LayerFixture.attention()), "threadId must not be blank");
        refused(LayerFixture.from(blank, LayerFixture.attention()), "source must not be blank");
        refused(LayerFixture.saying(blank, LayerFixture.attention()), "summary must not be blank");

        assertThat(stage.dump("t1")).isEmpty();
    }

    @Test
    void theFirstFailureIsAlwaysTheSame() { // 4
        List<EmitSignalInput> everLess = List.of(
                new EmitSignalInput(null, null, null, null, null, null, null, null, null, "no", -1L),
                new EmitSignalInput("t1", null, null, null, null, null, null, null, null, "no", -1L),
                new EmitSignalInput("t1", "s", null, null, null, null, null, null, null, "no", -1L),
                new EmitSignalInput("t1", "s", null, null, null, null, "x", null, null, "no", -1L),
                new EmitSignalInput("t1", "s", Audience.RoleName.ALL, null, null, null, "x", null, null, "no", -1L),
                new EmitSignalInput("t1", "s", Audience.RoleName.ALL, MessageClass.CONFLICT, null, null, "x", null,
                        null,
                        "no", -1L),
                new EmitSignalInput("t1", "s", Audience.RoleName.ALL, MessageClass.CONFLICT, SignalClass.HANDOFF_READY,
                        null, "x", null, null, "no", -1L),
                new EmitSignalInput("t1", "s", Audience.RoleName.ALL, MessageClass.CONFLICT, SignalClass.HANDOFF_READY,
                        Priority.LOW, "x", null, null, "no", -1L),
                new EmitSignalInput("t1", "s", Audience.RoleName.ALL, MessageClass.CONFLICT,
                        SignalClass.CONFLICT_ACTIVE,
                        Priority.LOW, "x", null, null, "no", -1L),
                new EmitSignalInput("t1", "s", Audience.RoleName.ALL, MessageClass.CONFLICT,
                        SignalClass.CONFLICT_ACTIVE,
                        Priority.LOW, "x", null, null, "no", 1L),
                new EmitSignalInput("t1", "s", Audience.RoleName.ALL, MessageClass.CONFLICT,
                        SignalClass.CONFLICT_ACTIVE,
                        Priority.LOW, "x", 2.0, null, "no", 1L),
                new EmitSignalInput("t1", "s", Audience.RoleName.ALL, MessageClass.CONFIDENCE,
                        SignalClass.CONFIDENCE_LOW,
                        Priority.LOW, "x", 0.9, null, "no", 1L),
                new EmitSignalInput("t1", "s", Audience.RoleName.ALL, MessageClass.CONFIDENCE,
                        SignalClass.CONFIDENCE_LOW,
                        Priority.LOW, "x", 0.2, null, "no", 1L));
        List<String> first = List.of("threadId", "source", "summary", "audience", "messageClass", "signalClass",
                "priority", "signalClass handoff.ready does not belong", "expiresAtStep", "confidence is required",
                "confidence must be between 0 and 1", "confidence of confidence.low", "replaces: there is no signal");

        for (int i = 0; i < first.size(); i++) {
            refused(everLess.get(i), first.get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"attention.dismiss", "handoff.blocked", "escalation.required", "escalation.immediate",
        "conflict.detected", "Conflict.active", ""})
    void droppedWordsNameNoSignalClass(String word) { // 5, 6
        assertThat(SignalClass.ofWireName(word)).isEmpty();
    }

    @Test
    void exactlyElevenPairsOfMessageClassAndSignalClassAreAccepted() { // 7
        int accepted = 0;
        for (MessageClass messageClass : MessageClass.values()) {
            for (SignalClass signalClass : SignalClass.values()) {
                EmitSignalInput fitting = LayerFixture.input(signalClass);
                EmitSignalInput pair = new EmitSignalInput("t1", messageClass.wireName(), fitting.audience(),
                        messageClass,
                        signalClass, fitting.priority(), "x", fitting.confidence(), null, null, null);
                if (signalClass.messageClass() == messageClass) {
                    accepted++;
                    assertThat(stage.layer.emit(pair).suppressed()).isFalse();
                } else {
                    refused(pair, "does not belong");
                }
            }
        }

        assertThat(accepted).isEqualTo(11);
    }

    @ParameterizedTest
    @EnumSource(SignalClass.class)
    void confidenceIsRequiredForConfidenceAndConflictOnly(SignalClass signalClass) { // 8, 9
        EmitSignalInput without = EmitSignalInput.of("t1", "s", Audience.RoleName.SELF, signalClass, Priority.LOW, "x");

        switch (signalClass.messageClass()) {
            case CONFIDENCE, CONFLICT -> refused(without, "confidence is required for " + signalClass.wireName());
            case ATTENTION, HANDOFF, ESCALATION -> {
                assertThat(stage.emit(without).confidence()).isNull();
                assertThat(stage.emit(LayerFixture.from("sure", without.withConfidence(0.3))).confidence())
                        .isEqualTo(0.3);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.01, 1.01, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void confidenceIsAFiniteShareForEveryClass(double confidence) { // 10
        for (SignalClass signalClass : SignalClass.values()) {
            refused(LayerFixture.input(signalClass).withConfidence(confidence), "confidence must be between 0 and 1");
        }
    }

    @ParameterizedTest
    @EnumSource(SignalClass.class)
    void eachClassTakesBothEndsOfItsRangeAndNothingOutside(SignalClass signalClass) { // 11, 13
        double min = signalClass.minConfidence();
        double max = signalClass.maxConfidence();

        assertThat(
                stage.emit(LayerFixture.from("a", LayerFixture.input(signalClass).withConfidence(min))).confidence())
                .isEqualTo(min);
        assertThat(
                stage.emit(LayerFixture.from("b", LayerFixture.input(signalClass).withConfidence(max))).confidence())
                .isEqualTo(max);
        refused(LayerFixture.input(signalClass).withConfidence(Math.nextDown(min)), "confidence");
        refused(LayerFixture.input(signalClass).withConfidence(Math.nextUp(max)), "confidence");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.795, 0.395, 0.05})
    void gapsBetweenTheRangesFitNoConfidenceClass(double confidence) { // 12
        for (SignalClass signalClass : List.of(SignalClass.CONFIDENCE_HIGH, SignalClass.CONFIDENCE_MEDIUM,
                SignalClass.CONFIDENCE_LOW, SignalClass.CONFIDENCE_BLOCKER)) {
            refused(LayerFixture.input(signalClass).withConfidence(confidence),
                    "confidence of " + signalClass.wireName());
        }
    }

    @Test
    void expiryIsAWholeStepOfAtLeastZero() { // 14
        refused(LayerFixture.attention().expiringAtStep(-1),
                "expiresAtStep must be a whole number of at least 0, got -1");
        assertThat(stage.emit(LayerFixture.from("zero", LayerFixture.attention().expiringAtStep(0))).expiresAtStep())
                .isZero();
    }

    @Test
    void aReplacedSignalMustExistInTheSameThread() { // 15, 16
        ConnectivitySignal other = stage.emit(LayerFixture.in("t2", LayerFixture.attention()));

        assertThatThrownBy(() -> stage.emit(LayerFixture.attention().replacing("sig_none")))
                .isInstanceOf(SignalNotFoundException.class).hasMessageContaining("sig_none");
        refused(LayerFixture.attention().replacing(other.id()), "is of thread \"t2\", not of \"t1\"");

        assertThat(stage.get(other).state()).isEqualTo(SignalState.EMITTED);
        assertThat(stage.emit(LayerFixture.attention().replacing("")).replaces()).isNull();
    }

    @Test
    void aClosedSignalCannotBeReplacedEvenByARepeat() { // 17
        ConnectivitySignal resolved = stage.layer.resolve(stage.emitFrom("a").id());
        ConnectivitySignal superseded = stage.emitFrom("b");
        stage.emit(LayerFixture.from("c", LayerFixture.attention().replacing(superseded.id())));
        ConnectivitySignal expired = stage.emit(LayerFixture.from("d", LayerFixture.attention().expiringAtStep(1)));
        stage.layer.advanceStep("t1");
        int stored = stage.dump("t1").size();

        for (ConnectivitySignal closed : List.of(resolved, superseded, expired)) {
            EmitSignalInput repeat = LayerFixture.from("c", LayerFixture.attention().replacing(closed.id()));
            assertThatThrownBy(() -> stage.emit(repeat)).isExactlyInstanceOf(ConnectivityException.class)
                    .hasMessageContaining("final");
        }
        assertThat(stage.dump("t1")).hasSize(stored);
    }

    @Test
    void nobodyIsCalledForARefusedEmit() { // 18
        AtomicInteger calls = new AtomicInteger();
        LayerFixture watched = new LayerFixture(ConnectivityLayerConfig.defaults().withHook(_ -> {
            calls.incrementAndGet();
            return java.util.Optional.empty();
        }));
        watched.listen();
        watched.layer.registerSelectedResolver(_ -> {
            calls.incrementAndGet();
            return List.of();
        });

        assertThatThrownBy(() -> watched.emit(LayerFixture.to(Audience.RoleName.SELECTED,
                LayerFixture.input(SignalClass.ESCALATION_INTERRUPT).withConfidence(2)))).isNotNull();

        assertThat(calls).hasValue(0);
        assertThat(watched.heard).isEmpty();
        assertThat(watched.layer.stats("t1").stored()).isZero();
        assertThat(watched.layer.stats("t1").step()).isZero();
    }

    @Test
    void textsHaveStatedLimits() {
        assertThat(stage.emit(LayerFixture.saying("\ud83d\udc1d\n".repeat(3_000), LayerFixture.attention())).summary())
                .hasSize(9_000);

        refused(LayerFixture.saying("x".repeat(100_001), LayerFixture.attention()),
                "summary must have at most 100000 characters");
        refused(LayerFixture.attention().withDetails("x".repeat(1_000_001)),
                "details must have at most 1000000 characters");
        refused(LayerFixture.from("x".repeat(513), LayerFixture.attention()),
                "source must have at most 512 characters");
        refused(LayerFixture.in("x".repeat(513), LayerFixture.attention()),
                "threadId must have at most 512 characters");
        refused(LayerFixture.from("a\u001b[2J", LayerFixture.attention()),
                "source must not hold control characters, got \"a\\u001b");
    }

    @ParameterizedTest
    @MethodSource("callsWithNull")
    void nullsAreRefusedByName(Call call) {
        assertThatThrownBy(() -> call.on(stage.layer)).isInstanceOf(SignalValidationException.class)
                .hasMessageContaining("must not be");
    }

    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // Calls of a caller without a null checker.
    static Stream<Call> callsWithNull() {
        return Stream.of(layer -> layer.emit(null), layer -> layer.resolve(null), layer -> layer.get(null),
                layer -> layer.query(null), layer -> layer.advanceStep(null), layer -> layer.onSignal(null),
                layer -> layer.offSignal(null), layer -> layer.registerSelectedResolver(null),
                layer -> layer.acknowledge("x", null), layer -> layer.register(null, "x"),
                layer -> layer.register("t1", null), layer -> layer.stats(null), layer -> layer.advanceStep(" "),
                layer -> layer.registerCoordinator("t1", ""), layer -> layer.closeThread(null),
                _ -> SignalQuery.of("t1").withSince((String) null),
                _ -> SignalQuery.of("t1").withBefore((Instant) null), _ -> SignalQuery.of("t1").withOrder(null),
                _ -> SignalQuery.of("t1").withStates(SignalState.ACTIVE, null),
                layer -> layer.emit(EmitSignalInput.of("t1", "s", Audience.RoleName.ALL, null, Priority.LOW, "x")),
                layer -> layer.emit(LayerFixture.attention().withSource(null)));
    }

    @Test
    void valuesGivenTwiceCountOnce() {
        assertThat(SignalQuery.of("t1").withStates(SignalState.ACTIVE, SignalState.ACTIVE).states())
                .containsExactly(SignalState.ACTIVE);
    }

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // Calls of a caller without a null checker.
    void aConfigurationLacksNothing() {
        ConnectivityLayerConfig config = ConnectivityLayerConfig.defaults();
        for (ThrowingCallable lacking : List.<ThrowingCallable>of(() -> config.withHook(null),
                () -> config.withSuppression(null), () -> config.withLedger(null), () -> config.withFailures(null),
                () -> config.withBroadcast(null), () -> config.withOpenLimit(null),
                () -> new SuppressionConfig.ByTime(null))) {
            assertThatThrownBy(lacking).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("must ");
        }
    }

    interface Call {
        void on(DefaultConnectivityLayer layer);
    }

    private void refused(EmitSignalInput input, String message) {
        Class<? extends RuntimeException> type = message.startsWith("replaces: there")
                ? SignalNotFoundException.class
                : SignalValidationException.class;
        assertThatThrownBy(() -> stage.layer.emit(input)).isInstanceOf(type).hasMessageContaining(message);
    }
}
