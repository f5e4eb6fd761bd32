package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.journal.file.FullDisk;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class VectorFileTest {

    private static final VectorSpace SPACE = new VectorSpace("small", 3);

    @TempDir
    private Path folder;

    @Test
    void keepsVectorsForALaterProcess() throws IOException {
        VectorFile file = opened();
        file.append(Map.of(key(1), vector(1)));
        file.append(vectors(2, 3));
        assertThat(file.size()).isEqualTo(3);
        assertThat(file.contains(key(2))).isTrue();

        VectorFile later = opened();
        assertThat(later.size()).isEqualTo(3);
        Map<VectorKey, float[]> found = later.find(List.of(key(3), key(9), key(1)));
        assertThat(found).containsOnlyKeys(key(1), key(3));
        assertThat(found.get(key(3))).containsExactly(vector(3));
        assertThat(later.damages()).isZero();
    }

    @Test
    void anEmptyFolderHasNoVectorsAndIsNotMade() throws IOException {
        Path missing = folder.resolve("missing");
        VectorFile file = VectorFile.open(missing, SPACE, World.system(1));
        assertThat(file.find(List.of(key(1)))).isEmpty();
        assertThat(file.remove(List.of(key(1)))).isZero();
        file.append(Map.of());
        assertThat(missing).doesNotExist();
    }

    @Test
    void theLaterVectorOfAKeyCounts() throws IOException {
        VectorFile file = opened();
        file.append(Map.of(key(1), vector(1)));
        file.append(Map.of(key(1), vector(2)));
        assertThat(file.find(List.of(key(1))).get(key(1))).containsExactly(vector(2));
        assertThat(opened().find(List.of(key(1))).get(key(1))).containsExactly(vector(2));
        assertThat(file.size()).isEqualTo(1);
    }

    @Test
    void twoUsersSeeTheVectorsOfEachOther() throws IOException {
        VectorFile one = opened();
        VectorFile two = opened();
        one.append(Map.of(key(1), vector(1)));
        two.append(Map.of(key(2), vector(2)));
        one.append(Map.of(key(3), vector(3)));
        assertThat(two.find(List.of(key(1), key(2), key(3)))).hasSize(3);
        assertThat(one.find(List.of(key(1), key(2), key(3)))).hasSize(3);
        assertThat(two.remove(List.of(key(1)))).isEqualTo(1);
        assertThat(one.find(List.of(key(1), key(2), key(3)))).containsOnlyKeys(key(2), key(3));
        one.append(Map.of(key(4), vector(4)));
        assertThat(two.find(List.of(key(2), key(3), key(4)))).hasSize(3);
    }

    @Test
    void manyThreadsOfTwoUsersLoseNothing() throws Exception {
        List<VectorFile> users = List.of(opened(), opened());
        List<Thread> threads = new ArrayList<>();
        List<Exception> failures = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 8; i++) {
            int first = 1 + i * 10;
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    for (int j = 0; j < 10; j++) {
                        users.get(j % 2).append(Map.of(key(first + j), vector(first + j)));
                    }
                } catch (IOException failed) {
                    failures.add(failed);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        VectorFile later = opened();
        assertThat(later.size()).isEqualTo(80);
        assertThat(later.damages()).isZero();
    }

    @Test
    void aRecordThatWasCutOffAnywhereIsCutAtTheNextAppend() throws IOException {
        opened().append(vectors(1, 2));
        byte[] whole = Files.readAllBytes(path());
        int record = VectorRecord.length(3);
        for (int length = whole.length - record; length < whole.length; length++) {
            Files.write(path(), Arrays.copyOf(whole, length));
            VectorFile file = opened();
            assertThat(file.find(List.of(key(1), key(2)))).as("length %s", length).containsOnlyKeys(key(1));
            file.append(Map.of(key(3), vector(3)));
            assertThat(opened().find(List.of(key(1), key(3)))).as("length %s", length).hasSize(2);
            assertThat(file.damages()).isZero();
            assertThat(Files.size(path())).isEqualTo(whole.length);
        }
    }

    @Test
    void aHeadThatWasCutOffAnywhereIsWrittenAnew() throws IOException {
        opened().append(vectors(1, 1));
        byte[] whole = Files.readAllBytes(path());
        for (int length = 0; length < VectorHead.length(SPACE); length++) {
            Files.write(path(), Arrays.copyOf(whole, length));
            VectorFile file = opened();
            assertThat(file.size()).isZero();
            file.append(Map.of(key(2), vector(2)));
            assertThat(opened().find(List.of(key(2)))).as("length %s", length).hasSize(1);
        }
    }

    @Test
    void aDamagedRecordIsSkippedAndCounted() throws IOException {
        opened().append(vectors(1, 3));
        byte[] whole = Files.readAllBytes(path());
        int record = VectorRecord.length(3);
        for (int at = whole.length - 2 * record; at < whole.length - record; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 1;
            Files.write(path(), damaged);
            VectorFile file = opened();
            assertThat(file.damages()).as("byte %s", at).isEqualTo(1);
            assertThat(file.find(List.of(key(1), key(2), key(3)))).containsOnlyKeys(key(1), key(3));
        }
    }

    @Test
    void aVectorThatIsDamagedAfterOpeningIsNotFound() throws IOException {
        VectorFile file = opened();
        file.append(vectors(1, 2));
        byte[] damaged = Files.readAllBytes(path());
        damaged[damaged.length - 1] ^= 1;
        Files.write(path(), damaged);
        assertThat(file.find(List.of(key(1), key(2)))).containsOnlyKeys(key(1));
        assertThat(file.damages()).isEqualTo(1);
        assertThat(file.contains(key(2))).isFalse();
    }

    @Test
    void refusesAFileOfAnotherModelOrDimension() throws IOException {
        opened().append(vectors(1, 1));
        assertThatThrownBy(() -> VectorFile.open(folder, new VectorSpace("other", 3), World.system(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it has vectors of small with 3 components, not of other with 3\nMaybe");
        assertThatThrownBy(() -> VectorFile.open(folder, new VectorSpace("small", 4), World.system(1)))
                .hasMessageContaining("not of small with 4\nMaybe");
    }

    @Test
    void refusesAnythingElse() throws IOException {
        opened().append(vectors(1, 1));
        byte[] bytes = Files.readAllBytes(path());
        bytes[9] ^= 1;
        Files.write(path(), bytes);
        assertThatThrownBy(this::opened).hasMessageContaining("its head is damaged").hasMessageContaining("\nMaybe");
        Files.writeString(path(), "a text of some length, which is no file of vectors at all");
        assertThatThrownBy(this::opened).hasMessageContaining("its head is damaged");
    }

    @Test
    void refusesVectorsThatAreNotOfTheSpaceAndKeepsNoneOfThem() throws IOException {
        VectorFile file = opened();
        for (float[] bad : List.of(new float[] {1, 2}, new float[] {1, Float.NaN, 2},
                new float[] {1, 2, Float.NEGATIVE_INFINITY}, new float[] {0, -0f, 0})) {
            Map<VectorKey, float[]> vectors = vectors(1, 2);
            vectors.put(key(7), bad);
            assertThatThrownBy(() -> file.append(vectors)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(key(7).toString()).hasMessageContaining("\nMaybe");
        }
        assertThat(path()).doesNotExist();
    }

    @Test
    void noByteOfARemovedVectorIsLeft() throws IOException {
        VectorFile file = opened();
        file.append(vectors(1, 5));
        Files.write(folder.resolve(VectorFile.DRAFT), bytes(vector(2)));
        assertThat(file.remove(List.of(key(2), key(5), key(9)))).isEqualTo(2);
        assertThat(file.size()).isEqualTo(3);
        assertThat(opened().find(List.of(key(1), key(2), key(3), key(4), key(5))))
                .containsOnlyKeys(key(1), key(3), key(4));
        assertThat(filesWith(folder, bytes(vector(2)))).isEmpty();
        assertThat(filesWith(folder, bytes(vector(5)))).isEmpty();
        assertThat(filesWith(folder, bytes(vector(1)))).hasSize(1);
    }

    @Test
    void aRemovalAlsoTakesDamagedAndUnfinishedAndOlderRecords() throws IOException {
        VectorFile file = opened();
        file.append(vectors(1, 2));
        file.append(Map.of(key(1), vector(3)));
        file.append(Map.of(key(4), vector(4)));
        byte[] bytes = Files.readAllBytes(path());
        bytes[bytes.length - 1] ^= 1;
        Files.write(path(), bytes);
        Files.write(path(), bytes(vector(5)), StandardOpenOption.APPEND);
        VectorFile later = opened();
        assertThat(later.damages()).isEqualTo(1);
        assertThat(later.remove(List.of(key(4), key(1)))).isEqualTo(1);
        for (int i : new int[] {1, 3, 4, 5}) {
            assertThat(filesWith(folder, bytes(vector(i)))).as("vector %s", i).isEmpty();
        }
        assertThat(later.find(List.of(key(2)))).hasSize(1);
        assertThat(later.damages()).isZero();
    }

    @Test
    void aFullDiskLeavesTheFileAsItWas() throws IOException {
        opened().append(vectors(1, 2));
        byte[] before = Files.readAllBytes(path());
        AtomicBoolean isFull = new AtomicBoolean(true);
        FullDisk disk = new FullDisk(_ -> isFull.get());
        VectorFile file = VectorFile.open(folder, SPACE, World.system(1), disk);
        assertThatThrownBy(() -> file.append(vectors(3, 4))).isInstanceOf(IOException.class)
                .hasMessageContaining("2 vectors were not kept for certain").hasMessageContaining("No space");
        assertThat(Files.readAllBytes(path())).isEqualTo(before);
        assertThatThrownBy(() -> file.remove(List.of(key(1)))).hasMessageContaining("may still be in it");
        assertThat(Files.readAllBytes(path())).isEqualTo(before);
        assertThat(folder.resolve(VectorFile.DRAFT)).doesNotExist();
        isFull.set(false);
        file.append(vectors(3, 4));
        assertThat(file.remove(List.of(key(1)))).isEqualTo(1);
        assertThat(opened().size()).isEqualTo(3);
    }

    @Test
    void aFolderThatCannotBeMadeIsAnErrorOfTheAppendOnly() throws IOException {
        Path below = Files.createFile(folder.resolve("file")).resolve("below");
        VectorFile file = VectorFile.open(below, SPACE, World.system(1));
        assertThat(file.find(List.of(key(1)))).isEmpty();
        assertThatThrownBy(() -> file.append(vectors(1, 1))).isInstanceOf(IOException.class);
        assertThat(file.size()).isZero();
    }

    @Test
    void aThreadThatIsInterruptedStillReadsAndWrites() throws IOException {
        VectorFile file = opened();
        Thread.currentThread().interrupt();
        try {
            file.append(vectors(1, 2));
            assertThat(file.find(List.of(key(1), key(2)))).hasSize(2);
            assertThat(file.remove(List.of(key(1)))).isEqualTo(1);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        file.append(vectors(3, 3));
        assertThat(opened().size()).isEqualTo(2);
    }

    private VectorFile opened() throws IOException {
        return VectorFile.open(folder, SPACE, World.system(1));
    }

    private Path path() {
        return folder.resolve(VectorFile.NAME);
    }

    static VectorKey key(int number) {
        return new VectorKey(number * 0x9E3779B97F4A7C15L, number);
    }

    private static float[] vector(int number) {
        return new float[] {number, 0.37f * number, -1.234e-5f * number};
    }

    private static Map<VectorKey, float[]> vectors(int first, int last) {
        Map<VectorKey, float[]> vectors = new LinkedHashMap<>();
        for (int i = first; i <= last; i++) {
            vectors.put(key(i), vector(i));
        }
        return vectors;
    }

    static byte[] bytes(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float component : vector) {
            bytes.putFloat(component);
        }
        return bytes.array();
    }

    /** Files of a folder that contain those bytes. */
    static Set<Path> filesWith(Path folder, byte[] wanted) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).filter(file -> contains(file, wanted))
                    .collect(Collectors.toSet());
        }
    }

    private static boolean contains(Path file, byte[] wanted) {
        try {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            return text.contains(new String(wanted, StandardCharsets.ISO_8859_1));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
