package dev.waggle.signal.learning;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.signal.json.JsonValue;

/**
 * An outcome log that lives as long as the process. It holds at most {@value #MAX_OUTCOMES} outcomes and refuses
 * more: a forgotten run could be learned twice.
 */
public final class MemoryOutcomeLog implements OutcomeLog {

    /** Maximum number of outcomes, replacements included. */
    public static final int MAX_OUTCOMES = 100_000;

    private final List<LoggedOutcome> entries = new ArrayList<>();
    private final Map<String, LoggedOutcome> latest = new HashMap<>();

    public MemoryOutcomeLog() {}

    @Override
    public OutcomeReceipt append(String run, JsonValue.Obj outcome) {
        return add(OutcomeLog.requireRun(run), outcome, false);
    }

    @Override
    public OutcomeReceipt replace(String run, JsonValue.Obj outcome) {
        return add(OutcomeLog.requireRun(run), outcome, true);
    }

    @Override
    public void read(OutcomeMark from, Consumer<LoggedOutcome> reader) {
        List<LoggedOutcome> behind;
        synchronized (this) {
            if (from.number() > entries.size() || from.offset() != from.number()) {
                throw new IllegalArgumentException(
                        "the log of outcomes has " + entries.size() + " outcomes and no mark " + from);
            }
            behind = List.copyOf(entries.subList((int) from.number(), entries.size()));
        }
        behind.forEach(reader);
    }

    private synchronized OutcomeReceipt add(String run, JsonValue.Obj outcome, boolean replaces) {
        LoggedOutcome first = latest.get(run);
        if (first != null && (!replaces || first.outcome().equals(outcome))) {
            return new OutcomeReceipt(first, false, 0);
        }
        if (entries.size() == MAX_OUTCOMES) {
            throw new IllegalArgumentException("the log in memory has " + MAX_OUTCOMES + " outcomes and holds no more"
                    + "\nMaybe keep outcomes in a log on disk.");
        }
        int number = entries.size() + 1;
        LoggedOutcome entry = new LoggedOutcome(run, outcome, first != null, new OutcomeMark(number, number));
        entries.add(entry);
        latest.put(run, entry);
        return new OutcomeReceipt(entry, true, 0);
    }
}
