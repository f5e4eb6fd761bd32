package dev.waggle.connect.llm;

import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

import dev.waggle.signal.embedding.CheckedEmbedder;
import dev.waggle.signal.embedding.EmbeddingDimensionException;
import dev.waggle.signal.embedding.EmbeddingException;
import dev.waggle.signal.embedding.EmbeddingException.Remedy;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.swarm.harness.RetryPolicy;
import dev.waggle.testing.TestWorld;
import dev.waggle.testing.provider.embedding.EmbeddingResponse;
import dev.waggle.testing.provider.embedding.FakeEmbeddingRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EmbeddingFaultsTest {

    @Test
    void vectorsAreInTheOrderOfTheIndex() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed((_, _) -> EmbeddingResponse.of(200,
                "{\"data\": [{\"index\": 1, \"embedding\": [0, 1]}, {\"index\": 0, \"embedding\": [1, 0]}]}"))) {
            assertThat(EmbeddingTestBed.documents(bed.models.named(EmbeddingTestBed.OPENAI), "a", "b"))
                    .containsExactly(new float[] {1, 0}, new float[] {0, 1});
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503, 500, 408, 529})
    void passingFailuresAreRetried(int status) throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed(failing(2, _ -> EmbeddingResponse.of(status, "busy")))) {
            assertThat(EmbeddingTestBed.documents(bed.models.named(EmbeddingTestBed.OPENAI), "a")).hasSize(1);
            assertThat(bed.server.requests()).hasSize(3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404})
    void otherFailuresAreNotRetried(int status) {
        try (EmbeddingTestBed bed = new EmbeddingTestBed((_, _) -> EmbeddingResponse.of(status, "no"))) {
            assertFailure(bed, status == 400 ? Remedy.CHANGE_TEXTS : Remedy.CHANGE_SETTINGS, "HTTP");
            assertThat(bed.server.requests()).hasSize(1);
            assertThat(bed.models.ledger().tokens()).isZero();
            assertThat(bed.models.ledger().texts()).isZero();
        }
    }

    @Test
    void theWaitOfRetryAfterIsKept() throws Exception {
        TestWorld world = TestWorld.automatic();
        try (EmbeddingTestBed bed = new EmbeddingTestBed(
                failing(1, _ -> EmbeddingResponse.of(429, "{}").withHeader("Retry-After", "17")), world,
                ProviderTestBed.KEY)) {
            assertThat(EmbeddingTestBed.documents(bed.models.named(EmbeddingTestBed.OPENAI), "a")).hasSize(1);
            assertThat(world.elapsed()).isEqualTo(Duration.ofSeconds(17));
        }
    }

    @Test
    void aWaitBeyondTheTimeoutIsAFailureAtOnce() {
        try (EmbeddingTestBed bed = new EmbeddingTestBed(
                (_, _) -> EmbeddingResponse.of(429, "{}").withHeader("Retry-After", "3600"))) {
            assertFailure(bed, Remedy.RETRY_LATER, "asks to slow down");
            assertThat(bed.server.requests()).hasSize(1);
        }
    }

    @Test
    void theCircuitOpensAfterFailures() {
        try (EmbeddingTestBed bed = new EmbeddingTestBed((_, _) -> EmbeddingResponse.of(503, "busy"))) {
            assertFailure(bed, Remedy.RETRY_LATER, "HTTP 503");
            assertFailure(bed, Remedy.RETRY_LATER, "HTTP 503");
            assertFailure(bed, Remedy.RETRY_LATER, "failed too often");
            assertThat(bed.server.requests()).hasSize(5);
        }
    }

    @Test
    void aSlowEndpointEndsAtTheTimeout() {
        try (EmbeddingTestBed bed = new EmbeddingTestBed((_, usual) -> usual.after(Duration.ofMinutes(5)))) {
            EmbeddingModels brief = bed.models.withOptions(EmbeddingOptions.DEFAULTS.withTimeout(
                    Duration.ofMillis(200)));
            assertThatThrownBy(() -> EmbeddingTestBed.documents(brief.named(EmbeddingTestBed.OLLAMA), "a"))
                    .isInstanceOfSatisfying(EmbeddingException.class,
                            late -> assertThat(late.remedy()).isEqualTo(Remedy.RETRY_LATER))
                    .hasMessageContaining("gave no vectors in time");
        }
    }

    @Test
    void anInterruptEndsTheCall() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        try (EmbeddingTestBed bed = new EmbeddingTestBed((_, usual) -> {
            arrived.countDown();
            return usual.after(Duration.ofMinutes(5));
        })) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    EmbeddingTestBed.documents(bed.models.named(EmbeddingTestBed.OPENAI), "a");
                } catch (Exception ended) {
                    thrown.set(ended);
                }
            });
            arrived.await();
            caller.interrupt();
            assertThat(caller.join(ProviderTestBed.SOON)).isTrue();
            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
            assertThat(bed.models.ledger().tokens()).isEqualTo(1);
        }
    }

    @Test
    void nothingListensIsLater() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        try (EmbeddingModels models = EmbeddingModels.of(Map.of("OLLAMA_HOST", "127.0.0.1:" + port))
                .withOptions(EmbeddingOptions.DEFAULTS.withRetries(RetryPolicy.NEVER))) {
            assertThatThrownBy(() -> EmbeddingTestBed.documents(models.named(EmbeddingTestBed.OLLAMA), "a"))
                    .hasMessageContaining("cannot be reached").hasMessageContaining("ollama serve");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"data\": [{\"embedding\": [1, NaN]}]}",
        "{\"data\": [{\"embedding\": [1, null]}]}",
        "{\"data\": [{\"embedding\": \"AACAPw==\"}]}",
        "{\"data\": [{\"embedding\": [1, 1e400]}]}",
        "{\"data\": [{\"embedding\": []}]}",
        "{\"data\": [{\"embedding\": [0, 0.0]}]}",
        "{\"data\": []}",
        "{\"data\": [{\"index\": 5, \"embedding\": [1]}]}",
        "{\"data\": [{\"index\": 0, \"embedding\": [1]}, {\"index\": 0, \"embedding\": [1]}]}",
        "{\"data\": [{\"embedding\": [1]}, {\"embedding\": [1]}]}",
        "{\"data\": 3}", "{\"error\": \"later\"}", "[]", "3", "", "<html>", "{\"data\": [", "\u0000"})
    void unusableAnswersAreRefused(String body) {
        try (EmbeddingTestBed bed = new EmbeddingTestBed((_, _) -> EmbeddingResponse.of(200, body))) {
            assertFailure(bed, Remedy.CHANGE_SETTINGS, "openai:text-embedding-3-small");
            assertThat(bed.server.requests()).hasSize(1);
        }
    }

    @Test
    void aPageInsteadOfAnAnswerIsNamed() {
        try (EmbeddingTestBed bed = new EmbeddingTestBed((_, _) -> EmbeddingResponse.of(200, "<html>hi</html>")
                .withHeader("Content-Type", "text/html"))) {
            assertFailure(bed, Remedy.CHANGE_SETTINGS, "not with its format");
        }
    }

    @Test
    void fewerVectorsThanTextsAreRefused() {
        try (EmbeddingTestBed bed = new EmbeddingTestBed((_, _) -> EmbeddingResponse.of(200,
                "{\"embeddings\": [[1, 2]]}"))) {
            assertThatThrownBy(() -> EmbeddingTestBed.documents(bed.models.named(EmbeddingTestBed.OLLAMA), "a", "b"))
                    .hasMessageContaining("ollama:fake-embedding gave 1 vectors for 2 texts");
        }
    }

    @Test
    void aDimensionThatChangesBetweenCallsIsRefused() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (EmbeddingTestBed bed = new EmbeddingTestBed((_, _) -> EmbeddingResponse.of(200,
                calls.incrementAndGet() == 1 ? "{\"embeddings\": [[1, 2]]}" : "{\"embeddings\": [[1, 2, 3]]}"))) {
            TextEmbedder embedder = bed.models.named(EmbeddingTestBed.OLLAMA);
            EmbeddingTestBed.documents(embedder, "a");
            assertThatThrownBy(() -> EmbeddingTestBed.documents(embedder, "a"))
                    .isInstanceOf(EmbeddingDimensionException.class)
                    .hasMessageContaining("gave vectors of 3 dimensions, expected 2");
        }
    }

    @Test
    void aTextOfAMegabyteIsCut() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            String text = "shard the database ".repeat(60_000);
            for (String name : List.of(EmbeddingTestBed.OPENAI, "ollama:nomic-embed-text")) {
                assertThat(EmbeddingTestBed.documents(bed.models.named(name), text)).hasSize(1);
            }
            assertThat(bed.server.requests()).hasSize(2).allMatch(
                    request -> request.texts().getFirst().length() < 30_000);
        }
    }

    @Test
    void aTextThatIsTooLongAllTheSameIsCutAgain() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            TextEmbedder embedder = bed.models.named("ollama:all-minilm");
            String emoji = "🚀".repeat(3_000);
            assertThat(EmbeddingTestBed.documents(embedder, "short", emoji, "shorter")).hasSize(3);
            FakeEmbeddingRequest shortened = bed.server.requests().stream()
                    .filter(request -> request.texts().size() == 1 && request.texts().getFirst().startsWith("🚀"))
                    .reduce((_, last) -> last).orElseThrow();
            assertThat(shortened.texts().getFirst()).matches("(🚀)+");
            int before = bed.server.requests().size();
            assertThat(EmbeddingTestBed.documents(embedder, emoji)).hasSize(1);
            assertThat(bed.server.requests()).hasSize(before + 1);
        }
    }

    @Test
    void aServerThatRefusesEveryLengthIsGivenUp() {
        try (EmbeddingTestBed bed = new EmbeddingTestBed((_, _) -> EmbeddingResponse.of(413, "too large"))) {
            assertThatThrownBy(() -> EmbeddingTestBed.documents(bed.models.named(EmbeddingTestBed.OPENAI),
                    "word ".repeat(3_000))).isInstanceOfSatisfying(EmbeddingException.class,
                            refused -> assertThat(refused.remedy()).isEqualTo(Remedy.CHANGE_TEXTS));
            assertThat(bed.server.requests()).hasSizeLessThan(40);
        }
    }

    @Test
    void emptyAndBinaryTextsHaveVectors() throws Exception {
        byte[] bytes = new byte[10_000];
        new SplittableRandom(3).nextBytes(bytes);
        String binary = new String(bytes, StandardCharsets.ISO_8859_1);
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            for (String name : List.of(EmbeddingTestBed.OPENAI, EmbeddingTestBed.OLLAMA, "gemini:fake-embedding")) {
                List<float[]> vectors = EmbeddingTestBed.documents(bed.models.named(name), "", " \n", "\0\1",
                        "\uD83D", "x\uDE80y", "🚀", binary, "東京都");
                CheckedEmbedder.check(name, 8, vectors);
            }
        }
    }

    private static BiFunction<FakeEmbeddingRequest, EmbeddingResponse, EmbeddingResponse> failing(int times,
            UnaryOperator<EmbeddingResponse> failure) {
        AtomicInteger calls = new AtomicInteger();
        return (_, usual) -> calls.incrementAndGet() <= times ? failure.apply(usual) : usual;
    }

    private static void assertFailure(EmbeddingTestBed bed, Remedy remedy, String message) {
        assertThatThrownBy(() -> bed.models.named(EmbeddingTestBed.OPENAI).embed(List.of("a"),
                EmbeddingPurpose.QUERY)).hasMessageContaining(message)
                .isInstanceOfSatisfying(EmbeddingException.class,
                        failed -> assertThat(failed.remedy()).isEqualTo(remedy));
    }
}
