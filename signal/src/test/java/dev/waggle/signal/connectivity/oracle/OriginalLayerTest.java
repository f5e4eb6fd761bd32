package dev.waggle.signal.connectivity.oracle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Samples;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalCallback;
import dev.waggle.signal.connectivity.SignalCallback.SignalEvent;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.SuppressionConfig;
import dev.waggle.signal.world.ManualWorld;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The quirks of the earlier implementation that no trace shows. */
class OriginalLayerTest {

    private static final ConnectivityLayerConfig CONFIG = ConnectivityLayerConfig.defaults();

    private final ManualWorld world = new ManualWorld(Samples.T, 1);
    private final TraceWorld steppingBack = new TraceWorld(Samples.T);
    private final OriginalLayer layer = OriginalLayer.of(world, CONFIG);

    @Test
    void theConfiguredWindowIsTheTypedOne() {
        OriginalLayer timed = OriginalLayer.of(world, CONFIG.withSuppression(
                new SuppressionConfig.ByTime(Duration.ofMillis(10))));
        timed.emit(attention("a", "all", null));

        world.advance(Duration.ofMillis(10));
        assertThat(timed.emit(attention("a", "all", null)).suppressed()).isTrue();
        world.advance(Duration.ofMillis(1));
        assertThat(timed.emit(attention("a", "all", null)).suppressed()).isFalse();
    }

    @Test
    void whatCallbacksThrowGoesToTheFailureHandler() {
        List<String> told = new ArrayList<>();
        OriginalLayer failing = OriginalLayer.of(world, CONFIG.withFailures(
                (failure, context) -> told.add(context + ": " + failure.getMessage())));
        failing.onSignal((signal, event) -> {
            throw new IllegalStateException("boom");
        });

        assertThat(failing.emit(attention("a", "all", null)).signal().state()).isEqualTo(SignalState.ACTIVE);
        assertThat(told).containsExactly("a callback: boom");
    }

    @Test
    void anIdIsAWordAndWhatTheWorldGives() { // 19
        assertThat(emit("a", "all").signal().id()).matches("sig_[0-9a-z]{26}");
    }

    @Test
    void theReceiptShowsTheRecipientsThatTheOriginalThrewAway() { // 69, 70, 73
        layer.registerSelectedResolver(signal -> List.of("w1", "w2"));

        assertThat(emit("a", "self").recipients()).containsExactly("a");
        assertThat(emit("coordinator", "coordinator").recipients()).containsExactly("coordinator");
        assertThat(emit("b", "selected").recipients()).containsExactly("w1", "w2");
        assertThat(emit("c", "all").recipients()).containsExactly("coordinator", "a", "b", "c");
        assertThat(emit("c", "all").recipients()).isEmpty();
    }

    @Test
    void nobodyIsSelectedWithoutAResolver() {
        assertThat(emit("a", "selected").recipients()).isEmpty();
    }

    @Test
    void aOneShotCallbackLeavesTheSignalEmitted() {
        List<SignalEvent> heard = new ArrayList<>();
        layer.onSignal(new SignalCallback() {
            @Override
            public void onSignal(ConnectivitySignal signal, SignalEvent event) {
                heard.add(event);
                layer.offSignal(this);
            }
        });

        assertThat(emit("a", "all").signal().state()).isEqualTo(SignalState.EMITTED);
        assertThat(heard).containsExactly(SignalEvent.EMITTED);
    }

    @Test
    void aCallbackThatLeavesAndComesBackIsCalledAgainInTheSameDispatch() {
        List<String> heard = new ArrayList<>();
        layer.onSignal(new SignalCallback() {
            @Override
            public void onSignal(ConnectivitySignal signal, SignalEvent event) {
                heard.add(event.wireName());
                if (heard.size() == 1) {
                    layer.offSignal(this);
                    layer.onSignal(this);
                }
            }
        });

        emit("a", "all");

        assertThat(heard).containsExactly("emitted", "emitted");
    }

    @Test
    void laterCallbacksSeeWhereTheSignalStandsByThen() {
        List<String> heard = new ArrayList<>();
        layer.onSignal((signal, event) -> layer.resolve(signal.id()));
        layer.onSignal((signal, event) -> heard.add(event.wireName() + " " + signal.state().wireName()));

        assertThat(emit("a", "all").signal().state()).isEqualTo(SignalState.RESOLVED);
        assertThat(heard).containsExactly("resolved resolved", "emitted resolved");
    }

