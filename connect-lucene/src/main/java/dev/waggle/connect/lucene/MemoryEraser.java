package dev.waggle.connect.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.journal.memory.FileMemoryLog;
import dev.waggle.journal.memory.MemoryEntry;
import dev.waggle.journal.memory.MemoryMark;
import dev.waggle.swarm.memory.ForgottenMemory;

/** Erases memories from their log: all entries that are about one of them are redacted. Thread-safe. */
final class MemoryEraser {

    private final FileMemoryLog log;

    MemoryEraser(FileMemoryLog log) {
        this.log = log;
    }

    /**
     * Erases the memories that a condition chooses, also those that have been evicted.
     *
     * @return the erased memories, in the order of the log
     */
    List<ForgottenMemory> eraseAll(Predicate<MemoryEvent.Shared> isChosen) throws IOException {
        Set<String> ids = new LinkedHashSet<>();
        MemoryMark _ = log.read(MemoryMark.START, entry -> {
            if (entry.event() != null && MemoryEvent.of(entry.event()) instanceof MemoryEvent.Shared shared
                    && isChosen.test(shared)) {
                ids.add(shared.id());
            }
        });
        return erase(ids);
    }

    /**
     * Erases memories, and those that were merged into one of them; unknown ids have no effect.
     *
     * @return the erased memories, in the order of the log
     */
    List<ForgottenMemory> erase(Collection<String> ids) throws IOException {
        if (ids.isEmpty()) {
            return List.of();
        }
        Erasure erasure = new Erasure(withMerged(ids));
        long _ = log.redact(erasure::takes, _ -> erasure.event().json());
        return erasure.memories();
    }

    /** The ids with those of all memories that were merged into one of them, because these say the same. */
    private Set<String> withMerged(Collection<String> named) throws IOException {
        List<MemoryEvent.Merged> merges = new ArrayList<>();
        MemoryMark _ = log.read(MemoryMark.START, entry -> {
            if (entry.event() != null && MemoryEvent.of(entry.event()) instanceof MemoryEvent.Merged merged) {
                merges.add(merged);
            }
        });
        Set<String> ids = new LinkedHashSet<>(named);
        for (boolean grows = true; grows;) {
            grows = merges.removeIf(merged -> ids.contains(merged.into()) && ids.add(merged.id()));
        }
        return ids;
    }

    /** One pass over the log. */
    private static final class Erasure {

        private final Set<String> ids;
        private final List<Long> numbers = new ArrayList<>();
        private final Map<String, Set<String>> texts = new LinkedHashMap<>();
        private final Map<String, Set<String>> signals = new LinkedHashMap<>();
        private boolean changesOthers;

        Erasure(Set<String> ids) {
            this.ids = ids;
        }

        /** True for an entry to redact; it is noted. */
        boolean takes(MemoryEntry entry) {
            MemoryEvent event = MemoryEvent.of(Objects.requireNonNull(entry.event()));
            Set<String> mentioned = event.memories();
            if (mentioned.stream().noneMatch(ids::contains)) {
                return false;
            }
            numbers.add(entry.end().number());
            changesOthers |= !ids.containsAll(mentioned);
            if (event instanceof MemoryEvent.Shared shared) {
                texts.computeIfAbsent(shared.id(), _ -> new LinkedHashSet<>()).add(shared.memory().content());
                String signal = shared.memory().origin().signalId();
                if (signal != null) {
                    signals.computeIfAbsent(shared.id(), _ -> new LinkedHashSet<>()).add(signal);
                }
            }
            return true;
        }

        MemoryEvent event() {
            return new MemoryEvent.Forgotten(numbers, changesOthers);
        }

        List<ForgottenMemory> memories() {
            return texts.entrySet().stream().map(memory -> new ForgottenMemory(memory.getKey(),
                    List.copyOf(memory.getValue()),
                    List.copyOf(signals.getOrDefault(memory.getKey(), Set.of())))).toList();
        }
    }
}
