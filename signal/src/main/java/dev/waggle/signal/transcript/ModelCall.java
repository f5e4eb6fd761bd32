package dev.waggle.signal.transcript;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;

/**
 * What one model was asked and said in one call of an agent: enough to say it again without asking the model.
 *
 * @param agent whose call it was, as the log knows it
 * @param invocation which call of that agent, from 1
 * @param entries all that was emitted in the call, in the order of the log, also what its harness did not say
 */
public record ModelCall(String agent, int invocation, List<LogEntry> entries) {

    public ModelCall {
        entries = List.copyOf(entries);
    }

    /** What the harness said, in order. */
    public List<Signal> signals() {
        return entries.stream().map(LogEntry::signal).filter(signal -> HarnessEventType.isHarnessType(signal.type()))
                .toList();
    }

    /** Whether the harness ended what it last started; otherwise the call was cut, by a crash for example. */
    public boolean isComplete() {
        boolean ended = false;
        for (LogEntry entry : entries) {
            HarnessEventType word = HarnessEventType.of(entry.signal().type());
            ended = word == HarnessEventType.END || (ended && word != HarnessEventType.START);
        }
        return ended;
    }

    /** What the harness was given: the field {@code input} of its last start. */
    public Optional<JsonValue> input() {
        return last(HarnessEventType.START, "input");
    }

    /** What came out: the field {@code output} of its last end; nothing while the call is cut. */
    public Optional<JsonValue> output() {
        return isComplete() ? last(HarnessEventType.END, "output") : Optional.empty();
    }

    /** The state that the harness was left in. */
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
