package dev.waggle.signal.harness;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;

import static org.assertj.core.api.Assertions.assertThat;

/** Laws of the signals of every run, for any harness and any ending. */
public final class HarnessLaws {

    private HarnessLaws() {}

    /** Checks the signals of one run, in the order of arrival, against its harness and context. */
    public static void hold(Harness harness, RunContext context, List<Signal> signals) {
        assertThat(signals).as("the signals of a run").isNotEmpty();
        oneBeginningOneEnd(signals);
        belongToTheCaller(harness, context, signals);
        joinedDeltasAreTheWhole(signals, HarnessSignals.TEXT_DELTA, HarnessSignals.TEXT_COMPLETE);
        joinedDeltasAreTheWhole(signals, HarnessSignals.THINKING_DELTA, HarnessSignals.THINKING_COMPLETE);
        resultsReferToEarlierCalls(signals);
        errorsStandBeforeTheEnd(signals);
        assertThat(signals).extracting(Signal::id).doesNotHaveDuplicates();
    }

    /** The signals of that type. */
    public static List<Signal> of(SignalType type, List<Signal> signals) {
        return signals.stream().filter(signal -> signal.type().equals(type)).toList();
    }

    /** A field of the payload; the value null where there is none. */
    public static JsonValue field(Signal signal, String... path) {
        JsonValue at = signal.payload() instanceof Payload.Open open ? open.data() : null;
        for (String name : path) {
            at = at instanceof JsonValue.Obj object ? object.fields().get(name) : null;
        }
        return at == null ? JsonValue.ofNull() : at;
    }

    /** A field of the payload that is a text; empty where it is none. */
    public static String text(Signal signal, String... path) {
        return field(signal, path) instanceof JsonValue.Str text ? text.value() : "";
    }

    private static void oneBeginningOneEnd(List<Signal> signals) {
        assertThat(signals.getFirst().type()).isEqualTo(HarnessSignals.START);
        assertThat(signals.getLast().type()).isEqualTo(HarnessSignals.END);
        assertThat(of(HarnessSignals.START, signals)).hasSize(1);
        assertThat(of(HarnessSignals.END, signals)).hasSize(1);
    }

    private static void belongToTheCaller(Harness harness, RunContext context, List<Signal> signals) {
        Signal start = signals.getFirst();
        assertThat(start.links().cause()).isEqualTo(context.caller().cause());
        assertThat(start.extensions()).containsKeys(HarnessRun.REQUEST)
                .containsEntry(HarnessRun.MODEL, JsonValue.of(harness.model()));
        for (Signal signal : signals) {
            assertThat(signal.source())
                    .isEqualTo(new Source.Harness(context.caller().emission().by(), harness.type()));
            assertThat(signal.scope()).isEqualTo(context.caller().scope());
        }
        for (Signal signal : signals.subList(1, signals.size())) {
            assertThat(signal.links().cause()).as("the cause of %s", signal.type()).isEqualTo(start.id());
        }
    }

    private static void joinedDeltasAreTheWhole(List<Signal> signals, SignalType delta, SignalType complete) {
        StringBuilder joined = new StringBuilder();
        List<Signal> pieces = of(delta, signals);
        pieces.forEach(piece -> joined.append(text(piece, "content")));
        List<String> whole = of(complete, signals).stream().map(signal -> text(signal, "content")).toList();

        if (joined.isEmpty()) {
            assertThat(whole).hasSizeLessThanOrEqualTo(1);
        } else {
            assertThat(whole).containsExactly(joined.toString());
            assertThat(signals.indexOf(pieces.getLast()))
                    .isLessThan(signals.indexOf(of(complete, signals).getFirst()));
        }
    }

    private static void resultsReferToEarlierCalls(List<Signal> signals) {
        Set<String> called = new HashSet<>();
        for (Signal signal : signals) {
            if (signal.type().equals(HarnessSignals.TOOL_CALL)) {
                assertThat(called.add(text(signal, "id"))).as("the id of a call is new").isTrue();
            }
            if (signal.type().equals(HarnessSignals.TOOL_RESULT)) {
                assertThat(called).contains(text(signal, "id"));
            }
        }
    }

    private static void errorsStandBeforeTheEnd(List<Signal> signals) {
        List<Signal> errors = of(HarnessSignals.ERROR, signals);
        boolean failed = text(signals.getLast(), "output", "stopReason").equals(ModelStopReason.ERROR.wireName());

        assertThat(errors).hasSize(failed ? 1 : 0);
        if (failed) {
            List<Signal> lastTwo = new ArrayList<>(signals.subList(signals.size() - 2, signals.size()));
            assertThat(lastTwo.getFirst()).isEqualTo(errors.getFirst());
        }
    }
}
