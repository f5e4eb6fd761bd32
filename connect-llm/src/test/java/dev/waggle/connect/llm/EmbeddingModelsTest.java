package dev.waggle.connect.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.waggle.signal.embedding.EmbeddingBudget;
import dev.waggle.signal.embedding.EmbeddingBudgetException;
import dev.waggle.signal.embedding.EmbeddingException;
import dev.waggle.signal.embedding.EmbeddingException.Remedy;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.HashingEmbedder;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.embedding.EmbeddingResponder;
import dev.waggle.testing.provider.rule.WireJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

class EmbeddingModelsTest {

    @ParameterizedTest
    @ValueSource(strings = {"openai:text-embedding-3-small", "azure:fake-embedding", "ollama:nomic-embed-text",
        "gemini:gemini-embedding-001", "compatible:fake-embedding"})
    void everyProviderGivesAVectorForEachText(String name) throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            TextEmbedder embedder = name.startsWith("compatible") ? withKey(bed, name) : bed.models.named(name);
            List<float[]> vectors = EmbeddingTestBed.documents(embedder, "shard the database", "buy time");
            assertThat(vectors).hasSize(2).doesNotHaveDuplicates();
            assertThat(vectors.getFirst()).hasSameSizeAs(vectors.getLast());
            assertThat(embedder.model()).isEqualTo(name);
            assertThat(bed.server.requests()).hasSize(1);
        }
    }

    private static TextEmbedder withKey(EmbeddingTestBed bed, String name) {
        return EmbeddingModels.of(ModelCatalog.of(Map.of("WAGGLE_BASE_URL", bed.server.url() + "/v1",
                "WAGGLE_API_KEY", ProviderTestBed.KEY)), World.system(1)).named(name);
    }

    @Test
    void dimensionsAreAskedForAndStandInTheName() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            for (String name : List.of(EmbeddingTestBed.OPENAI + "@32", EmbeddingTestBed.OLLAMA + "@32",
                    "gemini:fake-embedding@32")) {
                TextEmbedder embedder = bed.models.named(name);
                assertThat(EmbeddingTestBed.documents(embedder, "a").getFirst()).hasSize(32);
                assertThat(embedder.model()).isEqualTo(name);
            }
            assertThatThrownBy(() -> bed.models.named(EmbeddingTestBed.OPENAI + "@99999"))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("at most 16384");
            assertThatThrownBy(() -> EmbeddingTestBed.documents(bed.models.named("openai:text-embedding-ada-002@32"),
                    "a")).hasMessageContaining("does not support specifying dimensions");
        }
    }

    @Test
    void openAiIsAskedForFloatsWithItsKey() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            EmbeddingTestBed.documents(bed.models.named(EmbeddingTestBed.OPENAI), "a");
            JsonValue body = bed.server.requests().getFirst().json();
            assertThat(WireJson.text(body, "encoding_format")).isEqualTo("float");
            assertThat(WireJson.has(body, "dimensions")).isFalse();
            assertThat(bed.server.requests().getFirst().key()).isEqualTo(ProviderTestBed.KEY);
        }
    }

    @Test
    void familiesGetTheirPrefixes() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            TextEmbedder nomic = bed.models.named("ollama:nomic-embed-text");
            nomic.embed(List.of("a"), EmbeddingPurpose.DOCUMENT);
            nomic.embed(List.of("a"), EmbeddingPurpose.QUERY);
            bed.models.named("ollama:mxbai-embed-large").embed(List.of("a"), EmbeddingPurpose.QUERY);
            bed.models.named("gemini:gemini-embedding-001").embed(List.of("a"), EmbeddingPurpose.QUERY);
            assertThat(bed.server.requests().stream().map(request -> request.texts().getFirst())).containsExactly(
                    "search_document: a", "search_query: a",
                    "Represent this sentence for searching relevant passages: a", "a");
            assertThat(WireJson.text(WireJson.items(bed.server.requests().getLast().json(), "requests").getFirst(),
                    "taskType")).isEqualTo("RETRIEVAL_QUERY");
        }
    }

    @Test
    void manyTextsAreDividedIntoRequestsInOrder() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            String[] texts = IntStream.range(0, 300).mapToObj(i -> "text number " + i).toArray(String[]::new);
            List<float[]> vectors = EmbeddingTestBed.documents(bed.models.named(EmbeddingTestBed.OLLAMA), texts);
            assertThat(bed.server.requests()).hasSize(5);
            assertThat(vectors).hasSize(300);
            float[] expected = HashingEmbedder.of(64).embed(texts[299]);
            assertThat(vectors.getLast()).containsExactly(expected, offset(1e-6f));
        }
    }

    @Test
    void aBatchOfGeminiHasAtMostAHundredTexts() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            String[] texts = IntStream.range(0, 150).mapToObj(i -> "text " + i).toArray(String[]::new);
            assertThat(EmbeddingTestBed.documents(bed.models.named("gemini:fake-embedding"), texts)).hasSize(150);
            assertThat(bed.server.requests().stream().map(request -> request.texts().size()))
                    .containsExactly(100, 50);
        }
    }

    @Test
    void azureWithADatedVersionIsAskedAtItsDeployment() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed(); EmbeddingModels models = EmbeddingModels.of(
                Map.of("AZURE_OPENAI_ENDPOINT", bed.server.url(), "AZURE_OPENAI_API_KEY", ProviderTestBed.KEY,
                        "OPENAI_API_VERSION", "2024-10-21"))) {
            assertThat(EmbeddingTestBed.documents(models.named("azure:text-embedding-3-small"), "a")).hasSize(1);
            assertThat(bed.server.requests().getFirst().path())
                    .isEqualTo("/openai/deployments/text-embedding-3-small/embeddings");
        }
    }

    @Test
    void longTextsAreDividedByTheirTokens() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            String[] texts = IntStream.range(0, 8).mapToObj(i -> "word ".repeat(4_000) + i).toArray(String[]::new);
            EmbeddingTestBed.documents(bed.models.named(EmbeddingTestBed.OPENAI), texts);
            assertThat(bed.server.requests()).hasSizeGreaterThan(1)
                    .allMatch(request -> request.texts().size() <= 5);
        }
    }

    @Test
    void noTextsMakeNoCall() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            assertThat(EmbeddingTestBed.documents(bed.models.named(EmbeddingTestBed.OPENAI))).isEmpty();
            assertThat(bed.server.requests()).isEmpty();
        }
    }

    @Test
    void aBudgetRefusesBeforeAnythingIsSent() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            EmbeddingModels limited = bed.models.withBudget(EmbeddingBudget.UNLIMITED.withTokens(20));
            TextEmbedder embedder = limited.named(EmbeddingTestBed.OPENAI);
            EmbeddingTestBed.documents(embedder, "abcdefgh");
            assertThat(limited.ledger().tokens()).isEqualTo(2);
            assertThat(limited.ledger().texts()).isEqualTo(1);
            assertThatThrownBy(() -> EmbeddingTestBed.documents(embedder, "word ".repeat(20)))
                    .isInstanceOf(EmbeddingBudgetException.class)
                    .hasMessageContaining("is 20 tokens, 2 are used and 34 are asked for");
            assertThat(bed.server.requests()).hasSize(1);
            assertThat(bed.models.ledger().tokens()).isZero();
        }
    }

    @Test
    void modelsAndProvidersThatAreNotThereAreNamed() {
        try (EmbeddingTestBed bed = new EmbeddingTestBed()) {
            assertRefused(bed.models.named("ollama:nope"), Remedy.CHANGE_SETTINGS, "ollama pull nope");
            assertRefused(bed.models.named("openai:nope"), Remedy.CHANGE_SETTINGS, "knows no model nope");
            assertThatThrownBy(() -> bed.models.named("anthropic:claude"))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("has no embedding models");
            assertThatThrownBy(() -> bed.models.named("opnai:m")).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("there is no provider opnai");
        }
    }

    @Test
    void missingAndWrongKeysAreNamed() {
        try (EmbeddingTestBed bed = new EmbeddingTestBed((_, usual) -> usual, World.system(1),
                EmbeddingResponder.WRONG_KEY)) {
            assertRefused(bed.models.named(EmbeddingTestBed.OPENAI), Remedy.CHANGE_SETTINGS,
                    "does not accept the key");
        }
        try (EmbeddingModels without = EmbeddingModels.of(Map.of())) {
            assertRefused(without.named(EmbeddingTestBed.OPENAI), Remedy.CHANGE_SETTINGS, "no key for openai");
        }
    }

    @Test
    void aliasesOfTheModelsFileAreModels() throws Exception {
        try (EmbeddingTestBed bed = new EmbeddingTestBed(); EmbeddingModels models = EmbeddingModels.of(
                ModelCatalog.of(Map.of(), "{\"providers\": {\"lab\": {\"kind\": \"ollama\", \"baseUrl\": \""
                        + bed.server.url() + "\", \"keepAlive\": \"10m\"}},"
                        + " \"models\": {\"vectors\": \"lab:all-minilm\"}}"),
                World.system(1))) {
            TextEmbedder embedder = models.named("vectors");
            assertThat(embedder.model()).isEqualTo("lab:all-minilm");
            assertThat(EmbeddingTestBed.documents(embedder, "a").getFirst()).hasSize(384);
            assertThat(WireJson.text(bed.server.requests().getFirst().json(), "keep_alive")).isEqualTo("10m");
        }
    }

    @Test
    void featureHashingNeedsNoProvider() throws Exception {
        try (EmbeddingModels models = EmbeddingModels.of(Map.of())) {
            assertThat(models.named("hashing:ngrams-v1").model()).isEqualTo("hashing:ngrams-v1@384");
            TextEmbedder embedder = models.named("hashing:ngrams-v1@64");
            assertThat(EmbeddingTestBed.documents(embedder, "a").getFirst()).hasSize(64);
        }
    }

    @Test
    void oneServerStandsInForChatAndEmbeddings() throws Exception {
        try (FakeModels server = FakeModels.answering(_ -> FakeAnswer.says("fine"));
                EmbeddingModels models = EmbeddingModels.of(Map.of("OLLAMA_HOST", server.url()))) {
            List<String> texts = new ArrayList<>(List.of("a", "b"));
            assertThat(models.named(EmbeddingTestBed.OLLAMA).embed(texts, EmbeddingPurpose.DOCUMENT)).hasSize(2);
        }
    }

    private static void assertRefused(TextEmbedder embedder, Remedy remedy, String message) {
        assertThatThrownBy(() -> EmbeddingTestBed.documents(embedder, "a")).hasMessageContaining(message)
                .isInstanceOfSatisfying(EmbeddingException.class,
                        refused -> assertThat(refused.remedy()).isEqualTo(remedy));
    }
}
