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
 * @param said all that was emitted in the call, in the order of the log, also what its harness did not say
 */
public record ModelCall(String agent, int invocation, List<LogEntry> said) {

    public ModelCall {
        said = List.copyOf(said);
    }

    /** What the harness said, in order. */
    public List<Signal> signals() {
        return said.stream().map(LogEntry::signal).filter(signal -> HarnessWord.isSaidByHarness(signal.type()))
                .toList();
    }

    /** Whether the harness ended what it last started; otherwise the call was cut, by a crash for example. */
    public boolean isComplete() {
        boolean ended = false;
        for (LogEntry entry : said) {
            HarnessWord word = HarnessWord.of(entry.signal().type());
            ended = word == HarnessWord.END || (ended && word != HarnessWord.START);
        }
        return ended;
    }

    /** What the harness was given: the field {@code input} of its last start. */
    public Optional<JsonValue> input() {
        return last(HarnessWord.START, "input");
    }

    /** What came out: the field {@code output} of its last end; nothing while the call is cut. */
    public Optional<JsonValue> output() {
        return isComplete() ? last(HarnessWord.END, "output") : Optional.empty();
    }

    /** The state that the harness was left in. */
    public HarnessState state() {
        return Snapshot.of(said).merged();
    }

    private Optional<JsonValue> last(HarnessWord word, String field) {
        JsonValue found = null;
        for (LogEntry entry : said) {
            if (HarnessWord.of(entry.signal().type()) == word) {
                found = Fields.value(Fields.data(entry.signal()), field);
            }
        }
        return Optional.ofNullable(found);
    }
}
