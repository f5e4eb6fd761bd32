package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.connect.qdrant.QdrantException.Kind;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.HashingEmbedder;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
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
import org.jspecify.annotations.Nullable;

/**
 * Memories in a collection of a Qdrant server (1.12 or later), shared by any number of processes. The relevance of a
 * memory is the cosine of its vector and that of the query. The first call creates the collection; every call may
 * fail with a {@link QdrantException} that names the address and a remedy. Thread-safe.
 *
 * <pre>
 *   decay            3 to 5 requests for any number of memories: a clock counts decays, and strengths follow from it
 *   search           2 requests, 3 if weights differ so much that more candidates are needed
 *   share, reinforce read, write on condition, read: no change of another process is lost
 *   eviction         5 requests for up to 1,000 memories beyond the capacity
 * </pre>
 *
 * <p>All processes use the same rules and the same embedder. Qdrant before 1.16 inserts without a condition. There, of two
 * processes that store the same new text at the same moment, the later one may replace the other as its author.
 *
 * {@snippet :
 * var server = QdrantConfig.Server.of(URI.create("http://localhost:6333"));
 * var memory = new QdrantMemory(QdrantConfig.of(server), MemoryRules.defaults(), World.system());
 * SwarmConfig config = SwarmConfig.of(agents).withMemory(memory);
 * }
 */
public final class QdrantMemory implements MemoryStore {

    /** Most ids of a request that deletes. */
    private static final int MAX_FORGOTTEN = 1_000;

    /** Passes over the memories of a solve: a further one only for those that others changed in the meantime. */
    private static final int MAX_PASSES = 10;

    private final QdrantClient http;
    private final QdrantCollection collection;
    private final CollectionSpace vectors;
    private final MemoryWriter writer;
    private final MemoryUpload upload;
    private final MemoryPager pager;
    private final MemoryRanking ranking;
    private final MemoryEviction eviction;
    private final MemoryRules rules;
    private final World world;

    /** Memories with the embedder by feature hashing, which needs no model. */
    public QdrantMemory(QdrantConfig config, MemoryRules rules, World world) {
        this(config, HashingEmbedder.create(), rules, world);
    }

    /**
     * Memories with vectors of that embedder. Nothing is sent before the first call.
     *
     * @param world gives the time at which memories are stored, and times the calls
     */
    public QdrantMemory(QdrantConfig config, TextEmbedder embedder, MemoryRules rules, World world) {
        this.http = new QdrantClient(config, world, QdrantClient.MAX_RESPONSE);
        this.collection = new QdrantCollection(http, config.collection());
        this.vectors = new CollectionSpace(collection, embedder);
        this.writer = new MemoryWriter(collection, rules, world);
        this.upload = new MemoryUpload(vectors, writer, rules, world);
        this.pager = new MemoryPager(collection, rules);
        this.ranking = new MemoryRanking(collection, rules, config.leastRelevance());
        this.eviction = new MemoryEviction(collection, rules);
        this.rules = rules;
        this.world = world;
    }

    /** A call of the server. */
    private interface Call<T> {
        T run() throws IOException, InterruptedException;
    }

    private <T> T call(Call<T> call) throws IOException, InterruptedException {
        try {
            vectors.open();
            return call.run();
        } catch (QdrantException failure) {
            if (failure.kind() == Kind.NOT_FOUND || failure.kind() == Kind.MISMATCH) {
                vectors.reopen();
            }
            throw failure;
        } catch (IllegalArgumentException foreign) {
            throw new QdrantException(Kind.UNREADABLE, "a point in the " + collection + " is no memory ("
                    + foreign.getMessage() + ")\nMaybe another program uses the collection; choose another name.", null,
                    foreign);
        }
    }

    /**
     * Creates the collection if it is absent, and compares the size of its vectors with that of the embedder. Other
     * calls compare it when they embed.
     */
    public void open() throws IOException, InterruptedException {
        var _ = call(() -> {
            vectors.check();
            return true;
        });
    }

    @Override
    public List<String> share(List<NewMemory> memories) throws IOException, InterruptedException {
        Map<String, List<NewMemory>> byId = new LinkedHashMap<>();
        List<String> ids = new ArrayList<>();
        for (NewMemory memory : memories) {
            String id = MemoryText.id(memory.origin().tenant(), memory.content());
            byId.computeIfAbsent(id, _ -> new ArrayList<>()).add(memory);
            ids.add(id);
        }
        int inserted = call(() -> upload.share(byId));
        if (inserted > 0) {
            var _ = call(this::evictExcess);
        }
        return List.copyOf(ids);
    }

    private int evictExcess() throws IOException, InterruptedException {
        int evicted = 0;
        long excess = collection.count(QdrantFilter.MEMORIES) - rules.capacity();
        while (excess > 0) {
            int gone = eviction.evict(excess, writer.read(List.of()).tick());
            evicted += gone;
            excess = gone == 0 ? 0 : excess - gone;
        }
        return evicted;
    }

