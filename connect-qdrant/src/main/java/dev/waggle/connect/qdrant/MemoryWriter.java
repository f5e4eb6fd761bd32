package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import dev.waggle.connect.qdrant.QdrantException.Kind;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryRules;
import org.jspecify.annotations.Nullable;

/**
 * Changes of memories that lose no change of others. Each write holds on condition that the version is the one read. A
 * change is repeated until a read shows that every memory has it or is gone. Thread-safe.
 */
final class MemoryWriter {

    /** Attempts before a change is given up: each one fails only if another writer succeeds. */
    private static final int MAX_ATTEMPTS = 100;

    /** First attempts without a wait: the write, and the read that confirms it. */
    private static final int QUICK = 2;

    private static final double FIRST_WAIT = Duration.ofMillis(2).toNanos();
    private static final double MAX_WAIT = Duration.ofMillis(200).toNanos();

    private final QdrantCollection collection;
    private final MemoryRules rules;
    private final World world;
    private final RandomGenerator random;

    /** The clock as read last; a write on condition of an older one changes nothing. */
    private volatile @Nullable DecayClock lastClock;

    MemoryWriter(QdrantCollection collection, MemoryRules rules, World world) {
        this.collection = collection;
        this.rules = rules;
        this.world = world;
        this.random = world.random("qdrant-changes");
    }

    /** Change of a memory. */
    interface Change {

        /** The memory after it, of the next version; of the same version if it has the change. */
        MemoryPoint apply(MemoryPoint memory, long tick);

        /** Points to insert for memories that are not there, with their vectors; may be empty. */
        List<JsonValue> insert(List<String> absent, long tick) throws IOException, InterruptedException;
    }

    /** Change of memories that are there, and only of those. */
    interface Update extends Change {

        @Override
        default List<JsonValue> insert(List<String> absent, long tick) {
            return List.of();
        }
    }

    /**
     * Memories as read at once.
     *
     * @param tick number of decays
     * @param memories memories by their id
     */
    record Snapshot(long tick, Map<String, MemoryPoint> memories) {}

    /** The memories of these ids that exist, and the number of decays. */
    Snapshot read(Collection<String> ids) throws IOException, InterruptedException {
        List<JsonValue> points = new ArrayList<>(ids.stream().map(PointId::of).toList());
        points.add(PointId.CLOCK);
        long tick = 0;
        Map<String, MemoryPoint> memories = new LinkedHashMap<>();
        for (QdrantPoint point : collection.retrieve(points, JsonValue.of(true))) {
            String id = PointId.memory(point.id());
            if (id == null) {
                tick = DecayClock.of(point.payload()).tick();
            } else {
                memories.put(id, MemoryPoint.of(id, point.payload()));
            }
        }
        return new Snapshot(tick, memories);
    }

    /** Changes these memories; returns the number of those inserted. */
    int apply(Collection<String> ids, Change change) throws IOException, InterruptedException {
        Set<String> open = new LinkedHashSet<>(ids);
        Set<String> inserted = new LinkedHashSet<>();
        for (int attempt = 0; !open.isEmpty(); attempt++) {
            await(attempt);
            Snapshot now = read(open);
            List<JsonValue> writes = new ArrayList<>();
            List<String> absent = new ArrayList<>();
            for (String id : List.copyOf(open)) {
                MemoryPoint known = now.memories().get(id);
                if (known == null && inserted.add(id)) {
                    absent.add(id);
                    continue;
                }
                MemoryPoint changed = known == null ? null : change.apply(known, now.tick());
                if (known == null || changed == null || changed.version() == known.version()) {
                    open.remove(id);
                } else {
                    writes.add(QdrantCollection.change(PointId.of(id), known.version(), changed.changes(rules)));
                }
            }
            List<JsonValue> points = absent.isEmpty() ? List.of() : change.insert(absent, now.tick());
            if (!points.isEmpty()) {
                writes.addFirst(QdrantCollection.insertion(points));
            } else {
                absent.forEach(open::remove);
                absent.forEach(inserted::remove);
            }
            if (!writes.isEmpty()) {
                collection.write(writes);
            }
        }
        return inserted.size();
    }

    /** Counts one more decay of all memories; returns the number of decays. */
    long decay() throws IOException, InterruptedException {
        String mark = world.nextId("decay");
        DecayClock known = lastClock;
        for (int attempt = 0;; attempt++) {
            await(attempt);
            if (known != null) {
                collection.write(
                        List.of(QdrantCollection.change(PointId.CLOCK, known.tick(), known.next(mark).payload())));
            }
            known = clock();
            lastClock = known;
            if (known.decays().contains(mark)) {
                return known.tick();
            }
        }
    }

    private DecayClock clock() throws IOException, InterruptedException {
        List<QdrantPoint> found = collection.retrieve(List.of(PointId.CLOCK), JsonValue.of(true));
        if (found.isEmpty()) {
            throw new QdrantException(Kind.NOT_FOUND, "the clock of the " + collection
                    + " is gone\nMaybe another program deleted it; the next call creates it.");
        }
        return DecayClock.of(found.getFirst().payload());
    }

    private void await(int attempt) throws IOException, InterruptedException {
        if (attempt == MAX_ATTEMPTS) {
            throw new QdrantException(Kind.CONTENDED, "a memory in the " + collection + " changed before each of "
                    + MAX_ATTEMPTS + " attempts\nMaybe too many processes reinforce it at once.");
        }
        if (attempt >= QUICK) {
            double most = Math.min(MAX_WAIT, Math.scalb(FIRST_WAIT, attempt - QUICK));
            synchronized (random) {
                most *= random.nextDouble();
            }
            var _ = world.await(new CompletableFuture<>(), Duration.ofNanos(Math.round(most)));
        }
    }
}
