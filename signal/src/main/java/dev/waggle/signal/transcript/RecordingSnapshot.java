package dev.waggle.signal.transcript;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * The state of a recording after some entry of it: what each agent's harness has done, the last signal of every other
 * type, how often each type was said. Immutable; the next one shares all but a few small parts with it.
 *
 * <p>Agents whose harnesses run at the same time are kept apart by {@link #of(String)}, by the emitter that the log
 * knows. {@link #merged()} is the state as if all that was said came from one harness.
 *
 * <p>Types are called by their text; a type that is not of the harness profile but reads like one of its nine words has
 * its profile in front, as in {@code swarm/tool:result}.
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

    /** The state after all entries. */
    public static RecordingSnapshot of(List<LogEntry> entries) {
        return at(entries, entries.size() - 1);
    }

    /**
     * The state after the entry at an index, from 0; every entry up to there is looked at once. Below 0 it is that
     * before the first entry, beyond the last one that after it.
     */
    public static RecordingSnapshot at(List<LogEntry> entries, int index) {
        RecordingSnapshot snapshot = EMPTY;
        for (int i = 0; i <= Math.min(index, entries.size() - 1); i++) {
            snapshot = snapshot.after(entries.get(i));
        }
        return snapshot;
    }

    /** The index of the last entry that it knows of, from 0; -1 before the first. */
    public int atIndex() {
        return index;
    }

    /** The last entry that it knows of. */
    public Optional<LogEntry> entry() {
        return Optional.ofNullable(entry);
    }

    /** All harness signals as if one harness had said them. */
    public HarnessState merged() {
        return merged;
    }

    /** What the harness of one agent has done; idle when nothing was heard of it. */
    public HarnessState of(String agent) {
        HarnessState state = agents.get(agent);
        return state == null ? HarnessState.IDLE : state;
    }

    /** The agents whose harness was heard, by name. */
    public List<String> agents() {
        return List.copyOf(agents.toMap(state -> state).keySet());
    }

    /** The last signal of every type that no harness says, by name. */
    public Map<String, Signal> custom() {
        return others.toMap(signal -> signal);
    }

    /** How often each type was said, by name. */
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
            PersistentMap<Signal> heard = HarnessEventType.isHarnessType(type) ? others : others.with(name, signal);
            return new RecordingSnapshot(index + 1, next, merged, agents, heard, counted);
        }
        JsonValue data = PayloadFields.data(signal);
        String agent = next.emission().by();
        return new RecordingSnapshot(index + 1, next, merged.after(word, data),
                agents.with(agent, of(agent).after(word, data)),
                others, counted);
    }
}