    @Test
    void anEmptyReplacesIsNoneButStays() { // C12
        ConnectivitySignal first = emit("a", "all").signal();

        ConnectivitySignal second = layer.emit(attention("b", "all", "")).signal();

        assertThat(second.replaces()).isEmpty();
        assertThat(layer.get(first.id())).contains(first);
    }

    @ParameterizedTest
    @CsvSource({"NaN, 0", "1.9, 1", "-0.9, 0", "-1, 2", "-2.5, 1", "-9, 0", "Infinity, 3", "-Infinity, 0"})
    void limitsAreCutAsTheyCome(double limit, int found) { // C16
        emit("a", "all");
        emit("b", "all");
        emit("c", "all");

        assertThat(layer.query(new OriginalQuery("t1", null, List.of(), List.of(), null, List.of(), null, null, limit,
                null))).hasSize(found);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2026-13-01", "T", "2026-04-11T"})
    void aDateThatIsNoneLetsEverythingPass(String text) { // C17
        emit("a", "all");

        assertThat(layer.query(new OriginalQuery("t1", "", List.of(), List.of(), null, List.of(), text, text, null,
                null))).hasSize(1);
    }

    @Test
    void wordsThatAreNoneMatchNothingAndOrderNewest() {
        emit("a", "all");
        world.advance(Duration.ofMillis(1));
        emit("b", "all");

        assertThat(layer.query(new OriginalQuery("t1", null, List.of("note"), List.of(), null, List.of(), null, null,
                null, null))).isEmpty();
        assertThat(layer.query(new OriginalQuery("t1", null, List.of(), List.of(), List.of("Active", "emitted"),
                List.of(), null, null, null, "sideways"))).extracting(ConnectivitySignal::source)
                .containsExactly("b", "a");
    }

    @Test
    void theTypedQueryAsksTheSame() {
        emit("a", "all");
        world.advance(Duration.ofMillis(1));
        ConnectivitySignal second = emit("b", "all").signal();

        assertThat(layer.query(new SignalQuery("t1", "b", Set.of(MessageClass.ATTENTION),
                Set.of(SignalClass.ATTENTION_RAISE), Set.of(SignalState.EMITTED), Set.of(Priority.NORMAL),
                Samples.T, Samples.T.plusMillis(2), 5, SignalQuery.Order.OLDEST))).containsExactly(second);
        assertThat(layer.query(SignalQuery.of("t1"))).extracting(ConnectivitySignal::source).containsExactly("b", "a");
    }

    @Test
    void theTypedInputIsCheckedTheSame() {
        assertThat(layer.emit(new EmitSignalInput("t1", "a", Audience.RoleName.ALL, MessageClass.HANDOFF,
                SignalClass.HANDOFF_READY, Priority.LOW, "Plan ready", null, null, null, 3L)).signal().expiresAtStep())
                .isEqualTo(3);
        assertThatThrownBy(() -> layer.emit(new EmitSignalInput("t1", "a", null, null, null, null, "Plan ready", null,
                null, null, null)))
                .isInstanceOf(SignalValidationException.class).hasMessageStartingWith("audience");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \t\n", "\u00A0", "\uFEFF", "\u2028\u3000"})
    void textIsBlankAsTheOriginalTrims(String text) { // C23
        assertThatThrownBy(() -> emit(text, "all")).isInstanceOf(SignalValidationException.class)
                .hasMessageStartingWith("source");
    }

    @Test
    void aControlCharacterIsNotBlank() {
        assertThat(emit("\u001F", "all").suppressed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, 1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void aStepIsAWholeNumber(double step) { // C24
        assertThatThrownBy(() -> layer.emit(new EmitWords("t1", "a", "all", "attention", "attention.raise",
                "normal", "Look at this", null, null, null, step)))
                .isInstanceOf(SignalValidationException.class).hasMessageContaining("expiresAtStep");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
    void aConfidenceIsAShare(double confidence) {
        assertThatThrownBy(() -> layer.emit(new EmitWords("t1", "a", "all", "attention", "attention.raise",
                "normal", "Look at this", confidence, null, null, null)))
                .isInstanceOf(SignalValidationException.class).hasMessageContaining("confidence");
    }

    @Test
    void wordsFromOutsideAreRefusedInTheSameOrder() { // 4, 5
        refusedWords(words(null, null, null, null, null, null, null, -1.0), "threadId");
        refusedWords(words("t1", null, null, null, null, null, null, -1.0), "source");
        refusedWords(words("t1", "s", "Self", "Conflict", "x", "URGENT", null, -1.0), "summary");
        refusedWords(words("t1", "s", "Self", "Conflict", "x", "URGENT", "x", -1.0),
                "audience must be one of self, coordinator, selected, all, got Self");
        refusedWords(words("t1", "s", "self", "Conflict", "x", "URGENT", "x", -1.0), "messageClass must be one of");
        refusedWords(words("t1", "s", "self", "conflict", "x", "URGENT", "x", -1.0), "signalClass must be one of");
        refusedWords(words("t1", "s", "self", "conflict", "handoff.ready", "URGENT", "x", -1.0),
                "priority must be one of low, normal, high, critical, got URGENT");
        refusedWords(words("t1", "s", "self", "conflict", "handoff.ready", "low", "x", -1.0), "does not belong");
        refusedWords(words("t1", "s", "self", "conflict", "conflict.active", "low", "x", -1.0), "expiresAtStep");
        refusedWords(words("t1", "s", "self", "conflict", "conflict.active", "low", "x", 1.0),
                "confidence is required");
    }

    @ParameterizedTest
    @ValueSource(strings = {"attention.dismiss;resolve", "handoff.blocked;confidence.blocker",
        "escalation.required;escalation.interrupt", "escalation.immediate;escalation.interrupt",
        "conflict.detected;conflict.active"})
    void droppedWordsAreRefusedWithTheirReplacement(String wordAndInstead) { // 6
        String[] parts = wordAndInstead.split(";", -1);

        refusedWords(words("t1", "s", "self", "conflict", parts[0], "low", "x", null), parts[0]);
        refusedWords(words("t1", "s", "self", "conflict", parts[0], "low", "x", null), parts[1]);
    }

    @Test
    void aWindowThatIsNoNumberNeverSwallows() {
        OriginalLayer timed = OriginalLayer.withWindow(steppingBack, Double.NaN, CONFIG);

        timed.emit(attention("a", "all", null));

        assertThat(timed.emit(attention("a", "all", null)).suppressed()).isFalse();
    }

    @Test
    void aNegativeWindowSwallowsOnlyWhenTheClockStepsBack() {
        OriginalLayer timed = OriginalLayer.withWindow(steppingBack, -10, CONFIG);
        timed.emit(attention("a", "all", null));
        assertThat(timed.emit(attention("a", "all", null)).suppressed()).isFalse();

        steppingBack.tick(Duration.ofMillis(-10));

        assertThat(timed.emit(attention("a", "all", null)).suppressed()).isTrue();
    }

    @Test
    void whatTheResolverThrowsComesOutAndTheSignalStays() { // C18
        List<SignalEvent> heard = new ArrayList<>();
        layer.onSignal((signal, event) -> heard.add(event));
        layer.registerSelectedResolver(signal -> {
            throw new IllegalStateException("no topology");
        });

        assertThatThrownBy(() -> emit("a", "selected")).isInstanceOf(IllegalStateException.class)
                .hasMessage("no topology");

        assertThat(layer.query(SignalQuery.of("t1"))).extracting(ConnectivitySignal::state)
                .containsExactly(SignalState.EMITTED);
        assertThat(heard).isEmpty();
    }

    private EmitReceipt emit(String source, String audience) {
        return layer.emit(attention(source, audience, null));
    }

    private static EmitWords attention(String source, String audience, @Nullable String replaces) {
        return new EmitWords("t1", source, audience, "attention", "attention.raise", "normal", "Look at this",
                null, null, replaces, null);
    }

    private void refusedWords(EmitWords words, String message) {
        assertThatThrownBy(() -> layer.emit(words)).isInstanceOf(SignalValidationException.class)
                .hasMessageContaining(message);
    }

    private static EmitWords words(@Nullable String threadId, @Nullable String source, @Nullable String audience,
            @Nullable String messageClass, @Nullable String signalClass, @Nullable String priority,
            @Nullable String summary, @Nullable Double expiresAtStep) {
        return new EmitWords(threadId, source, audience, messageClass, signalClass, priority, summary, null, null,
                null, expiresAtStep);
    }
}
