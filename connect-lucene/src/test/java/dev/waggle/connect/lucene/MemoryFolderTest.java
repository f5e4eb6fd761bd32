package dev.waggle.connect.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.ForgottenMemory;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.StoredMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The folder of a memory: what is in it, who uses it, and what may happen to it. */
class MemoryFolderTest {

    private static final Instant START = Instant.parse("2026-01-05T08:00:00Z");

    @TempDir
    private Path parent;

    private final ManualWorld world = new ManualWorld(START, 3);
    private final List<String> notices = Collections.synchronizedList(new ArrayList<>());

    private Path folder() {
        return parent.resolve("memory");
    }

    private Memory open() throws IOException {
        return open(MemoryConfig.defaults().withDecayEvery(Duration.ZERO));
    }

    private Memory open(MemoryConfig config) throws IOException {
        return Memory.open(folder(), config.withListener(new MemoryListener() {
            @Override
            public void notice(String text) {
                notices.add(text);
            }
        }), world);
    }

    private NewMemory memory(String content, String author) {
        return new NewMemory(content, "discovery", 0.5, new MemoryOrigin(author, null, "solve_1", null, world.now()),
                Map.of());
    }

    private static List<String> found(Memory memory, String query) throws Exception {
        return memory.search(query, 10, MemoryFilter.ALL).stream().map(found -> found.memory().content()).toList();
    }

    /** All memories with their state. */
    private static List<StoredMemory> state(Memory memory) throws IOException {
        return memory.list(MemoryFilter.ALL, null, 100_000);
    }

    private void fill(Memory memory) throws IOException {
        List<String> ids = memory.share(IntStream.range(0, 40).mapToObj(i -> memory("memory number " + i, "a" + i % 3))
                .toList());
        memory.reinforce(ids.getFirst(), "b");
        assertThat(memory.decay()).isZero();
        memory.reinforce(ids.get(1), "b");
        memory.judge("solve_1", MemoryOutcome.WRONG);
        memory.judge("solve_1", MemoryOutcome.UNKNOWN);
        assertThat(memory.forget(List.of(ids.get(2)))).isEqualTo(1);
        assertThat(memory.decay()).isZero();
    }

