package dev.waggle.connect.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.signal.embedding.EmbeddingException;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.HashingEmbedder;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.NewMemory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A memory with an embedding model. */
class MemoryMeaningsTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final World world = World.system(3);
    private final List<String> notices = Collections.synchronizedList(new ArrayList<>());
    private final List<String> embedded = Collections.synchronizedList(new ArrayList<>());

    /** Knows that cats are felines and that a malfunction is an error. Everything else is hashed. */
    private final class Synonyms implements TextEmbedder {

        private final HashingEmbedder words;
        private volatile @Nullable IOException failure;

        Synonyms(int dimensions) {
            words = HashingEmbedder.of(dimensions);
        }

        @Override
        public String model() {
            return "test:synonyms";
        }

        @Override
        public List<float[]> embed(List<String> texts, EmbeddingPurpose purpose) throws IOException {
            IOException failed = failure;
            if (failed != null) {
                throw failed;
            }
            if (purpose == EmbeddingPurpose.DOCUMENT) {
                embedded.addAll(texts);
            }
            if (texts.stream().anyMatch(text -> text.contains("unspeakable"))) {
                throw new EmbeddingException("the model refuses a text", EmbeddingException.Remedy.CHANGE_TEXTS);
            }
            return words.embed(texts.stream().map(text -> text.replace("feline", "cat")
                    .replace("malfunction", "error")).toList(), purpose);
        }
    }

    private Memory open(TextEmbedder embedder) throws IOException {
        return Memory.open(folder.resolve("memory"), MemoryConfig.defaults().withDecayEvery(Duration.ZERO)
                .withEmbedder(embedder).withListener(new MemoryListener() {
                    @Override
                    public void notice(String text) {
                        notices.add(text);
                    }
                }), world);
    }

    private NewMemory memory(String content) {
        return new NewMemory(content, "discovery", 0.5, new MemoryOrigin("a", null, null, null, world.now()), Map.of());
    }

    private static List<String> found(Memory memory, String query) throws Exception {
        return memory.search(query, 3, MemoryFilter.ALL).stream().map(found -> found.memory().content()).toList();
    }

    @Test
    void aMemoryIsFoundByItsMeaningAndByItsWords() throws Exception {
        try (Memory memory = open(new Synonyms(384))) {
            memory.share(List.of(memory("cats sleep all day"), memory("the error was in the parser"),
                    memory("rain falls on the plain")));
            assertThat(memory.awaitMeanings(LONG)).isTrue();
            assertThat(found(memory, "felines")).first().isEqualTo("cats sleep all day");
            assertThat(found(memory, "malfunction")).first().isEqualTo("the error was in the parser");
            assertThat(found(memory, "plain rain")).first().isEqualTo("rain falls on the plain");
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void aTextThatIsForgottenWhileTheModelAnswersLeavesNoVector() throws Exception {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        CompletableFuture<Void> forgotten = new CompletableFuture<>();
        HashingEmbedder words = HashingEmbedder.of(64);
        TextEmbedder slow = new TextEmbedder() {
            @Override
            public String model() {
                return "test:slow";
            }

            @Override
            public List<float[]> embed(List<String> texts, EmbeddingPurpose purpose) throws IOException {
                if (texts.contains("the password is swordfish")) {
                    boolean _ = asked.complete(null);
                    Object _ = forgotten.join();
                }
                return words.embed(texts, purpose);
            }
        };
        try (Memory memory = open(slow)) {
            memory.share(List.of(memory("rain falls on the plain")));
            assertThat(memory.awaitMeanings(LONG)).isTrue();
            long before = vectorBytes();
            List<String> ids = memory.share(List.of(memory("the password is swordfish")));
            assertThat(memory.waitingForMeaning()).isEqualTo(1);
            Object _ = asked.get(30, TimeUnit.SECONDS);
            assertThat(memory.forget(ids)).isEqualTo(1);
            boolean _ = forgotten.complete(null);
            assertThat(memory.awaitMeanings(LONG)).isTrue();
            assertThat(vectorBytes()).isEqualTo(before);
        }
    }

    @Test
    void aVectorIsPaidForOnceAlsoWhenEveryIndexIsLost() throws Exception {
        try (Memory memory = open(new Synonyms(384))) {
            memory.share(IntStream.range(0, 150).mapToObj(i -> memory("memory of thing " + i)).toList());
            assertThat(memory.awaitMeanings(LONG)).isTrue();
        }
        assertThat(embedded).hasSize(150);
        delete("index", "graph");
        try (Memory later = open(new Synonyms(384))) {
            assertThat(later.awaitMeanings(LONG)).isTrue();
            assertThat(found(later, "thing 77")).first().isEqualTo("memory of thing 77");
        }
        assertThat(embedded).hasSize(150);
    }

    @Test
    void anotherLengthEmbedsAllMemoriesAgain() throws Exception {
        try (Memory memory = open(new Synonyms(384))) {
            memory.share(List.of(memory("cats sleep all day"), memory("rain falls on the plain")));
            assertThat(memory.awaitMeanings(LONG)).isTrue();
        }
        try (Memory later = open(new Synonyms(128))) {
            later.share(List.of(memory("the error was in the parser")));
            for (int i = 0; i < 200 && (later.waitingForMeaning() > 0 || embedded.size() < 5); i++) {
                assertThat(later.awaitMeanings(LONG)).isTrue();
            }
            assertThat(found(later, "felines")).first().isEqualTo("cats sleep all day");
            assertThat(notices).anySatisfy(text -> assertThat(text).contains("128").contains("384"));
        }
    }

    @Test
    void withoutAnAnswerOfTheModelWordsAreSearchedAndThatIsSaidOnce() throws Exception {
        Synonyms model = new Synonyms(384);
        try (Memory memory = open(model)) {
            memory.share(List.of(memory("cats sleep all day")));
            assertThat(memory.awaitMeanings(LONG)).isTrue();
            model.failure = new IOException("connection refused");
            memory.share(List.of(memory("cats eat at night")));
            assertThat(found(memory, "cats night")).first().isEqualTo("cats eat at night");
            assertThat(found(memory, "cats night")).first().isEqualTo("cats eat at night");
            assertThat(memory.awaitMeanings(LONG)).isFalse();
            assertThat(notices.stream().filter(text -> text.contains("words only"))).hasSize(1);

            model.failure = null;
            memory.share(List.of(memory("dogs bark")));
            assertThat(memory.awaitMeanings(LONG)).isTrue();
            assertThat(found(memory, "felines")).hasSize(3).first().asString().startsWith("cats");
        }
    }

    @Test
    void aRefusedTextIsFoundByItsWords() throws Exception {
        try (Memory memory = open(new Synonyms(384))) {
            memory.share(List.of(memory("cats sleep all day"), memory("something unspeakable"), memory("dogs bark")));
            assertThat(memory.awaitMeanings(LONG)).isTrue();
            assertThat(found(memory, "felines")).first().isEqualTo("cats sleep all day");
            assertThat(found(memory, "unspeakable")).isNotNull();
            assertThat(notices).anySatisfy(text -> assertThat(text).contains("words only"));
        }
    }

    @Test
    void memoriesThatSayTheSameAreMerged() throws Exception {
        try (Memory memory = open(new Synonyms(384))) {
            memory.share(List.of(memory("Shard the table by tenant.")));
            assertThat(memory.awaitMeanings(LONG)).isTrue();
            memory.share(List.of(new NewMemory("We should shard the table by tenant.", "proposal", 0.5,
                    new MemoryOrigin("b", null, null, null, world.now()), Map.of()),
                    memory("Do not shard the table by tenant."), memory("Shard the table by region.")));
            assertThat(memory.awaitMeanings(LONG)).isTrue();
            assertThat(memory.list(MemoryFilter.ALL, null, 10)).hasSize(3).first().satisfies(first -> {
                assertThat(first.content()).isEqualTo("Shard the table by tenant.");
                assertThat(first.reinforcedBy()).containsExactly("b");
            });

            assertThat(memory.forget(List.of(memory.list(MemoryFilter.ALL, null, 1).getFirst().id()))).isEqualTo(1);
            delete("index");
        }
        try (Memory rebuilt = Memory.open(folder.resolve("memory"))) {
            assertThat(rebuilt.list(MemoryFilter.ALL, null, 10)).as("what was merged into it is forgotten with it")
                    .hasSize(2);
        }
    }

    @Test
    void nothingOfAForgottenTextStays() throws Exception {
        try (Memory memory = open(new Synonyms(384))) {
            List<String> ids = memory.share(List.of(memory("cats sleep all day"), memory("rain falls")));
            assertThat(memory.awaitMeanings(LONG)).isTrue();
            long before = vectorBytes();
            assertThat(memory.forget(List.of(ids.getFirst()))).isEqualTo(1);
            assertThat(vectorBytes()).isLessThanOrEqualTo(before - 384 * Float.BYTES);
            assertThat(found(memory, "felines")).doesNotContain("cats sleep all day");
        }
        try (Memory words = Memory.open(folder.resolve("memory"))) {
            assertThat(words.forget(MemoryFilter.ALL)).hasSize(1);
            assertThat(vectorBytes()).isLessThan(384 * Float.BYTES);
        }
    }

    private long vectorBytes() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            long bytes = 0;
            for (Path file : files.filter(path -> path.endsWith("vectors.bin")).toList()) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }

    private void delete(String... folders) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).filter(path -> Stream.of(folders)
                    .anyMatch(name -> path.toString().contains("/" + name + "/"))).toList()) {
                Files.delete(file);
            }
        }
    }
}
