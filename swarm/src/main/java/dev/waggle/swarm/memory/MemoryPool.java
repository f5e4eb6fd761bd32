package dev.waggle.swarm.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Pool of memories that the swarms of one process share. It ends with the process. A search compares every memory with the
 * query. When the pool is full, the weakest memory leaves, and of equals the oldest. Thread-safe.
 *
 * {@snippet :
 * MemoryPool pool = new MemoryPool(MemoryRules.defaults(), World.system());
 * SwarmConfig first = SwarmConfig.of(agents).withMemory(pool);
 * }
 */
public final class MemoryPool implements MemoryStore {

    private final MemoryRules rules;
    private final World world;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, MemoryState> memories = new LinkedHashMap<>();
    private final WordIndex words = new WordIndex();

    /**
     * An empty pool.
     *
     * @param world gives the time at which notes are stored
     */
    public MemoryPool(MemoryRules rules, World world) {
        this.rules = rules;
        this.world = world;
    }

    @Override
    public List<String> share(List<NewMemory> added) {
        lock.lock();
        try {
            return added.stream().map(this::shareOne).toList();
        } finally {
            lock.unlock();
        }
    }

    private String shareOne(NewMemory memory) {
        String id = MemoryText.id(memory.origin().tenant(), memory.content());
        MemoryState known = memories.get(id);
        if (known != null) {
            known.reinforce(memory.origin().author());
            return id;
        }
        if (memories.size() == rules.capacity()) {
            weakest().ifPresent(this::remove);
        }
        memories.put(id, new MemoryState(memory, rules));
        words.add(id, memory.content());
        return id;
    }

    /** Id of the weakest memory; of equals the oldest. */
    private Optional<String> weakest() {
        return memories.entrySet().stream()
                .min(Comparator.comparingDouble((Map.Entry<String, MemoryState> entry) -> entry.getValue().strength()))
                .map(Map.Entry::getKey);
    }

    private boolean remove(String id) {
        words.remove(id);
        return memories.remove(id) != null;
    }

    @Override
    public List<FoundMemory> search(String query, int atMost, MemoryFilter filter) {
        Set<String> asked = WordIndex.words(query);
        lock.lock();
        try {
            List<FoundMemory> found = new ArrayList<>();
            memories.forEach((id, state) -> {
                StoredMemory memory = state.stored(id);
                double relevance = filter.accepts(memory) ? words.relevance(asked, id) : 0;
                if (relevance > 0) {
                    found.add(new FoundMemory(memory, relevance));
                }
            });
            return found.reversed().stream().sorted(Comparator.comparingDouble(FoundMemory::score).reversed())
                    .limit(Math.max(0, atMost)).toList();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<StoredMemory> find(String id) {
        lock.lock();
        try {
            return Optional.ofNullable(memories.get(id)).map(state -> state.stored(id));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<StoredMemory> list(MemoryFilter filter, @Nullable String after, int atMost) {
        return all().stream().dropWhile(memory -> after != null && !memory.id().equals(after))
                .skip(after == null ? 0 : 1).filter(filter::accepts).limit(atMost).toList();
    }

    private List<StoredMemory> all() {
        lock.lock();
        try {
            return memories.entrySet().stream().map(entry -> entry.getValue().stored(entry.getKey())).toList();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void reinforce(String memoryId, String agentId) {
        lock.lock();
        try {
            MemoryState state = memories.get(memoryId);
            if (state != null) {
                state.reinforce(agentId);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int decay() {
        lock.lock();
        try {
            memories.values().forEach(MemoryState::decay);
            List<String> weak = memories.entrySet().stream()
                    .filter(entry -> entry.getValue().strength() < rules.least()).map(Map.Entry::getKey).toList();
            weak.forEach(this::remove);
            return weak.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void judge(String runId, MemoryOutcome outcome) {
        lock.lock();
        try {
            memories.values().stream().filter(state -> runId.equals(state.run()))
                    .forEach(state -> state.judge(outcome));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int forget(Collection<String> ids) {
        lock.lock();
        try {
            return (int) ids.stream().filter(this::remove).count();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public MemoryStats stats() {
        return MemoryStats.of(all(), rules.least());
    }

    @Override
    public SharedMemory ofTenant(@Nullable String tenant) {
        return new TenantMemory(this, tenant, world);
    }

    /** Without effect: the memories stay as long as the pool. */
    @Override
    public void close() {}
}
