package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.swarm.memory.MemoryFilter;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Entries with vectors of 16 components, and the answers that an index has to give for them. Owned by one test. */
final class SampleEntries {

    static final VectorSpace SPACE = new VectorSpace("small", 16);

    private final RandomVectors random = new RandomVectors(7, 16, 20);
    private final Map<String, float[]> vectors = new LinkedHashMap<>();
    private final Map<String, VectorEntry> entries = new LinkedHashMap<>();
    private int made;

    float[] next() {
        return random.next();
    }

    float[] anywhere() {
        return random.anywhere();
    }

    Set<String> ids() {
        return new LinkedHashSet<>(entries.keySet());
    }

    VectorEntry entry(String id) {
        return Objects.requireNonNull(entries.get(id));
    }

    void change(String id, float[] vector) {
        vectors.put(id, vector);
    }

    void forget(String id) {
        vectors.remove(id);
        entries.remove(id);
    }

    Set<Path> filesWith(Path folder, String id) throws IOException {
        return VectorFileTest.filesWith(folder, VectorFileTest.bytes(UnitVector.of(vector(id))));
    }

    void addNew(VectorIndex index, int count) throws IOException {
        List<String> added = new ArrayList<>();
        for (int i = made; i < made + count; i++) {
            String id = String.format(Locale.ROOT, "m%04d", i);
            entries.put(id, entry(id, i % 3 == 0 ? null : "t" + i % 3, i));
            vectors.put(id, random.next());
            added.add(id);
        }
        made += count;
        addTo(index, added);
    }

    void addTo(VectorIndex index, Collection<String> ids) throws IOException {
        for (String id : ids) {
            index.add(entry(id), vector(id));
        }
    }

    float[] vector(String id) {
        return Objects.requireNonNull(vectors.get(id));
    }

    static VectorEntry entry(String id, @Nullable String tenant, int number) {
        String run = number % 11 == 0 ? null : "r" + number % 11;
        return new VectorEntry(id, tenant, "c" + number % 5, "a" + number % 7, run, number);
    }

    /** The hits of a comparison with all vectors, in double precision. */
    private List<String> nearest(float[] query, MemoryFilter filter) {
        List<String> ids = new ArrayList<>(entries.values().stream().filter(entry -> entry.isChosenBy(filter))
                .map(VectorEntry::id).toList());
        ids.sort(Comparator.comparingDouble(id -> -cosine(query, vector(id))));
        return ids.subList(0, Math.min(10, ids.size()));
    }

    private static double cosine(float[] a, float[] b) {
        double product = 0;
        double squareA = 0;
        double squareB = 0;
        for (int i = 0; i < a.length; i++) {
            product += (double) a[i] * b[i];
            squareA += (double) a[i] * a[i];
            squareB += (double) b[i] * b[i];
        }
        return product / Math.sqrt(squareA * squareB);
    }

    void assertExact(VectorIndex index, MemoryFilter filter) throws IOException {
        for (int i = 0; i < 5; i++) {
            float[] query = random.next();
            List<VectorHit> hits = index.nearest(query, 10, filter);
            assertThat(hits).extracting(VectorHit::id).containsExactlyElementsOf(nearest(query, filter));
            for (VectorHit hit : hits) {
                assertThat((double) hit.similarity()).isCloseTo(cosine(query, vector(hit.id())),
                        within(1e-6));
            }
        }
    }

    void assertRecall(VectorIndex index, double least) throws IOException {
        int found = 0;
        for (int i = 0; i < 30; i++) {
            float[] query = random.next();
            List<String> exact = nearest(query, MemoryFilter.ALL);
            List<VectorHit> hits = index.nearest(query, 10, MemoryFilter.ALL);
            assertThat(hits).hasSize(10).isSortedAccordingTo(VectorHit.BEST_FIRST);
            Set<String> ids = new TreeSet<>(hits.stream().map(VectorHit::id).toList());
            assertThat(ids).hasSize(10);
            found += (int) exact.stream().filter(ids::contains).count();
        }
        assertThat(found / 300.0).isGreaterThanOrEqualTo(least);
    }
}
