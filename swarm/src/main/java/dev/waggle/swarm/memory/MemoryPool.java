package dev.waggle.swarm.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Pool of memories that the swarms of one process share. It ends with the process. Memories are ranked by relevance times
 * importance times strength. A memory that is shared again, in the same words but for case, blanks and letter forms, is
 * reinforced by its author instead. A search compares every memory with the query. Thread-safe.
 *
 * {@snippet :
 * MemoryPool pool = new MemoryPool(MemoryRules.defaults());
 * SwarmConfig first = SwarmConfig.of(agents).withMemory(pool);
 * }
 */
public final class MemoryPool implements SharedMemory {

    /** Importance of a memory whose author states none. */
    public static final double USUAL_IMPORTANCE = 0.5;

    /** Strength of a new memory. */
    private static final double NEW_STRENGTH = 1;

    /** Strength below which a memory is near its eviction, as a multiple of the least strength. */
    private static final double NEAR = 2;

    private static final String IMPORTANCE = "importance";

    private final MemoryRules rules;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, PooledMemory> memories = new LinkedHashMap<>();
    private final Map<String, String> idByText = new HashMap<>();
    private final WordIndex words = new WordIndex();
    private long next = 1;

    /** An empty pool. */
    public MemoryPool(MemoryRules rules) {
        this.rules = rules;
    }

    @Override
    public String store(MemoryNote note) {
        double importance = note.metadata().get(IMPORTANCE) instanceof JsonValue.Num(var stated)
                && stated.doubleValue() >= 0 && stated.doubleValue() <= 1 ? stated.doubleValue() : USUAL_IMPORTANCE;
        return share(note.agentId(), note.content(), note.category(), importance, note.metadata());
    }

    /**
     * Shares a memory; returns its id, that of the equal one if the pool has it.
     *
     * @param importance 0..1
     */
    public String share(String agent, String content, String category, double importance,
            Map<String, JsonValue> metadata) {
        if (content.isBlank()) {
            throw new IllegalArgumentException("the content of a memory must not be blank");
        }
        if (!(importance >= 0 && importance <= 1)) {
            throw new IllegalArgumentException("importance must be between 0 and 1, got " + importance);
        }
        lock.lock();
        try {
            String text = WordIndex.normalized(content);
            String known = idByText.get(text);
            if (known != null) {
                reinforceKnown(known, agent);
                return known;
            }
            if (memories.size() == rules.capacity()) {
                weakest().ifPresent(memory -> forget(memory.id()));
            }
            String id = "mem-" + next++;
            memories.put(id,
                    new PooledMemory(id, content, category, agent, importance, NEW_STRENGTH, Set.of(), metadata));
            idByText.put(text, id);
            words.add(id, content);
            return id;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<RecalledMemory> recall(String question, int atMost) {
        return search(question, atMost, null);
    }

    /**
     * Memories that share words with a query, best first: by relevance times importance times strength, then the newer one.
     *
     * @param category only memories of that kind; {@code null} for all
     */
    public List<RecalledMemory> search(String query, int atMost, @Nullable String category) {
        lock.lock();
        try {
            Set<String> asked = WordIndex.words(query);
            List<FoundMemory> found = new ArrayList<>();
            for (PooledMemory memory : memories.values()) {
                double relevance = category == null || memory.category().equals(category)
                        ? words.relevance(asked, memory.id())
                        : 0;
                if (relevance > 0) {
                    found.add(new FoundMemory(memory, relevance));
                }
            }
            return found.reversed().stream().sorted(Comparator.comparingDouble(FoundMemory::score).reversed())
                    .limit(Math.max(0, atMost)).map(FoundMemory::recalled).toList();
        } finally {
            lock.unlock();
        }
    }

    private record FoundMemory(PooledMemory memory, double relevance) {

        double score() {
            return relevance * memory.weight();
        }

        RecalledMemory recalled() {
            return new RecalledMemory(memory.id(), memory.content(), memory.category(), relevance, memory.strength(),
                    memory.metadata());
        }
    }

    @Override
    public void reinforce(String memoryId, String agentId) {
        lock.lock();
        try {
            reinforceKnown(memoryId, agentId);
        } finally {
            lock.unlock();
        }
    }

    private void reinforceKnown(String id, String agent) {
        memories.computeIfPresent(id,
                (_, memory) -> memory.reinforcedBy().contains(agent) || memory.agentId().equals(agent)
                        ? memory
                        : memory.reinforced(agent, rules.reinforced(memory.strength())));
    }

    @Override
    public int decay() {
        lock.lock();
        try {
            memories.replaceAll((_, memory) -> memory
                    .withStrength(rules.decayed(memory.strength(), memory.reinforcedBy().size())));
            List<String> weak = memories.values().stream().filter(memory -> memory.strength() < rules.least())
                    .map(PooledMemory::id).toList();
            weak.forEach(this::forget);
            return weak.size();
        } finally {
            lock.unlock();
        }
    }

    /** Removes a memory; returns false if it is not there. */
    public boolean forget(String id) {
        lock.lock();
        try {
            PooledMemory memory = memories.remove(id);
            if (memory == null) {
                return false;
            }
            idByText.remove(WordIndex.normalized(memory.content()));
            words.remove(id);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** All memories, the oldest first. */
    public List<PooledMemory> memories() {
        lock.lock();
        try {
            return List.copyOf(memories.values());
        } finally {
            lock.unlock();
        }
    }

    /** Figures of the pool now. */
    public PoolStats stats() {
        Map<String, Integer> byCategory = new LinkedHashMap<>();
        double strength = 0;
        int near = 0;
        long reinforcements = 0;
        List<PooledMemory> all = memories();
        for (PooledMemory memory : all) {
            byCategory.merge(memory.category(), 1, Integer::sum);
            strength += memory.strength();
            near += memory.strength() < NEAR * rules.least() ? 1 : 0;
            reinforcements += memory.reinforcedBy().size();
        }
        return new PoolStats(all.size(), byCategory, all.isEmpty() ? 0 : strength / all.size(), near, reinforcements);
    }

    /**
     * Figures of a pool.
     *
     * @param total number of memories
     * @param byCategory number of memories of each category
     * @param averageStrength mean strength, 0..1; 0 without memories
     * @param nearEviction number of memories that are weaker than twice the least strength
     * @param totalReinforcements number of agreements of agents with memories
     */
    public record PoolStats(int total, Map<String, Integer> byCategory, double averageStrength, int nearEviction,
            long totalReinforcements) {

        public PoolStats {
            byCategory = Map.copyOf(byCategory);
        }
    }

    /** The weakest memory; of equals the oldest. */
    private Optional<PooledMemory> weakest() {
        return memories.values().stream().min(Comparator.comparingDouble(PooledMemory::strength));
    }
}
