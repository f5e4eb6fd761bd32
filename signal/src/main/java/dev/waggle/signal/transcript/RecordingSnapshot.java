package dev.waggle.signal.transcript;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * State of a recording after one of its entries. It holds the state of each agent's harness, the last signal of every
 * other type, and a count of signals per type. Immutable; the next one shares all but a few small parts with it.
 *
 * <p>Agents whose harnesses run at the same time are separated by {@link #of(String)}, by the authenticated emitter
 * of the log. {@link #merged()} is the state as if all signals came from one harness.
 *
 * <p>Types are named by their text. A type outside the harness profile with the text of one of its nine has its
 * profile in front, as in {@code swarm/tool:result}.
 */
public final class RecordingSnapshot {

    static final RecordingSnapshot EMPTY = new RecordingSnapshot(-1, null, HarnessState.IDLE, PersistentMap.empty(),
            PersistentMap.empty(),
            PersistentMap.empty());

    private final int index;
    private final @Nullable LogEntry entry;
    private final HarnessState merged;
    private final PersistentMap<HarnessState> agents;
    private final PersistentMap<Signal> others;
    private final PersistentMap<Integer> counts;

    private RecordingSnapshot(int index, @Nullable LogEntry entry, HarnessState merged,
            PersistentMap<HarnessState> agents,
            PersistentMap<Signal> others, PersistentMap<Integer> counts) {
        this.index = index;
        this.entry = entry;
        this.merged = merged;
        this.agents = agents;
        this.others = others;
        this.counts = counts;
    }

    /** Returns the state after all entries. */
    public static RecordingSnapshot of(List<LogEntry> entries) {
        return at(entries, entries.size() - 1);
    }

    /**
     * Returns the state after the entry at an index, from 0; every entry up to there is visited once. An index below
     * 0 means before the first entry, one beyond the last means after it.
     */
    public static RecordingSnapshot at(List<LogEntry> entries, int index) {
        RecordingSnapshot snapshot = EMPTY;
        for (int i = 0; i <= Math.min(index, entries.size() - 1); i++) {
            snapshot = snapshot.after(entries.get(i));
        }
        return snapshot;
    }

    /** Returns the index of its last entry, from 0; -1 before the first. */
    public int atIndex() {
        return index;
    }

    /** Returns its last entry. */
    public Optional<LogEntry> entry() {
        return Optional.ofNullable(entry);
    }

    /** Returns the state of all harness signals merged as if from one harness. */
    public HarnessState merged() {
        return merged;
    }

    /** Returns the state of one agent's harness; idle when it emitted nothing. */
    public HarnessState of(String agent) {
        HarnessState state = agents.get(agent);
        return state == null ? HarnessState.IDLE : state;
    }

    /** Returns the agents whose harness emitted a signal, by name. */
    public List<String> agents() {
        return List.copyOf(agents.toMap(state -> state).keySet());
    }

    /** Returns the last signal of every type outside the harness's, by name. */
    public Map<String, Signal> custom() {
        return others.toMap(signal -> signal);
    }

    /** Returns the number of signals of each type, by name. */
    public Map<String, Integer> signalCounts() {
        return counts.toMap(count -> count);
    }

    RecordingSnapshot after(LogEntry next) {
        Signal signal = next.signal();
        SignalType type = signal.type();
        String name = HarnessEventType.displayName(type);
        Integer known = counts.get(name);
        PersistentMap<Integer> counted = counts.with(name, known == null ? 1 : known + 1);
        HarnessEventType word = HarnessEventType.of(type);
        if (word == null) {
            PersistentMap<
                    Signal> lastOfType = HarnessEventType.isHarnessType(type) ? others : others.with(name, signal);
            return new RecordingSnapshot(index + 1, next, merged, agents, lastOfType, counted);
        }
        JsonValue data = PayloadFields.data(signal);
        String agent = next.emission().by();
        return new RecordingSnapshot(index + 1, next, merged.after(word, data),
                agents.with(agent, of(agent).after(word, data)),
                others, counted);
    }
}