    /** {@inheritDoc} A blank query finds nothing. */
    @Override
    public List<FoundMemory> search(String query, int atMost, MemoryFilter filter)
            throws IOException, InterruptedException {
        if (atMost <= 0 || query.isBlank()) {
            return List.of();
        }
        return call(() -> {
            float[] vector = vectors.embed(List.of(query), EmbeddingPurpose.QUERY).getFirst();
            MemoryRanking.Ranking best = ranking.best(vector, QdrantFilter.of(filter), atMost);
            if (best.memories().isEmpty()) {
                return List.of();
            }
            Map<JsonValue, StoredMemory> texts = new LinkedHashMap<>();
            for (QdrantPoint point : collection.retrieve(best.memories().stream().map(RankedMemory::point).toList(),
                    JsonValue.of(true))) {
                texts.put(point.id(), MemoryPoint.of(point).stored(best.tick(), rules));
            }
            List<FoundMemory> found = new ArrayList<>();
            for (RankedMemory ranked : best.memories()) {
                StoredMemory memory = texts.get(ranked.point());
                if (memory != null) {
                    found.add(new FoundMemory(memory, ranked.relevance()));
                }
            }
            return List.copyOf(found);
        });
    }

    @Override
    public Optional<StoredMemory> find(String id) throws IOException, InterruptedException {
        if (!PointId.isMemory(id)) {
            return Optional.empty();
        }
        return call(() -> {
            MemoryWriter.Snapshot now = writer.read(List.of(id));
            return Optional.ofNullable(now.memories().get(id)).map(memory -> memory.stored(now.tick(), rules));
        });
    }

    @Override
    public List<StoredMemory> list(MemoryFilter filter, @Nullable String after, int atMost)
            throws IOException, InterruptedException {
        if (after != null && !PointId.isMemory(after)) {
            return List.of();
        }
        return call(() -> {
            MemoryWriter.Snapshot now = writer.read(after == null ? List.of() : List.of(after));
            MemoryPoint from = after == null ? null : now.memories().get(after);
            return after != null && from == null
                    ? List.of()
                    : pager.oldest(QdrantFilter.of(filter), from, atMost).stream()
                            .map(point -> point.stored(now.tick(), rules)).toList();
        });
    }

    @Override
    public void reinforce(String memoryId, String agentId) throws IOException, InterruptedException {
        if (PointId.isMemory(memoryId)) {
            MemoryWriter.Update agreement = (memory, tick) -> memory.reinforced(List.of(agentId), tick, rules);
            var _ = call(() -> writer.apply(List.of(memoryId), agreement));
        }
    }

    @Override
    public int decay() throws IOException, InterruptedException {
        return call(() -> {
            long now = writer.decay();
            if (rules.least() == 0) {
                return 0;
            }
            QdrantFilter weak = QdrantFilter.MEMORIES
                    .with(QdrantFilter.range(PayloadField.FADE, "lt", JsonValue.of(now)));
            long evicted = collection.count(weak);
            if (evicted > 0) {
                collection.delete(weak);
            }
            return Math.toIntExact(evicted);
        });
    }

    @Override
    public void judge(String runId, MemoryOutcome outcome) throws IOException, InterruptedException {
        QdrantFilter others = QdrantFilter.MEMORIES
                .with(QdrantFilter.match(PayloadField.RUN, JsonValue.of(runId)))
                .without(QdrantFilter.match(PayloadField.OUTCOME, JsonValue.of(outcome.wireName())));
        MemoryWriter.Update judgement = (memory, _) -> memory.judged(outcome);
        for (int pass = 0; pass < MAX_PASSES; pass++) {
            if (call(() -> pager.forAll(others, ids -> writer.apply(ids, judgement))) == 0) {
                return;
            }
        }
    }

    @Override
    public int forget(Collection<String> ids) throws IOException, InterruptedException {
        Set<String> known = new LinkedHashSet<>(ids);
        known.removeIf(id -> !PointId.isMemory(id));
        List<JsonValue> points = known.stream().map(PointId::of).toList();
        return call(() -> {
            int gone = 0;
            for (int from = 0; from < points.size(); from += MAX_FORGOTTEN) {
                List<JsonValue> page = points.subList(from, Math.min(points.size(), from + MAX_FORGOTTEN));
                List<JsonValue> there = collection.retrieve(page, JsonValue.of(false)).stream().map(QdrantPoint::id)
                        .toList();
                if (!there.isEmpty()) {
                    collection.delete(there);
                }
                gone += there.size();
            }
            return gone;
        });
    }

    @Override
    public MemoryStats stats() throws IOException, InterruptedException {
        return call(() -> pager.stats(writer.read(List.of()).tick()));
    }

    @Override
    public SharedMemory ofTenant(@Nullable String tenant) {
        return new TenantMemory(this, tenant, world);
    }

    /** Ends running calls and closes the connections; the memories stay. */
    @Override
    public void close() {
        http.close();
    }
}