    @Test
    void aProcessFindsTheMemoriesOfAnEarlierOne() throws Exception {
        List<StoredMemory> before;
        try (Memory memory = open()) {
            fill(memory);
            before = state(memory);
        }
        try (Memory later = open()) {
            assertThat(state(later)).isEqualTo(before).hasSize(39);
            assertThat(found(later, "number 17")).first().isEqualTo("memory number 17");
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void theIndexMayBeDeleted() throws Exception {
        List<StoredMemory> before;
        try (Memory memory = open()) {
            fill(memory);
            before = state(memory);
        }
        for (Path file : files(folder().resolve("index"))) {
            Files.delete(file);
        }
        try (Memory later = open()) {
            assertThat(state(later)).isEqualTo(before);
        }
    }

    @Test
    void twoOpenMemoriesSeeEachOthersWrites() throws Exception {
        try (Memory first = open(); Memory second = open()) {
            List<String> ids = first.share(List.of(memory("the cache is cold", "a")));
            assertThat(found(second, "cache")).containsExactly("the cache is cold");
            second.reinforce(ids.getFirst(), "b");
            assertThat(first.find(ids.getFirst()).orElseThrow().reinforcedBy()).containsExactly("b");
            second.share(List.of(memory("the cache is damp", "a")));
            assertThat(found(first, "cache")).hasSize(2);
            assertThat(first.forget(ids)).isEqualTo(1);
            assertThat(found(second, "cache")).containsExactly("the cache is damp");
            assertThat(state(first)).isEqualTo(state(second));
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void writersAtTheSameTimeLoseNothing() throws Exception {
        try (Memory first = Memory.open(folder(), MemoryConfig.defaults(), World.system(1));
                Memory second = Memory.open(folder(), MemoryConfig.defaults(), World.system(2))) {
            List<Thread> threads = Stream.of(first, second, first, second).map(memory -> Thread.ofVirtual()
                    .start(() -> {
                        for (int i = 0; i < 10; i++) {
                            share(memory, "memory " + Thread.currentThread().threadId() + " " + i);
                        }
                    })).toList();
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(state(first)).hasSize(40).isEqualTo(state(second));
        }
    }

    private void share(Memory memory, String content) {
        try {
            memory.share(List.of(memory(content, "a")));
            memory.search(content, 3, MemoryFilter.ALL);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    @Test
    void aDamagedIndexIsBuiltAnewAndThatIsSaidOnce() throws Exception {
        List<StoredMemory> before;
        try (Memory memory = open()) {
            fill(memory);
            before = state(memory);
        }
        for (Path damaged : files(folder().resolve("index"))) {
            if (!Files.exists(damaged) || Files.size(damaged) == 0 || damaged.toString().endsWith(".lock")) {
                continue; // An earlier turn of this loop has built the index anew.
            }
            byte[] bytes = Files.readAllBytes(damaged);
            notices.clear();
            Files.write(damaged, Arrays.copyOf(bytes, bytes.length / 2));
            try (Memory later = open()) {
                assertThat(state(later)).as(damaged.toString()).isEqualTo(before);
                assertThat(found(later, "number 17")).as(damaged.toString()).first().isEqualTo("memory number 17");
            }
            assertThat(notices).as(damaged.toString()).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void anIndexOfAnotherLogIsBuiltAnew() throws Exception {
        try (Memory memory = open()) {
            fill(memory);
        }
        byte[] log = Files.readAllBytes(folder().resolve("memories.jsonl"));
        int firstLines = 0;
        for (int lines = 0; lines < 11; firstLines++) {
            lines += log[firstLines] == '\n' ? 1 : 0;
        }
        Files.write(folder().resolve("memories.jsonl"), Arrays.copyOf(log, firstLines));
        try (Memory later = open()) {
            assertThat(state(later)).as("ten lines, one of them redacted").hasSize(9);
        }
        assertThat(notices).hasSize(1);
    }

    @Test
    void aTornLineIsCutByTheNextWriter() throws Exception {
        try (Memory memory = open()) {
            memory.share(List.of(memory("the cache is cold", "a")));
        }
        Files.writeString(folder().resolve("memories.jsonl"), "{\"number\":2,\"event\":{\"kind\":\"sha",
                StandardOpenOption.APPEND);
        try (Memory later = open()) {
            assertThat(found(later, "cache")).hasSize(1);
            later.share(List.of(memory("the cache is damp", "a")));
            assertThat(found(later, "cache")).hasSize(2);
        }
    }

    @Test
    void aDamagedLineIsNamedAndNothingIsLost() throws Exception {
        try (Memory memory = open()) {
            fill(memory);
        }
        Path log = folder().resolve("memories.jsonl");
        byte[] bytes = Files.readAllBytes(log);
        bytes[bytes.length / 2] ^= 1;
        Files.write(log, bytes);
        for (Path file : files(folder().resolve("index"))) {
            Files.delete(file);
        }
        try (Memory later = open()) {
            assertThatThrownBy(() -> found(later, "memory")).isInstanceOf(IOException.class)
                    .hasMessageContaining("memories.jsonl").hasMessageContaining("is damaged")
                    .hasMessageContaining("restore");
        }
        assertThat(Files.readAllBytes(log)).isEqualTo(bytes);
    }

    @Test
    void foreignFilesAreRefused() throws Exception {
        Files.createDirectories(folder());
        Files.writeString(folder().resolve("memories.jsonl"), "name,age\nada,7\n");
        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("no log of memories");
        Files.writeString(folder().resolve("memories.jsonl"), "{\"log\":\"memories\",\"version\":2}\n");
        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("another version");
    }

    @Test
    void aReadOnlyFolderIsReadInMemory() throws Exception {
        List<StoredMemory> before;
        try (Memory memory = open()) {
            fill(memory);
            before = state(memory);
        }
        try (Memory memory = open()) { // the index does not have this one
            memory.share(List.of(memory("one more", "a")));
        }
        Path index = folder().resolve("index");
        Files.setPosixFilePermissions(index, PosixFilePermissions.fromString("r-xr-xr-x"));
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("r-xr-xr-x"));
        try (Memory later = open()) {
            assertThat(state(later)).hasSize(before.size() + 1).containsAll(before);
            if (!Files.isWritable(index)) { // root may write everywhere
                assertThatThrownBy(() -> later.share(List.of(memory("x", "a")))).isInstanceOf(IOException.class);
            }
        } finally {
            Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(index, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void nothingOfAForgottenTextStaysInTheFolder() throws Exception {
        String secret = "the password of ada is swordfish";
        try (Memory memory = open()) {
            fill(memory);
            String id = memory.share(List.of(memory(secret, "a"))).getFirst();
            memory.reinforce(id, "b");
            memory.judge("solve_1", MemoryOutcome.RIGHT);
            assertThat(found(memory, "password")).contains(secret);

            assertThat(memory.forget(List.of(id))).isEqualTo(1);
            assertThat(bytesIn(folder())).doesNotContain("swordfish").doesNotContain("swordfis").doesNotContain(id);
            assertThat(found(memory, "password")).doesNotContain(secret);
        }
        try (Memory later = open()) {
            assertThat(state(later)).hasSize(39);
        }
        for (Path file : files(folder().resolve("index"))) {
            Files.delete(file);
        }
        try (Memory rebuilt = open()) {
            assertThat(state(rebuilt)).hasSize(39);
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void evictedTextsAreForgottenByAFilter() throws Exception {
        try (Memory memory = open()) {
            memory.share(List.of(memory("the cache is cold", "ada"), memory("the queue is long", "bob")));
            for (int i = 0; i < 45; i++) {
                int _ = memory.decay();
            }
            assertThat(state(memory)).isEmpty();
            assertThat(bytesIn(folder())).contains("cold");
            List<ForgottenMemory> gone = memory.forget(MemoryFilter.ALL.withAuthor("ada"));
            assertThat(gone).singleElement()
                    .satisfies(one -> assertThat(one.texts()).containsExactly("the cache is cold"));
            assertThat(bytesIn(folder())).doesNotContain("cold").contains("long");
            assertThat(memory.forget(MemoryFilter.ALL.withAuthor("ada"))).isEmpty();
        }
    }

    @Test
    void theRulesAreThoseOfTheFirstProcess() throws Exception {
        MemoryRules quick = new MemoryRules(0.5, 0.1, 0.2, 10);
        try (Memory memory = open(MemoryConfig.defaults().withRules(quick))) {
            memory.share(List.of(memory("the cache is cold", "a")));
        }
        try (Memory later = open()) {
            assertThat(later.rules()).isEqualTo(quick);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private static String bytesIn(Path folder) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : files(folder)) {
            all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)).append('\n');
        }
        return all.toString();
    }
}
