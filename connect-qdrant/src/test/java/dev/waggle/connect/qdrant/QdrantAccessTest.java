package dev.waggle.connect.qdrant;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.waggle.connect.qdrant.QdrantConfig.Server;
import dev.waggle.connect.qdrant.QdrantException.Kind;
import dev.waggle.connect.qdrant.server.QdrantServer;
import dev.waggle.connect.qdrant.server.QdrantServer.Fault;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.HashingEmbedder;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryRules;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Addresses, keys, and the collection at the first call. */
class QdrantAccessTest {

    private static final String SECRET = "k3y-of-a-server-0123456789";

    private final World world = World.system(7);

    private QdrantMemory store(QdrantConfig config, TextEmbedder embedder) {
        return new QdrantMemory(config, embedder, MemoryRules.defaults(), world);
    }

    @Test
    void theFirstCallCreatesTheCollectionWithItsIndexes() throws Exception {
        try (QdrantServer server = QdrantServer.start();
                QdrantMemory store = store(MemoryTexts.quick(server.url()), HashingEmbedder.of(64))) {
            assertThat(server.requests()).isEmpty();
            assertThat(store.find("mem-00000000000000000000000000000000")).isEmpty();
            assertThat(server.indexes("swarm-memory")).isEqualTo(Map.of("tenant", "keyword", "category", "keyword",
                    "author", "keyword", "run", "keyword", "outcome", "keyword", "time", "datetime", "fade", "float",
                    "order", "integer", "reinforcements", "integer", "version", "integer"));
            assertThat(server.requests()).contains("PUT /collections/swarm-memory");
            server.forgetRequests();
            assertThat(store.find("mem-00000000000000000000000000000000")).isEmpty();
            assertThat(server.requests()).containsExactly("POST /collections/swarm-memory/points");
        }
    }

    @Test
    void processesThatCreateTheCollectionAtOnceShareIt() throws Exception {
        try (QdrantServer server = QdrantServer.start(); ExecutorService threads = Executors.newFixedThreadPool(6)) {
            List<Future<List<String>>> shares = threads.invokeAll(List.of("a", "b", "c", "d", "e", "f").stream()
                    .<Callable<List<String>>>map(author -> () -> {
                        try (QdrantMemory store = store(MemoryTexts.quick(server.url()), HashingEmbedder.of(64))) {
                            return store.share(List.of(MemoryTexts.memory(author, "the text of " + author)));
                        }
                    }).toList());
            for (Future<List<String>> share : shares) {
                assertThat(share.get()).hasSize(1);
            }
            assertThat(server.points("swarm-memory")).isEqualTo(7);
        }
    }

    @Test
    void aCollectionThatAppearsBeforeItsCreationIsUsed() throws Exception {
        try (QdrantServer server = QdrantServer.start()) {
            server.replace("swarm-memory", 64);
            server.fail(new Fault.Answer(404, Map.of(), "{\"status\":{\"error\":\"Not found\"}}"));
            try (QdrantMemory store = store(MemoryTexts.quick(server.url()), HashingEmbedder.of(64))) {
                store.open();
            }
            assertThat(server.requests()).containsSequence("GET /collections/swarm-memory",
                    "PUT /collections/swarm-memory", "GET /collections/swarm-memory");
        }
    }

    @Test
    void anEmbedderOfAnotherSizeOrModelIsRefusedWithBothNames() throws Exception {
        try (QdrantServer server = QdrantServer.start()) {
            QdrantConfig config = MemoryTexts.quick(server.url());
            try (QdrantMemory store = store(config, HashingEmbedder.of(64))) {
                store.open();
            }
            try (QdrantMemory store = store(config, HashingEmbedder.of(128))) {
                assertThatExceptionOfType(QdrantException.class).isThrownBy(store::open)
                        .satisfies(failure -> assertThat(failure.kind()).isEqualTo(Kind.MISMATCH))
                        .withMessageContaining("vectors of 64 dimensions (hashing:ngrams-v1@64)")
                        .withMessageContaining("hashing:ngrams-v1@128 gives 128")
                        .withMessageContaining("Maybe use the earlier embedder, or another collection");
                assertThatExceptionOfType(QdrantException.class)
                        .isThrownBy(() -> store.search("cache", 5, MemoryFilter.ALL)).withMessageContaining("64");
                assertThat(store.decay()).as("needs no vector").isZero();
            }
            try (QdrantMemory store = store(config, new RenamedEmbedder(HashingEmbedder.of(64)))) {
                assertThatExceptionOfType(QdrantException.class).isThrownBy(store::open)
                        .withMessageContaining("hashing:ngrams-v1@64").withMessageContaining("the embedder is other");
            }
        }
    }

