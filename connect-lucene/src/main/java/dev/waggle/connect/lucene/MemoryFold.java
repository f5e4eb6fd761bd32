package dev.waggle.connect.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.journal.memory.MemoryEntry;
import dev.waggle.swarm.memory.MemoryRules;
import org.jspecify.annotations.Nullable;

/** Effect of a part of the log on the memories of an index. Not thread-safe. */
final class MemoryFold {

    private final IndexLookup index;
    private final MemoryRules rules;
    private final Map<String, IndexedMemory> changed = new LinkedHashMap<>();
    private final Set<String> removed = new LinkedHashSet<>();
    private final Set<Long> forgotten = new HashSet<>();
    private final Set<String> indexed = new HashSet<>();
    private boolean isAnew;
    private long tick;
    private long decayedAt;

    /** Memories of the index before that part of the log. */
    interface IndexLookup {

        /** The memory of that id. */
        @Nullable IndexedMemory find(String id) throws IOException;

        /** The memories of a solve. */
        List<IndexedMemory> ofRun(String run) throws IOException;
    }

    MemoryFold(IndexLookup index, MemoryRules rules, IndexPosition position) {
        this.index = index;
        this.rules = rules;
        tick = position.tick();
        decayedAt = position.decayedAt();
    }

    /** Memories that are new or differ. */
    Collection<IndexedMemory> changed() {
        return changed.values();
    }

    /** True if the index has an earlier state of a changed memory. */
    boolean isIndexed(String id) {
        return indexed.contains(id);
    }

    /** Ids of memories that are gone. */
    Set<String> removed() {
        return removed;
    }

    /** Entries whose memories are gone. */
    Set<Long> forgotten() {
        return forgotten;
    }

    /** True if the index has effects of entries that are gone, so that it is to be built anew. */
    boolean isAnew() {
        return isAnew;
    }

    /** Number of decays that counted. */
    long tick() {
        return tick;
    }

    /** Time of the last of them in milliseconds since 1970; -1 before the first. */
    long decayedAt() {
        return decayedAt;
    }

    /**
     * Applies an entry.
     *
     * @throws IllegalArgumentException when it is damaged
     */
    void accept(MemoryEntry entry) throws IOException {
        if (entry.event() == null) {
            return;
        }
        switch (MemoryEvent.of(entry.event())) {
            case MemoryEvent.Shared shared -> share(shared, entry.end().number());
            case MemoryEvent.Reinforced(String id, String agent) -> reinforce(id, agent);
            case MemoryEvent.Decayed decayed -> decay(decayed);
            case MemoryEvent.Judged judged -> judge(judged);
            case MemoryEvent.Merged(String id, String into) -> merge(id, into);
            case MemoryEvent.Evicted(String id) -> remove(id);
            case MemoryEvent.Forgotten(List<Long> numbers, boolean changesOthers) -> {
                forget(numbers);
                isAnew |= changesOthers;
            }
        }
    }

    private void share(MemoryEvent.Shared shared, long number) throws IOException {
        IndexedMemory known = find(shared.id());
        put(known == null
                ? IndexedMemory.fresh(shared.id(), number, shared.memory(), tick, rules)
                : known.reinforced(shared.memory().origin().author(), tick, rules));
    }

    private void reinforce(String id, String agent) throws IOException {
        IndexedMemory known = find(id);
        if (known != null) {
            put(known.reinforced(agent, tick, rules));
        }
    }

    /** A decay counts when the time between two has passed; a clock that was set back begins anew. */
    private void decay(MemoryEvent.Decayed decayed) {
        long time = decayed.time().toEpochMilli();
        if (decayedAt < 0 || time - decayedAt >= decayed.everyMillis()) {
            tick++;
            decayedAt = time;
        } else if (time < decayedAt) {
            decayedAt = time;
        }
    }

    private void judge(MemoryEvent.Judged judged) throws IOException {
        Set<String> ids = new LinkedHashSet<>();
        changed.values().stream().filter(memory -> judged.run().equals(memory.memory().origin().run()))
                .forEach(memory -> ids.add(memory.id()));
        index.ofRun(judged.run()).forEach(memory -> ids.add(memory.id()));
        for (String id : ids) {
            IndexedMemory known = find(id);
            // A memory of that solve may have left, and an equal one of another solve has come.
            if (known != null && judged.run().equals(known.memory().origin().run())) {
                put(known.judged(judged.outcome(), tick, rules));
            }
        }
    }

    private void merge(String id, String into) throws IOException {
        IndexedMemory same = find(id);
        IndexedMemory kept = find(into);
        if (same != null && kept != null && !id.equals(into)) {
            List<String> agents = new ArrayList<>(List.of(same.memory().origin().author()));
            agents.addAll(same.reinforcedBy());
            for (String agent : agents) {
                kept = kept.reinforced(agent, tick, rules);
            }
            put(kept);
            remove(id);
        }
    }

    private void forget(List<Long> numbers) {
        forgotten.addAll(numbers);
        changed.values().removeIf(memory -> forgotten.contains(memory.number()));
    }

    private void put(IndexedMemory memory) {
        changed.put(memory.id(), memory);
        if (removed.remove(memory.id())) {
            indexed.add(memory.id());
        }
    }

    private void remove(String id) {
        changed.remove(id);
        removed.add(id);
    }

    private @Nullable IndexedMemory find(String id) throws IOException {
        IndexedMemory known = changed.get(id);
        if (known == null && !removed.contains(id)) {
            known = index.find(id);
            if (known != null) {
                indexed.add(id);
            }
        }
        return known == null || forgotten.contains(known.number()) || known.end() <= tick
                ? null
                : known;
    }
}
