package dev.waggle.signal.transcript;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;

/**
 * Record of one model call of an agent: its input and output, enough to replay it without the model.
 *
 * @param agent the calling agent, as authenticated by the log
 * @param invocation the number of that agent's call, from 1
 * @param entries all that was emitted in the call, in the order of the log, also from outside the harness
 */
public record ModelCall(String agent, int invocation, List<LogEntry> entries) {

    public ModelCall {
        entries = List.copyOf(entries);
    }

    /** Returns the signals of the harness, in order. */
    public List<Signal> signals() {
        return entries.stream().map(LogEntry::signal).filter(signal -> HarnessEventType.isHarnessType(signal.type()))
                .toList();
    }

    /** True if the harness ended its last start; otherwise the call was cut, by a crash for example. */
    public boolean isComplete() {
        boolean ended = false;
        for (LogEntry entry : entries) {
            HarnessEventType word = HarnessEventType.of(entry.signal().type());
            ended = word == HarnessEventType.END || (ended && word != HarnessEventType.START);
        }
        return ended;
    }

    /** Returns the input of the harness: the field {@code input} of its last start. */
    public Optional<JsonValue> input() {
        return last(HarnessEventType.START, "input");
    }

    /** Returns the output of the harness, the field {@code output} of its last end; empty while the call is cut. */
    public Optional<JsonValue> output() {
        return isComplete() ? last(HarnessEventType.END, "output") : Optional.empty();
    }

    /** Returns the final state of the harness. */
    public HarnessState state() {
        return RecordingSnapshot.of(entries).merged();
    }

    private Optional<JsonValue> last(HarnessEventType word, String field) {
        JsonValue found = null;
        for (LogEntry entry : entries) {
            if (HarnessEventType.of(entry.signal().type()) == word) {
                found = PayloadFields.value(PayloadFields.data(entry.signal()), field);
            }
        }
        return Optional.ofNullable(found);
    }
}
