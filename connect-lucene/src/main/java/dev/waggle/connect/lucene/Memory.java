package dev.waggle.connect.lucene;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import dev.waggle.connect.lucene.meaning.MeaningFolder;
import dev.waggle.connect.lucene.vector.VectorHit;
import dev.waggle.journal.memory.FileMemoryLog;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.equivalence.TextEquivalence;
import dev.waggle.swarm.memory.ForgottenMemory;
import dev.waggle.swarm.memory.FoundMemory;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.MemoryStats;
import dev.waggle.swarm.memory.MemoryStore;
import dev.waggle.swarm.memory.MemoryText;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.memory.StoredMemory;
import dev.waggle.swarm.memory.TenantMemory;
import org.apache.lucene.store.AlreadyClosedException;
import org.jspecify.annotations.Nullable;

/**
 * Memory in a folder, for any number of processes.
 *
 * <pre>
 *   FOLDER/memories.jsonl    every event, durable before a call returns: the truth
 *   FOLDER/index/            Lucene index, derived; it may be deleted
 *   FOLDER/vectors/          vectors of an embedding model, if there is one: paid for, kept by digest of the text
 * </pre>
 *
 * <p>What was shared is on the disk when the call returns, and in the index at the next look-up. With an embedder it is
 * found by its meaning once the model has answered in the background. Two memories that say the same are then merged.
 * Thread-safe.
 *
 * {@snippet :
 * try (Memory memory = Memory.open(Path.of("data/memory"))) {
 *     SwarmResult result = Swarm.solve(task, config.withMemory(memory));
 * }
 * }
 */
public final class Memory implements MemoryStore {

    /** Name of the folder of the index. */
    private static final String INDEX = "index";

    /** Name of the folder of the vectors. */
    private static final String VECTORS = "vectors";

    private static final Pattern ID = Pattern.compile("mem-[0-9a-f]{32}");

    private final FileMemoryLog log;
    private final MemoryConfig config;
    private final World world;
    private final MemoryRules rules;
    private final MemoryIndex index;
    private final MemoryEraser eraser;
    private final MeaningFolder vectors;
    private final @Nullable MemoryMeanings meanings;

    private Memory(Path folder, MemoryConfig config, World world) throws IOException {
        this.config = config;
        this.world = world;
        log = FileMemoryLog.open(folder, config.rulesJson(), world);
        rules = MemoryConfig.rules(log.rules());
        eraser = new MemoryEraser(log);
        index = new MemoryIndex(folder.toAbsolutePath().normalize().resolve(INDEX), log, rules, world,
                config.listener());
        vectors = new MeaningFolder(folder.toAbsolutePath().normalize().resolve(VECTORS), world);
        meanings = config.embedder().isEmpty()
                ? null
                : MemoryMeanings.open(vectors, config.embedder().get(), world, config.listener(), this::mergeSame);
    }

    /**
     * Opens the memory in that folder, which the first memory creates.
     *
     * @throws IOException when the folder holds something else or cannot be read
     */
    public static Memory open(Path folder) throws IOException {
        return open(folder, MemoryConfig.defaults(), World.system());
    }

    /**
     * Opens the memory in that folder, which the first memory creates.
     *
     * @param world gives the time at which memories are stored
     * @throws IOException when the folder holds something else or cannot be read
     */
    public static Memory open(Path folder, MemoryConfig config, World world) throws IOException {
        return new Memory(folder, config, world);
    }

