package dev.waggle.signal.bus;

import java.util.List;
import java.util.function.Consumer;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.SignalFactory;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternDialect;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Signals of a harness on the bus: harness 20 to 24. */
class HarnessBusTest {

    private final BusFixture stage = new BusFixture(BusConfig.defaults().withMaxHistorySize(3));
    private final SignalFactory factory = new SignalFactory(stage.world);

    /** Scenario 20 of the harness. */
    @Test
    void everyMatchingSubscriberIsCalledOnceInOrderAlthoughOneThrows() {
        hear("first", "text:*");
        subscribe("second", "**", signal -> {
            throw new IllegalStateException("broken");
        });
        hear("third", "text:**");
        hear("other", "tool:*");

        emit("text:delta");

        assertThat(stage.heard()).containsExactly("first heard text:delta", "second heard text:delta",
                "third heard text:delta");
        assertThat(stage.failures()).hasSize(1);
        assertThat(stage.bus.counts().failed()).isEqualTo(1);
    }

    /** Scenario 21 of the harness: one handler of several patterns. */
    @Test
    void aHandlerOfSeveralMatchingPatternsIsCalledOnce() {
        Consumer<Signal> handler = signal -> stage.events.add("a heard " + signal.type().text());
        for (String pattern : List.of("text:*", "text:delta", "**")) {
            stage.bus.subscribe("a", harness(pattern), handler);
        }

        emit("text:delta");

        assertThat(stage.heard()).containsExactly("a heard text:delta");
    }

    /** Scenario 22 of the harness. */
    @Test
    void whoUnsubscribedIsNotCalledAndNotCounted() {
        hear("a", "**");
        hear("b", "text:*");
        emit("text:delta");
        stage.bus.unsubscribe("a");
        emit("text:delta");

        assertThat(stage.heard()).containsExactly("a heard text:delta", "b heard text:delta", "b heard text:delta");
        assertThat(stage.bus.counts().delivered()).isEqualTo(3);
        assertThat(stage.bus.unsubscribe("b", harness("text:*"))).isTrue();
        assertThat(stage.bus.unsubscribe("b", harness("text:*"))).isFalse();
    }

    /**
     * Scenario 23 of the harness. The original takes 0 for no bound; here a bus that would retain nothing is refused.
     */
    @Test
    void historyKeepsTheLatestInTheOrderOfEmissionAndNobodyChangesIt() {
        for (int i = 1; i <= 5; i++) {
            emit("text:" + i);
        }
        List<Signal> history = stage.bus.getHistory();

        assertThat(names(history)).containsExactly("text:3", "text:4", "text:5");
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(history::removeFirst);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> history.add(history.getFirst()));
        assertThat(names(stage.bus.getHistory())).containsExactly("text:3", "text:4", "text:5");
        assertThatIllegalArgumentException().isThrownBy(() -> BusConfig.defaults().withMaxHistorySize(0));
    }

    /** Scenario 24 of the harness. */
    @Test
    void aSignalEmittedInsideAHandlerIsSeenByAllAndFollowsItsCauseInHistory() {
        subscribe("first", "**", signal -> {
            if (signal.type().text().equals("tool:call")) {
                emit("tool:result");
            }
        });
        hear("second", "**");

        emit("tool:call");

        assertThat(stage.heard()).containsExactly("first heard tool:call", "second heard tool:call",
                "first heard tool:result", "second heard tool:result");
        assertThat(names(stage.bus.getHistory())).containsExactly("tool:call", "tool:result");
    }

    private void emit(String name) {
        assertThat(stage.bus.publish(factory.createSignal(name, JsonValue.ofNull())))
                .isInstanceOf(PublishReceipt.Published.class);
    }

    private void hear(String who, String pattern) {
        subscribe(who, pattern, signal -> {
        });
    }

    private void subscribe(String who, String pattern, Consumer<Signal> act) {
        stage.bus.subscribe(who, harness(pattern), signal -> {
            stage.events.add(who + " heard " + signal.type().text());
            act.accept(signal);
        });
    }

    private static Pattern harness(String text) {
        return Pattern.of(text, PatternDialect.HARNESS);
    }

    private static List<String> names(List<Signal> signals) {
        return signals.stream().map(signal -> signal.type().text()).toList();
    }
}
