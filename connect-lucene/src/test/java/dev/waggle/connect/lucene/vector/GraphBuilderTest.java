package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GraphBuilderTest {

    private static final VectorSpace SPACE = new VectorSpace("small", 16);
    private static final int COUNT = 3_000;

    private final List<float[]> vectors = new ArrayList<>();

    @TempDir
    private Path folder;

    @TempDir
    private Path copyFolder;

    @Test
    void aStopInTheMiddleOfAMergeKeepsTheGraph() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        GraphBuilder builder = filled();
        builder.entries().remove(List.of("m7"));
        assertThatThrownBy(() -> builder.expunge(() -> asked.incrementAndGet() > 1_000))
                .isInstanceOf(IOException.class);
        assertThat(asked).hasValueGreaterThan(1_000);
        assertThat(builder.entries().size()).isEqualTo(COUNT - 1);
        assertFindsAllBut("m7", folder);
        builder.expunge(() -> false);
        assertThat(VectorFileTest.filesWith(folder, VectorFileTest.bytes(UnitVector.of(vectors.get(7))))).isEmpty();
        builder.close();
        assertFindsAllBut("m7", folder);
    }

    @Test
    void aKillAtAnyMomentOfAMergeLeavesAGraph() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        List<Path> copies = new ArrayList<>();
        GraphBuilder builder = filled();
        builder.entries().remove(List.of("m7"));
        builder.expunge(copyAt(asked, copies, 1_000));
        builder.close();
        assertThat(copies).hasSizeGreaterThan(3);
        for (Path copy : copies) {
            assertFindsAllBut("m7", copy);
        }
    }

    @Test
    void aKillWhileEntriesComeLeavesTheGraphOfTheLastCommit() throws IOException {
        List<Path> copies = new ArrayList<>();
        GraphBuilder builder = new GraphBuilder(folder, SPACE, World.system(1), VectorIndexListener.NONE);
        add(builder, COUNT);
        builder.take(copyAt(new AtomicInteger(), copies, 500));
        add(builder, COUNT);
        builder.take(copyAt(new AtomicInteger(), copies, 500));
        builder.close();
        assertThat(copies).hasSizeGreaterThanOrEqualTo(12);
        for (int i = 0; i < copies.size(); i++) {
            try (VectorIndex index = opened(copies.get(i))) {
                assertThat(index.size()).as("copy %s", i).isIn(0, COUNT);
                index.refresh();
                index.expunge();
            }
        }
    }

    private GraphBuilder filled() throws IOException {
        GraphBuilder builder = new GraphBuilder(folder, SPACE, World.system(1), VectorIndexListener.NONE);
        add(builder, COUNT);
        builder.take(() -> false);
        return builder;
    }

    private void add(GraphBuilder builder, int count) throws IOException {
        RandomVectors random = new RandomVectors(5 + vectors.size(), 16, 20);
        for (int i = 0; i < count; i++) {
            float[] vector = random.next();
            builder.entries().add(new VectorEntry("m" + vectors.size(), null, "c", "a", null, i),
                    UnitVector.of(vector));
            vectors.add(vector);
        }
    }

    /** Supplier that never stops the work, and copies the folder as a kill would leave it. */
    private BooleanSupplier copyAt(AtomicInteger asked, List<Path> copies, int every) {
        return () -> {
            if (asked.incrementAndGet() % every == 1) {
                try {
                    Path copy = copyFolder.resolve(copies.size() + "-" + vectors.size());
                    Files.createDirectories(copy);
                    try (Stream<Path> files = Files.list(folder)) {
                        for (Path file : files.toList()) {
                            Files.copy(file, copy.resolve(file.getFileName()));
                        }
                    }
                    copies.add(copy);
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            }
            return false;
        };
    }

    private void assertFindsAllBut(String id, Path place) throws IOException {
        try (VectorIndex index = opened(place)) {
            assertThat(index.size()).isEqualTo(COUNT - 1);
            assertThat(index.contains(id)).isFalse();
            for (int i = 0; i < COUNT; i += 500) {
                assertThat(index.nearest(vectors.get(i), 1, MemoryFilter.ALL)).extracting(VectorHit::id)
                        .containsExactly("m" + i);
            }
        }
    }

    private static VectorIndex opened(Path place) throws IOException {
        return VectorIndex.open(place, SPACE, World.system(1), VectorIndexListener.NONE, 500);
    }
}
