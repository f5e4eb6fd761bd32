package dev.waggle.cli.command.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.server.api.data.StoredMemoryJson.ReadMemory;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryStore;
import dev.waggle.swarm.memory.MemoryText;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.StoredMemory;

/**
 * Import of memories into a store. A memory of which the store has all is not written again, so an import that was
 * interrupted is completed by the next one. Owned by one thread.
 */
final class MemoryImport {

    /** Memories that are stored at once. */
    private static final int BATCH = 1_000;

    private final TerminalScreen screen;
    private final List<ReadMemory> memories;

    MemoryImport(TerminalScreen screen, List<ReadMemory> memories) {
        this.screen = screen;
        this.memories = List.copyOf(memories);
    }

    /**
     * Numbers of an import.
     *
     * @param added memories that are new
     * @param known memories that were there
     */
    record Count(long added, long known) {}

    /** Stores the memories. */
    Count into(MemoryStore store) throws IOException, InterruptedException {
        Set<String> added = new HashSet<>();
        long known = 0;
        try (ProgressBar bar = ProgressBar.on(screen, "storing memories", memories.size())) {
            for (int from = 0; from < memories.size(); from += BATCH) {
                List<NewMemory> batch = new ArrayList<>();
                for (ReadMemory each : memories.subList(from, Math.min(memories.size(), from + BATCH))) {
                    String id = MemoryText.id(each.memory().origin().tenant(), each.memory().content());
                    Optional<StoredMemory> there = store.find(id);
                    if (there.isPresent() || added.contains(id)) {
                        known++;
                    } else {
                        added.add(id);
                    }
                    if (there.isEmpty() || !hasAll(there.get(), each)) {
                        batch.addAll(each.shared());
                    }
                }
                List<String> _ = store.share(batch);
                bar.at(Math.min(memories.size(), from + BATCH));
            }
        }
        judge(store);
        return new Count(added.size(), known);
    }

    /** True if the store has the agreement of every agent that agreed, and of another author. */
    private static boolean hasAll(StoredMemory there, ReadMemory read) {
        Set<String> agents = new HashSet<>(there.reinforcedBy());
        agents.add(there.origin().author());
        return agents.containsAll(read.reinforcedBy()) && agents.contains(read.memory().origin().author());
    }

    private void judge(MemoryStore store) throws IOException, InterruptedException {
        Map<String, MemoryOutcome> outcomes = new LinkedHashMap<>();
        for (ReadMemory each : memories) {
            String run = each.memory().origin().run();
            if (run != null && each.outcome() != MemoryOutcome.UNKNOWN) {
                outcomes.put(run, each.outcome());
            }
        }
        for (Map.Entry<String, MemoryOutcome> told : outcomes.entrySet()) {
            List<StoredMemory> ofRun = store.list(MemoryFilter.ALL.withRun(told.getKey()), null, BATCH);
            if (ofRun.stream().anyMatch(memory -> memory.outcome() != told.getValue())) {
                store.judge(told.getKey(), told.getValue());
            }
        }
        List<StoredMemory> _ = store.list(MemoryFilter.ALL, null, 1); // The index has all for the next command.
    }
}
