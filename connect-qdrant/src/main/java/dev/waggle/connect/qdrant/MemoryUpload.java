package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.NewMemory;

/**
 * Upload of new memories, some in each write. The first author of a text inserts it, and the others reinforce it.
 * Thread-safe.
 */
final class MemoryUpload {

    /** Most memories and letters of a write; a letter has at most 6 bytes, and the limit of a server is 32 MB. */
    private static final int MAX_MEMORIES = 128;
    private static final long MAX_LETTERS = 4_000_000;

    private static final long MICROS_PER_MILLI = 1_000;

    private final CollectionSpace vectors;
    private final MemoryWriter writer;
    private final MemoryRules rules;
    private final World world;
    private final AtomicLong lastOrder = new AtomicLong();

    MemoryUpload(CollectionSpace vectors, MemoryWriter writer, MemoryRules rules, World world) {
        this.vectors = vectors;
        this.writer = writer;
        this.rules = rules;
        this.world = world;
    }

    /**
     * Stores memories; returns the number of new ones.
     *
     * @param byId memories of equal text by their id, at least one each
     */
    int share(Map<String, List<NewMemory>> byId) throws IOException, InterruptedException {
        SharedTexts texts = new SharedTexts(byId);
        int inserted = 0;
        List<String> piece = new ArrayList<>();
        long letters = 0;
        for (Map.Entry<String, List<NewMemory>> entry : byId.entrySet()) {
            long more = entry.getValue().getFirst().content().length();
            if (piece.size() == MAX_MEMORIES || (!piece.isEmpty() && letters + more > MAX_LETTERS)) {
                inserted += writer.apply(piece, texts);
                piece.clear();
                letters = 0;
            }
            piece.add(entry.getKey());
            letters += more;
        }
        return inserted + writer.apply(piece, texts);
    }

    private long nextOrder() {
        long now = world.now().toEpochMilli() * MICROS_PER_MILLI;
        return lastOrder.updateAndGet(last -> Math.max(last + 1, now));
    }

    /** Memories to store, by their id. */
    private final class SharedTexts implements MemoryWriter.Change {

        private final Map<String, List<NewMemory>> byId;

        private SharedTexts(Map<String, List<NewMemory>> byId) {
            this.byId = byId;
        }

        @Override
        public MemoryPoint apply(MemoryPoint memory, long tick) {
            return memory.reinforced(authors(memory.id()), tick, rules);
        }

        @Override
        public List<JsonValue> insert(List<String> absent, long tick) throws IOException, InterruptedException {
            List<String> texts = absent.stream().map(id -> first(id).content()).toList();
            List<float[]> embedded = vectors.embed(texts, EmbeddingPurpose.DOCUMENT);
            List<JsonValue> points = new ArrayList<>();
            for (int i = 0; i < absent.size(); i++) {
                String id = absent.get(i);
                MemoryPoint point = MemoryPoint.fresh(id, first(id), nextOrder(), tick).reinforced(authors(id), tick,
                        rules);
                points.add(QdrantCollection.point(PointId.of(id), embedded.get(i), point.payload(rules)));
            }
            return points;
        }

        private NewMemory first(String id) {
            return byId.getOrDefault(id, List.of()).getFirst();
        }

        private List<String> authors(String id) {
            return byId.getOrDefault(id, List.of()).stream().map(memory -> memory.origin().author()).distinct()
                    .toList();
        }
    }
}