    /** An embedder of the same size under another name. */
    private record RenamedEmbedder(TextEmbedder embedder) implements TextEmbedder {
        @Override
        public String model() {
            return "other";
        }

        @Override
        public List<float[]> embed(List<String> texts, EmbeddingPurpose purpose)
                throws IOException, InterruptedException {
            return embedder.embed(texts, purpose);
        }
    }

    @Test
    void theKeyOpensTheServerAndIsInNoMessage() throws Exception {
        try (QdrantServer server = QdrantServer.start(SECRET)) {
            QdrantConfig config = QdrantConfig.of(Server.of(server.url(), QdrantKey.of(" " + SECRET + "\n")));
            try (QdrantMemory store = store(config, HashingEmbedder.of(64))) {
                store.open();
                server.fail(new Fault.Answer(403, Map.of(), "the key " + SECRET + " may only read"));
                assertThatExceptionOfType(QdrantException.class).isThrownBy(store::stats)
                        .satisfies(failure -> assertThat(failure.kind()).isEqualTo(Kind.KEY))
                        .withMessageContaining("may only read").withMessageNotContaining(SECRET);
            }
            assertThat(config.toString()).doesNotContain(SECRET);
            try (QdrantMemory store = store(MemoryTexts.quick(server.url()), HashingEmbedder.of(64))) {
                assertThatExceptionOfType(QdrantException.class).isThrownBy(store::stats)
                        .withMessageContaining("status 401").withMessageContaining("Maybe the API key is missing");
            }
        }
    }

    @Test
    void aKeyGoesToOtherHostsEncryptedOnly() {
        QdrantKey key = QdrantKey.of(SECRET);
        URI other = URI.create("http://qdrant.example:6333");
        assertThatIllegalArgumentException().isThrownBy(() -> Server.of(other, key))
                .withMessageContaining("unencrypted to qdrant.example").withMessageNotContaining(SECRET);
        assertThat(new Server(other, key, true).base()).isEqualTo("http://qdrant.example:6333");
        assertThat(Server.of(other).key()).isNull();
        for (String url : List.of("https://qdrant.example/", "http://localhost:6333", "http://127.0.0.1",
                "http://[::1]:1")) {
            assertThat(Server.of(URI.create(url), key).base()).doesNotEndWith("/");
        }
    }

    @Test
    void badSettingsAreNamed() {
        for (String url : List.of("ftp://localhost", "localhost:6333", "http:///x", "http://user:pw@localhost",
                "http://localhost?x=1", "http://localhost#x")) {
            assertThatIllegalArgumentException().as(url).isThrownBy(() -> Server.of(URI.create(url)))
                    .withMessageContaining("Maybe http://localhost:6333");
        }
        QdrantConfig config = MemoryTexts.quick(URI.create("http://localhost"));
        for (String name : List.of("", "a/b", "a?b", "..", "x".repeat(256), "a b", "ä")) {
            assertThatIllegalArgumentException().as(name).isThrownBy(() -> config.withCollection(name))
                    .withMessageContaining("collection");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> config.withLeastRelevance(Double.NaN))
                .withMessageContaining("NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> config.withTimeout(Duration.ZERO))
                .withMessageContaining("timeout");
        for (String secret : List.of("", " ", "two words", "schlüssel", "x".repeat(5_000))) {
            assertThatIllegalArgumentException().isThrownBy(() -> QdrantKey.of(secret)).withMessageContaining("key");
        }
    }

    @Test
    void theWaitOfABusyServerIsReadFromItsHeader() {
        assertThat(retryAfter("12")).isEqualTo(Duration.ofSeconds(12));
        assertThat(retryAfter("999999999")).isEqualTo(Duration.ofDays(1));
        assertThat(retryAfter("Mon, 05 Jan 2026 08:01:00 GMT")).isEqualTo(Duration.ofMinutes(1));
        assertThat(retryAfter("Mon, 05 Jan 2025 08:01:00 GMT")).isNull();
        assertThat(retryAfter("Sun, 05 Jan 2025 08:01:00 GMT")).isEqualTo(Duration.ZERO);
        assertThat(retryAfter("soon")).isNull();
        assertThat(retryAfter("-1")).isNull();
    }

    private static @Nullable Duration retryAfter(String text) {
        return RetryHeader.of(HttpHeaders.of(Map.of("Retry-After", List.of(text)), (_, _) -> true), MemoryTexts.START);
    }
}
