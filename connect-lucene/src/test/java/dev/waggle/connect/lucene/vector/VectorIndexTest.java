package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class VectorIndexTest {

    private final SampleEntries samples = new SampleEntries();
    private final SampleReports reports = new SampleReports();

    @TempDir
    private Path folder;

    @Test
    void findsTheNearestInMemory() throws IOException {
        try (VectorIndex index = opened(1_000)) {
            samples.addNew(index, 700);
            samples.assertExact(index, MemoryFilter.ALL);
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
            float[] vector = samples.next();
            float[] opposite = new float[16];
            float[] twice = new float[16];
            for (int i = 0; i < 16; i++) {
                opposite[i] = -vector[i];
                twice[i] = 2 * vector[i];
            }
            index.add(SampleEntries.entry("b", null, 0), vector);
            index.add(SampleEntries.entry("c", null, 0), opposite);
            index.add(SampleEntries.entry("a", null, 0), twice);
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
            samples.addNew(index, 3_000);
            index.refresh();
            assertThat(reports.progress).isNotEmpty().last().isEqualTo("3000 of 3000");
            samples.assertRecall(index, 0.95);
            samples.addNew(index, 500);
            assertThat(index.size()).isEqualTo(3_500);
            samples.assertRecall(index, 0.95);
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
            samples.addNew(scan, 2_000);
            for (VectorEntry entry : samples.ids().stream().map(samples::entry).toList()) {
                graph.add(entry, samples.vector(entry.id()));
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
                samples.assertExact(scan, filter);
                float[] query = samples.next();
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
            samples.addNew(index, 1_500);
            index.refresh();
            samples.addNew(index, 100);
            List<String> removed = List.of("m0003", "m0700", "m1499", "m1550", "missing");
            assertThat(index.remove(removed)).isEqualTo(4);
            for (String id : removed) {
                assertThat(index.contains(id)).isFalse();
                if (!id.equals("missing")) {
                    assertThat(index.nearest(samples.vector(id), 5, MemoryFilter.ALL)).extracting(VectorHit::id)
                            .doesNotContain(id).hasSize(5);
                }
            }
            assertThat(index.size()).isEqualTo(1_596);
            assertThat(samples.filesWith(folder, "m0003")).isNotEmpty();
            index.expunge();
            assertThat(index.size()).isEqualTo(1_596);
            for (String id : removed.subList(0, 4)) {
                assertThat(samples.filesWith(folder, id)).as(id).isEmpty();
                samples.forget(id);
            }
            assertThat(samples.filesWith(folder, "m0004")).isNotEmpty();
            samples.assertRecall(index, 0.95);
        }
        try (VectorIndex later = opened(500)) {
            assertThat(later.ids()).hasSize(1_497).doesNotContain("m0003", "m0700", "m1499");
        }
    }

    @Test
    void anEntryThatIsAddedAgainReplacesItself() throws IOException {
        try (VectorIndex index = opened(500)) {
            samples.addNew(index, 600);
            index.refresh();
            float[] before = samples.vector("m0100");
            for (int turn = 0; turn < 2; turn++) {
                float[] other = samples.anywhere();
                index.add(SampleEntries.entry("m0100", "t9", 5), other);
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
            assertThat(samples.filesWith(folder, "m0100")).isEmpty();
        }
    }

    @Test
    void manyReplacementsAndRemovalsInMemoryLeaveTheRest() throws IOException {
        try (VectorIndex index = opened(100_000)) {
            samples.addNew(index, 2_000);
            for (int turn = 0; turn < 3; turn++) {
                for (VectorEntry entry : samples.ids().stream().map(samples::entry).toList()) {
                    samples.change(entry.id(), samples.next());
                    index.add(entry, samples.vector(entry.id()));
                }
                samples.assertExact(index, MemoryFilter.ALL);
            }
            List<String> removed = samples.ids().stream().filter(id -> !id.endsWith("7")).toList();
            assertThat(index.remove(removed)).isEqualTo(1_800);
            removed.forEach(samples::forget);
            samples.assertExact(index, MemoryFilter.ALL);
            samples.addNew(index, 300);
            samples.assertExact(index, MemoryFilter.ALL);
            assertThat(index.size()).isEqualTo(500);
        }
    }

    @Test
    void aThreadTakesEntriesIntoTheGraphInTheBackground() throws Exception {
        try (VectorIndex index = opened(1_000)) {
            samples.addNew(index, 1_200);
            assertThat(reports.inGraph.await(30, TimeUnit.SECONDS)).isTrue();
            samples.assertRecall(index, 0.95);
        }
        try (VectorIndex later = opened(1_000)) {
            assertThat(later.size()).isGreaterThanOrEqualTo(1_000);
        }
        assertThat(reports.delayed).isEmpty();
    }

    @Test
    void refusesVectorsThatAreNotOfTheSpace() throws IOException {
        try (VectorIndex index = opened(1_000)) {
            float[] bad = samples.next();
            bad[3] = Float.POSITIVE_INFINITY;
            assertThatThrownBy(() -> index.add(SampleEntries.entry("m1", null, 0), bad)).hasMessageContaining(
                    "component 3 of the vector of m1 is Infinity\nMaybe");
            assertThatThrownBy(() -> index.add(SampleEntries.entry("m2", null, 0), new float[16]))
                    .hasMessageContaining("all components of the vector of m2 are 0");
            assertThatThrownBy(() -> index.add(SampleEntries.entry("m3", null, 0), new float[15]))
                    .hasMessageContaining("the vector of m3 has 15 components");
            assertThatThrownBy(() -> index.nearest(new float[16], 1, MemoryFilter.ALL))
                    .hasMessageContaining("the query");
            assertThatThrownBy(() -> index.nearest(samples.next(), -1, MemoryFilter.ALL))
                    .hasMessageContaining("k is -1\nMaybe");
            assertThat(index.size()).isZero();
        }
    }

    private VectorIndex opened(int graphFrom) throws IOException {
        return at(folder, graphFrom);
    }

    private VectorIndex at(Path place, int graphFrom) throws IOException {
        return VectorIndex.open(place, SampleEntries.SPACE, World.system(1), reports, graphFrom);
    }
}
