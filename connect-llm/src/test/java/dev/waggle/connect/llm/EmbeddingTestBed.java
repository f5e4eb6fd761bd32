package dev.waggle.connect.llm;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.RetryPolicy;
import dev.waggle.testing.provider.embedding.EmbeddingResponse;
import dev.waggle.testing.provider.embedding.FakeEmbeddingRequest;
import dev.waggle.testing.provider.embedding.FakeEmbeddings;

/** A fake server with the models of an environment that leads to it: the fixture of the tests of embeddings. */
final class EmbeddingTestBed implements AutoCloseable {

    static final String OPENAI = "openai:text-embedding-3-small";
    static final String OLLAMA = "ollama:fake-embedding";

    /** Retries at once, so that no test waits. */
    static final RetryPolicy AT_ONCE = new RetryPolicy(3, Duration.ZERO, Duration.ZERO, 0);

    final FakeEmbeddings server;
    final EmbeddingModels models;

    EmbeddingTestBed() {
        this((_, usual) -> usual);
    }

    EmbeddingTestBed(BiFunction<FakeEmbeddingRequest, EmbeddingResponse, EmbeddingResponse> script) {
        this(script, World.system(7), ProviderTestBed.KEY);
    }

    EmbeddingTestBed(BiFunction<FakeEmbeddingRequest, EmbeddingResponse, EmbeddingResponse> script, World world,
            String key) {
        server = FakeEmbeddings.answering(script);
        models = EmbeddingModels.of(ModelCatalog.of(environment(server.url(), key)), world)
                .withOptions(EmbeddingOptions.DEFAULTS.withRetries(AT_ONCE));
    }

    private static Map<String, String> environment(String url, String key) {
        return Map.of("OPENAI_API_KEY", key, "OPENAI_BASE_URL", url + "/v1", "OLLAMA_HOST", url, "GEMINI_API_KEY",
                key, "GEMINI_BASE_URL", url, "AZURE_OPENAI_ENDPOINT", url, "AZURE_OPENAI_API_KEY", key,
                "WAGGLE_BASE_URL", url + "/v1");
    }

    static List<float[]> documents(TextEmbedder embedder, String... texts) throws Exception {
        return embedder.embed(List.of(texts), EmbeddingPurpose.DOCUMENT);
    }

    @Override
    public void close() {
        models.close();
        server.close();
    }
}
