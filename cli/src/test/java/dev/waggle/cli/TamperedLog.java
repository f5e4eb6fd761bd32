package dev.waggle.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;

/** Copies of a journal in which one signal is altered, with checksums that fit. */
public final class TamperedLog {

    private TamperedLog() {}

    /** Writes a copy with the first signal altered that the change alters; returns its sequence number, 0 for none. */
    public static long write(Path from, Path to, UnaryOperator<Signal> change) {
        long[] changed = {0};
        try (JournalReader reader = JournalReader.open(from); FileJournal journal = FileJournal.open(to)) {
            reader.forEach(entry -> {
                Signal signal = entry.signal();
                Signal other = changed[0] == 0 ? change.apply(signal) : signal;
                if (!other.equals(signal)) {
                    changed[0] = entry.sequence();
                }
                journal.append(other, entry.emission(), entry.recordedAt());
            });
        }
        return changed[0];
    }

    /** Writes a copy without the entries of a type; returns their number. They are the last ones. */
    public static long writeWithout(Path from, Path to, String type) {
        long[] omitted = {0};
        try (JournalReader reader = JournalReader.open(from); FileJournal journal = FileJournal.open(to)) {
            reader.forEach(entry -> {
                if (entry.signal().type().text().equals(type)) {
                    omitted[0]++;
                } else {
                    journal.append(entry.signal(), entry.emission(), entry.recordedAt());
                }
            });
        }
        return omitted[0];
    }

    /** A vote altered to disagreement. */
    public static Signal turnedVote(Signal signal) {
        return signal.payload() instanceof Payload.Vote vote
                ? with(signal, new Payload.Vote(vote.proposalId(), Stance.DISAGREE, vote.reasoning(), vote.weight()))
                : signal;
    }

    /** The beginning of a run as an earlier build wrote it, with fewer facts. */
    public static Signal asBefore(Signal signal) {
        if (!(signal.payload() instanceof Payload.Open open) || !signal.type().text().equals("run:opened")
                || !(open.data() instanceof JsonValue.Obj facts)) {
            return signal;
        }
        Map<String, JsonValue> fewer = new LinkedHashMap<>(facts.fields());
        fewer.keySet().removeAll(Set.of("profiles", "selection", "workspace", "setup"));
        return with(signal, Payload.Open.data(JsonValue.of(fewer)));
    }

    private static Signal with(Signal signal, Payload payload) {
        return new Signal(signal.id(), signal.type(), signal.source(), signal.time(), payload, signal.scope(),
                signal.links(), signal.grading(), signal.lifetime(), signal.audience(), signal.extensions());
    }
}