    /**
     * Opens the memory in that folder and brings its index to the end of its log. So a folder that cannot be used is
     * refused now, and not by the first search.
     *
     * @throws IOException when the folder holds something else, is damaged or cannot be read; then nothing stays open
     */
    public static Memory openIndexed(Path folder, MemoryConfig config, World world) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new FileSystemException(folder.toString(), null, "it is no folder");
        }
        Memory memory = open(folder, config, world);
        try {
            List<StoredMemory> _ = memory.list(MemoryFilter.ALL, null, 1);
            return memory;
        } catch (IOException | RuntimeException unreadable) {
            memory.close();
            throw unreadable;
        }
    }

    /** Rules of the folder. */
    public MemoryRules rules() {
        return rules;
    }

    @Override
    public List<String> share(List<NewMemory> memories) throws IOException {
        List<String> ids = new ArrayList<>();
        List<JsonValue.Obj> events = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (NewMemory memory : memories) {
            String id = MemoryText.id(memory.origin().tenant(), memory.content());
            ids.add(id);
            // An equal text of the same call is not written twice.
            events.add((known.add(id)
                    ? new MemoryEvent.Shared(id, memory)
                    : new MemoryEvent.Reinforced(id, memory.origin().author())).json());
        }
        log.append(events);
        return ids;
    }

    @Override
    public List<FoundMemory> search(String query, int atMost, MemoryFilter filter)
            throws IOException, InterruptedException {
        if (meanings == null) {
            return look(search -> search.byWords(query, atMost, filter, index.words()));
        }
        look(MemorySearch::count);
        List<VectorHit> near = meanings.nearest(query, filter);
        return look(search -> search.fused(query, atMost, filter, index.words(), near));
    }

    /** Number of memories that wait for their meaning; 0 without an embedder. */
    public int waitingForMeaning() throws IOException {
        int _ = look(MemorySearch::count);
        return meanings == null ? 0 : meanings.pending();
    }

    /**
     * Waits until all memories are found by their meaning, the model refuses, or the time is over.
     *
     * @return true if all are; true without an embedder
     */
    public boolean awaitMeanings(Duration atMost) throws IOException, InterruptedException {
        int _ = look(MemorySearch::count);
        return meanings == null || meanings.await(atMost);
    }

    /** Merges a memory into an older one of a near meaning that says the same. */
    private void mergeSame(String id, List<String> others) {
        try {
            Optional<IndexedMemory> memory = look(search -> search.find(id));
            for (String other : others) {
                Optional<IndexedMemory> same = look(search -> search.find(other));
                if (memory.isPresent() && same.isPresent()
                        && TextEquivalence.isSame(memory.get().memory().content(), same.get().memory().content())) {
                    boolean isOlder = same.get().number() < memory.get().number();
                    log.append(List.of(new MemoryEvent.Merged(isOlder ? id : other, isOlder ? other : id).json()));
                    return;
                }
            }
        } catch (InterruptedIOException closing) {
            Thread.currentThread().interrupt();
        } catch (IOException unmerged) {
            config.listener().notice("memory " + id + " may say the same as another one: " + unmerged.getMessage());
        }
    }

    @Override
    public Optional<StoredMemory> find(String id) throws IOException {
        return look(search -> search.stored(id));
    }

    @Override
    public List<StoredMemory> list(MemoryFilter filter, @Nullable String after, int atMost) throws IOException {
        if (atMost < 1) {
            throw new IllegalArgumentException("atMost must be at least 1, got " + atMost);
        }
        return look(search -> {
            if (after == null) {
                return search.list(filter, 0, atMost);
            }
            Optional<IndexedMemory> last = search.find(after);
            return last.isEmpty() ? List.of() : search.list(filter, last.get().number(), atMost);
        });
    }

    @Override
    public void reinforce(String memoryId, String agentId) throws IOException {
        if (ID.matcher(memoryId).matches()) {
            log.append(List.of(new MemoryEvent.Reinforced(memoryId, agentId).json()));
        }
    }

    @Override
    public int decay() throws IOException {
        int before = look(MemorySearch::count);
        log.append(List.of(new MemoryEvent.Decayed(world.now(), config.decayEvery().toMillis()).json()));
        index.acquire(false).release();
        return Math.max(0, before - look(MemorySearch::count));
    }

    @Override
    public void judge(String runId, MemoryOutcome outcome) throws IOException {
        log.append(List.of(new MemoryEvent.Judged(runId, outcome).json()));
    }

    @Override
    public int forget(Collection<String> ids) throws IOException {
        Set<String> chosen = new LinkedHashSet<>(ids);
        int found = look(search -> {
            int count = 0;
            for (String id : chosen) {
                count += search.find(id).isPresent() ? 1 : 0;
            }
            return count;
        });
        List<ForgottenMemory> _ = forgetNamed(chosen);
        return found;
    }

    /**
     * Deletes the memories that a filter chooses, with their texts, for good: also those that have been evicted and stand only
     * in the log.
     *
     * @return the deleted memories, in the order of the log
     */
    public List<ForgottenMemory> forget(MemoryFilter filter) throws IOException {
        return erased(eraser.eraseAll(shared -> filter
                .accepts(IndexedMemory.fresh(shared.id(), 1, shared.memory(), 0, rules).stored(0, rules))));
    }

    /**
     * Deletes the memories that signals stated, also those that have been evicted.
     *
     * @param signalIds ids of the signals
     * @return the deleted memories, in the order of the log
     */
    public List<ForgottenMemory> forgetSignals(Set<String> signalIds) throws IOException {
        return erased(eraser.eraseAll(shared -> {
            String signal = shared.memory().origin().signalId();
            return signal != null && signalIds.contains(signal);
        }));
    }

    /**
     * Deletes memories with their texts, for good; unknown ids have no effect.
     *
     * @return the deleted memories, in the order of the log
     */
    public List<ForgottenMemory> forgetNamed(Collection<String> ids) throws IOException {
        return erased(eraser.erase(ids));
    }

    /** Brings the index, and the vectors of their texts, to the state without these memories. */
    private List<ForgottenMemory> erased(List<ForgottenMemory> gone) throws IOException {
        if (gone.isEmpty()) {
            return gone;
        }
        index.acquire(false).release();
        List<String> ids = gone.stream().map(ForgottenMemory::id).toList();
        List<String> texts = gone.stream().flatMap(memory -> memory.texts().stream()).toList();
        if (meanings == null) {
            vectors.forget(texts, Optional.empty());
        } else {
            meanings.forget(ids, texts);
        }
        return gone;
    }

    @Override
    public MemoryStats stats() throws IOException {
        return look(MemorySearch::stats);
    }

    @Override
    public SharedMemory ofTenant(@Nullable String tenant) {
        return new TenantMemory(this, tenant, world);
    }

    /** A look-up in a snapshot of the index. */
    @FunctionalInterface
    private interface LookUp<T> {
        T in(MemorySearch search) throws IOException;
    }

    private <T> T look(LookUp<T> lookUp) throws IOException {
        try {
            return lookOnce(lookUp);
        } catch (AlreadyClosedException closed) {
            index.requireOpen();
            throw closed;
        } catch (ClosedChannelException interrupted) {
            throw (IOException) new InterruptedIOException("the look-up in the memory " + log.path()
                    + " was interrupted\nMaybe look it up again.").initCause(interrupted);
        } catch (IOException | RuntimeException damage) {
            if (!IndexFiles.isDamage(damage)) {
                index.requireOpen(); // An analyzer that is closed in use throws anything.
                throw damage;
            }
            index.discard(damage);
            return lookOnce(lookUp);
        }
    }

    private <T> T lookOnce(LookUp<T> lookUp) throws IOException {
        IndexSnapshot snapshot = index.acquire(true);
        try {
            int excess = new MemorySearch(snapshot, rules).count() - rules.capacity();
            if (excess > 0) {
                // One event each, so that forgetting one of them leaves the others evicted.
                log.append(new MemorySearch(snapshot, rules).weakest(excess).stream()
                        .map(id -> new MemoryEvent.Evicted(id).json()).toList());
                IndexSnapshot smaller = index.acquire(true);
                snapshot.release();
                snapshot = smaller;
            }
            MemorySearch search = new MemorySearch(snapshot, rules);
            if (meanings != null) {
                meanings.follow(snapshot, search);
            }
            return lookUp.in(search);
        } finally {
            snapshot.release();
        }
    }

    @Override
    public void close() throws IOException {
        try (index) {
            if (meanings != null) {
                meanings.close();
            }
        }
    }
}
