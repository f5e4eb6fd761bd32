package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class VectorIndexTest {

    private static final VectorSpace SPACE = new VectorSpace("small", 16);

    private final RandomVectors random = new RandomVectors(7, 16, 20);
    private final Map<String, float[]> vectors = new LinkedHashMap<>();
    private final Map<String, VectorEntry> entries = new LinkedHashMap<>();
    private final Reports reports = new Reports();
    private int made;

    @TempDir
    private Path folder;

    @Test
    void findsTheNearestInMemory() throws IOException {
        try (VectorIndex index = opened(1_000)) {
            addNew(index, 700);
            assertExact(index, MemoryFilter.ALL);
            assertThat(index.size()).isEqualTo(700);
            assertThat(index.contains("m0005")).isTrue();
            assertThat(index.contains("m9999")).isFalse();
            assertThat(index.ids()).hasSize(700).contains("m0000", "m0699");
            index.refresh();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void similarityIsTheCosineAndEqualOnesComeById() throws IOException {
        try (VectorIndex index = opened(1_000)) {
            float[] vector = random.next();
            float[] opposite = new float[16];
            float[] twice = new float[16];
            for (int i = 0; i < 16; i++) {
                opposite[i] = -vector[i];
                twice[i] = 2 * vector[i];
            }
            index.add(entry("b", null, 0), vector);
            index.add(entry("c", null, 0), opposite);
            index.add(entry("a", null, 0), twice);
            List<VectorHit> hits = index.nearest(vector, 3, MemoryFilter.ALL);
            assertThat(hits).extracting(VectorHit::id).containsExactly("a", "b", "c");
            assertThat(hits.get(0).similarity()).isBetween(0.99999f, 1f);
            assertThat(hits.get(2).similarity()).isBetween(-1f, -0.99999f);
            assertThat(index.nearest(vector, 1, MemoryFilter.ALL)).extracting(VectorHit::id).containsExactly("a");
            assertThat(index.nearest(vector, 0, MemoryFilter.ALL)).isEmpty();
        }
    }

    @Test
    void theGraphFindsNearlyAllThatAScanFinds() throws IOException {
        try (VectorIndex index = opened(1_000)) {
            addNew(index, 3_000);
            index.refresh();
            assertThat(reports.progress).isNotEmpty().last().isEqualTo("3000 of 3000");
            assertRecall(index, 0.95);
            addNew(index, 500);
            assertThat(index.size()).isEqualTo(3_500);
            assertRecall(index, 0.95);
        }
        try (VectorIndex later = opened(1_000)) {
            assertThat(later.size()).isEqualTo(3_000);
            assertThat(later.contains("m2999")).isTrue();
            assertThat(later.contains("m3000")).isFalse();
            assertThat(later.ids()).hasSize(3_000);
        }
        assertThat(reports.lost).isEmpty();
    }

    @Test
    void filtersChooseTheSameInMemoryAndInTheGraph() throws IOException {
        try (VectorIndex scan = opened(10_000); VectorIndex graph = at(folder.resolve("graph"), 500)) {
            addNew(scan, 2_000);
            for (VectorEntry entry : entries.values()) {
                graph.add(entry, vector(entry.id()));
            }
            graph.refresh();
            List<MemoryFilter> filters = List.of(MemoryFilter.ofTenant("t1"), MemoryFilter.ofTenant(null),
                    MemoryFilter.ALL.withCategory("c2"), MemoryFilter.ALL.withAuthor("a3"),
                    MemoryFilter.ALL.withRun("r4"), MemoryFilter.ALL.withSince(Instant.ofEpochMilli(1_900)),
                    MemoryFilter.ALL.withBefore(Instant.ofEpochMilli(30)),
                    MemoryFilter.ALL.withSince(Instant.ofEpochMilli(20).plusNanos(1))
                            .withBefore(Instant.ofEpochMilli(24)),
                    MemoryFilter.ALL.withSince(Instant.MIN).withBefore(Instant.MAX),
                    MemoryFilter.ALL.withBefore(Instant.MIN),
                    MemoryFilter.ofTenant("t1").withCategory("c2").withAuthor("a3"),
                    MemoryFilter.ofTenant("nobody"));
            for (MemoryFilter filter : filters) {
                assertExact(scan, filter);
                float[] query = random.next();
                List<VectorHit> exact = scan.nearest(query, 10, filter);
                List<VectorHit> found = graph.nearest(query, 10, filter);
                assertThat(found).as("%s", filter).hasSameSizeAs(exact);
                assertThat(found.stream().filter(exact::contains).count()).as("%s", filter)
                        .isGreaterThanOrEqualTo(exact.size() * 9 / 10);
            }
        }
    }

    @Test
    void aRemovedEntryIsNeverFoundAndLeavesNoByte() throws IOException {
        try (VectorIndex index = opened(500)) {
            addNew(index, 1_500);
            index.refresh();
            addNew(index, 100);
            List<String> removed = List.of("m0003", "m0700", "m1499", "m1550", "missing");
            assertThat(index.remove(removed)).isEqualTo(4);
            for (String id : removed) {
                assertThat(index.contains(id)).isFalse();
                if (vectors.containsKey(id)) {
                    assertThat(index.nearest(vector(id), 5, MemoryFilter.ALL)).extracting(VectorHit::id)
                            .doesNotContain(id).hasSize(5);
                }
            }
            assertThat(index.size()).isEqualTo(1_596);
            assertThat(filesWith("m0003")).isNotEmpty();
            index.expunge();
            assertThat(index.size()).isEqualTo(1_596);
            for (String id : removed.subList(0, 4)) {
                assertThat(filesWith(id)).as(id).isEmpty();
                vectors.remove(id);
                entries.remove(id);
            }
            assertThat(filesWith("m0004")).isNotEmpty();
            assertRecall(index, 0.95);
        }
        try (VectorIndex later = opened(500)) {
            assertThat(later.ids()).hasSize(1_497).doesNotContain("m0003", "m0700", "m1499");
        }
    }

    @Test
    void anEntryThatIsAddedAgainReplacesItself() throws IOException {
        try (VectorIndex index = opened(500)) {
            addNew(index, 600);
            index.refresh();
            float[] before = vector("m0100");
            for (int turn = 0; turn < 2; turn++) {
                float[] other = random.anywhere();
                index.add(entry("m0100", "t9", 5), other);
                assertThat(index.size()).isEqualTo(600);
                assertThat(index.nearest(other, 1, MemoryFilter.ofTenant("t9"))).extracting(VectorHit::id)
                        .containsExactly("m0100");
                assertThat(index.nearest(before, 600, MemoryFilter.ALL).stream()
                        .filter(hit -> hit.id().equals("m0100"))).hasSize(1)
                        .allMatch(hit -> hit.similarity() < 0.99f);
            }
            index.refresh();
            assertThat(index.size()).isEqualTo(600);
            index.expunge();
            assertThat(filesWith("m0100")).isEmpty();
        }
    }

    @Test
    void manyReplacementsAndRemovalsInMemoryLeaveTheRest() throws IOException {
        try (VectorIndex index = opened(100_000)) {
            addNew(index, 2_000);
            for (int turn = 0; turn < 3; turn++) {
                for (VectorEntry entry : List.copyOf(entries.values())) {
                    vectors.put(entry.id(), random.next());
                    index.add(entry, vector(entry.id()));
                }
                assertExact(index, MemoryFilter.ALL);
            }
            List<String> removed = entries.keySet().stream().filter(id -> !id.endsWith("7")).toList();
            assertThat(index.remove(removed)).isEqualTo(1_800);
            removed.forEach(entries::remove);
            removed.forEach(vectors::remove);
            assertExact(index, MemoryFilter.ALL);
            addNew(index, 300);
            assertExact(index, MemoryFilter.ALL);
            assertThat(index.size()).isEqualTo(500);
        }
    }

    @Test
    void aThreadTakesEntriesIntoTheGraphInTheBackground() throws Exception {
        try (VectorIndex index = opened(1_000)) {
            addNew(index, 1_200);
            assertThat(reports.inGraph.await(30, TimeUnit.SECONDS)).isTrue();
            assertRecall(index, 0.95);
        }
        try (VectorIndex later = opened(1_000)) {
            assertThat(later.size()).isGreaterThanOrEqualTo(1_000);
        }
        assertThat(reports.delayed).isEmpty();
    }

    @Test
    void closingInTheMiddleKeepsWhatIsDone() throws Exception {
        try (VectorIndex index = opened(2_000)) {
            addNew(index, 6_000);
            assertThat(reports.inGraph.await(30, TimeUnit.SECONDS)).isTrue();
        }
        try (VectorIndex later = opened(2_000)) {
            assertThat(later.size()).isBetween(1_000, 6_000);
            for (VectorEntry entry : entries.values()) {
                if (!later.contains(entry.id())) {
                    later.add(entry, vector(entry.id()));
                }
            }
            assertThat(later.size()).isEqualTo(6_000);
            later.refresh();
            assertRecall(later, 0.95);
        }
        assertThat(reports.delayed).isEmpty();
        assertThat(reports.lost).isEmpty();
    }

    @Test
    void refusesVectorsThatAreNotOfTheSpace() throws IOException {
        try (VectorIndex index = opened(1_000)) {
            float[] bad = random.next();
            bad[3] = Float.POSITIVE_INFINITY;
            assertThatThrownBy(() -> index.add(entry("m1", null, 0), bad)).hasMessageContaining(
                    "component 3 of the vector of m1 is Infinity\nMaybe");
            assertThatThrownBy(() -> index.add(entry("m2", null, 0), new float[16]))
                    .hasMessageContaining("all components of the vector of m2 are 0");
            assertThatThrownBy(() -> index.add(entry("m3", null, 0), new float[15]))
                    .hasMessageContaining("the vector of m3 has 15 components");
            assertThatThrownBy(() -> index.nearest(new float[16], 1, MemoryFilter.ALL))
                    .hasMessageContaining("the query");
            assertThatThrownBy(() -> index.nearest(random.next(), -1, MemoryFilter.ALL))
                    .hasMessageContaining("k is -1\nMaybe");
            assertThat(index.size()).isZero();
        }
    }

    @Test
    void aGraphOfAnotherSpaceIsLost() throws IOException {
        fill(1_000);
        try (VectorIndex other = VectorIndex.open(folder, new VectorSpace("other", 16), World.system(1), reports, 500)) {
            assertThat(other.size()).isZero();
            assertThat(reports.lost).hasSize(1).first().asString().contains("small").contains("other");
            for (VectorEntry entry : entries.values()) {
                other.add(entry, vector(entry.id()));
            }
            other.refresh();
            assertRecall(other, 0.95);
        }
        try (VectorIndex other = VectorIndex.open(folder, new VectorSpace("other", 16), World.system(1), reports, 500)) {
            assertThat(other.size()).isEqualTo(1_000);
        }
    }

    @Test
    void everyFileThatIsMissingOrCutOrDamagedLeavesAUsableIndex() throws IOException {
        fill(1_000);
        Map<Path, byte[]> whole = new LinkedHashMap<>();
        for (Path file : files()) {
            whole.put(file, Files.readAllBytes(file));
        }
        for (Path file : whole.keySet()) {
            byte[] bytes = whole.get(file);
            List<byte[]> damages = new ArrayList<>(List.of(new byte[0], Arrays.copyOf(bytes, bytes.length / 2)));
            if (bytes.length > 0) {
                byte[] flipped = bytes.clone();
                flipped[bytes.length / 2] ^= 0x55;
                damages.add(flipped);
            }
            for (int i = -1; i < damages.size(); i++) {
                for (Path left : files()) {
                    Files.delete(left);
                }
                for (Map.Entry<Path, byte[]> entry : whole.entrySet()) {
                    Files.write(entry.getKey(), entry.getValue());
                }
                if (i < 0) {
                    Files.delete(file);
                } else {
                    Files.write(file, damages.get(i));
                }
                reports.lost.clear();
                assertUsable(file.getFileName() + " damage " + i);
            }
        }
    }

    private void assertUsable(String what) throws IOException {
        try (VectorIndex index = opened(500)) {
            List<VectorHit> _ = index.nearest(random.next(), 10, MemoryFilter.ALL);
            for (VectorEntry entry : entries.values()) {
                if (!index.contains(entry.id())) {
                    index.add(entry, vector(entry.id()));
                }
            }
            index.refresh();
            assertThat(index.size()).as(what).isEqualTo(1_000);
            assertThat(reports.lost).as(what).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void aFolderThatCannotBeWrittenDelaysTheGraphOnly() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        try (VectorIndex index = at(file.resolve("below"), 500)) {
            addNew(index, 600);
            assertThat(reports.failed.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(reports.delayed).hasSize(1);
            addNew(index, 100);
            assertExact(index, MemoryFilter.ALL);
            assertThatThrownBy(index::refresh).isInstanceOf(IOException.class);
            assertThat(index.size()).isEqualTo(700);
        }
    }

    @Test
    void aSecondUserSearchesTheGraphOfTheFirstAndAddsItsOwn() throws IOException {
        try (VectorIndex one = opened(500)) {
            addNew(one, 1_000);
            one.refresh();
            try (VectorIndex two = opened(500)) {
                assertThat(two.size()).isEqualTo(1_000);
                addNew(two, 100);
                two.refresh();
                assertRecall(two, 0.95);
            }
            addTo(one, List.copyOf(entries.keySet()).subList(1_000, 1_100));
            assertThat(one.size()).isEqualTo(1_100);
            one.refresh();
            assertThat(one.size()).isEqualTo(1_100);
            assertRecall(one, 0.95);
        }
    }

    @Test
    void isOfNoUseAfterClosing() throws IOException {
        VectorIndex index = opened(500);
        addNew(index, 10);
        index.close();
        index.close();
        assertThatThrownBy(() -> index.nearest(random.next(), 1, MemoryFilter.ALL))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("is closed");
        assertThatThrownBy(() -> addNew(index, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(index::refresh).isInstanceOf(IllegalStateException.class);
    }

    private void fill(int count) throws IOException {
        try (VectorIndex index = opened(500)) {
            addNew(index, count);
            index.refresh();
        }
    }

    private VectorIndex opened(int graphFrom) throws IOException {
        return at(folder, graphFrom);
    }

    private VectorIndex at(Path place, int graphFrom) throws IOException {
        return VectorIndex.open(place, SPACE, World.system(1), reports, graphFrom);
    }

    private void addNew(VectorIndex index, int count) throws IOException {
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

    private void addTo(VectorIndex index, List<String> ids) throws IOException {
        for (String id : ids) {
            index.add(Objects.requireNonNull(entries.get(id)), vector(id));
        }
    }

    private float[] vector(String id) {
        return Objects.requireNonNull(vectors.get(id));
    }

    private static VectorEntry entry(String id, @Nullable String tenant, int number) {
        return new VectorEntry(id, tenant, "c" + number % 5, "a" + number % 7, number % 11 == 0 ? null : "r" + number % 11,
                number);
    }

    /** The hits of a comparison with all vectors, in double precision. */
    private List<String> nearest(float[] query, MemoryFilter filter) {
        List<String> ids = new ArrayList<>(entries.values().stream().filter(entry -> entry.isChosenBy(filter))
                .map(VectorEntry::id).toList());
        ids.sort(Comparator.comparing(id -> -cosine(query, vector(id))));
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

    private void assertExact(VectorIndex index, MemoryFilter filter) throws IOException {
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

    private void assertRecall(VectorIndex index, double least) throws IOException {
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

    private Set<Path> filesWith(String id) throws IOException {
        return VectorFileTest.filesWith(folder, VectorFileTest.bytes(UnitVector.of(vector(id))));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /** Reports of an index. */
    private static final class Reports implements VectorIndexListener {

        private final List<String> lost = new CopyOnWriteArrayList<>();
        private final List<String> delayed = new CopyOnWriteArrayList<>();
        private final List<String> progress = new CopyOnWriteArrayList<>();
        private final CountDownLatch inGraph = new CountDownLatch(1);
        private final CountDownLatch failed = new CountDownLatch(1);

        @Override
        public void progress(long done, long total) {
            progress.add(done + " of " + total);
            inGraph.countDown();
        }

        @Override
        public void lost(String reason) {
            lost.add(reason);
        }

        @Override
        public void delayed(String reason) {
            delayed.add(reason);
            failed.countDown();
        }
    }
}
