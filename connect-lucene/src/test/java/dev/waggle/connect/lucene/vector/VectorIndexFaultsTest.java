package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class VectorIndexFaultsTest {

    private final SampleEntries samples = new SampleEntries();
    private final SampleReports reports = new SampleReports();

    @TempDir
    private Path folder;

    @Test
    void closingInTheMiddleKeepsWhatIsDone() throws Exception {
        try (VectorIndex index = opened(2_000)) {
            samples.addNew(index, 6_000);
            assertThat(reports.inGraph.await(30, TimeUnit.SECONDS)).isTrue();
        }
        try (VectorIndex later = opened(2_000)) {
            assertThat(later.size()).isBetween(1_000, 6_000);
            for (VectorEntry entry : samples.ids().stream().map(samples::entry).toList()) {
                if (!later.contains(entry.id())) {
                    later.add(entry, samples.vector(entry.id()));
                }
            }
            assertThat(later.size()).isEqualTo(6_000);
            later.refresh();
            samples.assertRecall(later, 0.95);
        }
        assertThat(reports.delayed).isEmpty();
        assertThat(reports.lost).isEmpty();
    }

    @Test
    void aGraphOfAnotherSpaceIsLost() throws IOException {
        fill(1_000);
        try (VectorIndex other = inSpace("other")) {
            assertThat(other.size()).isZero();
            assertThat(reports.lost).hasSize(1).first().asString().contains("small").contains("other");
            for (VectorEntry entry : samples.ids().stream().map(samples::entry).toList()) {
                other.add(entry, samples.vector(entry.id()));
            }
            other.refresh();
            samples.assertRecall(other, 0.95);
        }
        try (VectorIndex other = inSpace("other")) {
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
            List<VectorHit> _ = index.nearest(samples.next(), 10, MemoryFilter.ALL);
            for (VectorEntry entry : samples.ids().stream().map(samples::entry).toList()) {
                if (!index.contains(entry.id())) {
                    index.add(entry, samples.vector(entry.id()));
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
            samples.addNew(index, 600);
            assertThat(reports.failed.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(reports.delayed).hasSize(1);
            samples.addNew(index, 100);
            samples.assertExact(index, MemoryFilter.ALL);
            assertThatThrownBy(index::refresh).isInstanceOf(IOException.class);
            assertThat(index.size()).isEqualTo(700);
        }
    }

    @Test
    void aSecondUserSearchesTheGraphOfTheFirstAndAddsItsOwn() throws IOException {
        try (VectorIndex one = opened(500)) {
            samples.addNew(one, 1_000);
            one.refresh();
            try (VectorIndex two = opened(500)) {
                assertThat(two.size()).isEqualTo(1_000);
                samples.addNew(two, 100);
                two.refresh();
                samples.assertRecall(two, 0.95);
            }
            samples.addTo(one, List.copyOf(samples.ids()).subList(1_000, 1_100));
            assertThat(one.size()).isEqualTo(1_100);
            one.refresh();
            assertThat(one.size()).isEqualTo(1_100);
            samples.assertRecall(one, 0.95);
        }
    }

    @Test
    void isOfNoUseAfterClosing() throws IOException {
        VectorIndex index = opened(500);
        samples.addNew(index, 10);
        index.close();
        index.close();
        assertThatThrownBy(() -> index.nearest(samples.next(), 1, MemoryFilter.ALL))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("is closed");
        assertThatThrownBy(() -> samples.addNew(index, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(index::refresh).isInstanceOf(IllegalStateException.class);
    }

    private void fill(int count) throws IOException {
        try (VectorIndex index = opened(500)) {
            samples.addNew(index, count);
            index.refresh();
        }
    }

    private VectorIndex opened(int graphFrom) throws IOException {
        return at(folder, graphFrom);
    }

    private VectorIndex inSpace(String model) throws IOException {
        return VectorIndex.open(folder, new VectorSpace(model, 16), World.system(1), reports, 500);
    }

    private VectorIndex at(Path place, int graphFrom) throws IOException {
        return VectorIndex.open(place, SampleEntries.SPACE, World.system(1), reports, graphFrom);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
