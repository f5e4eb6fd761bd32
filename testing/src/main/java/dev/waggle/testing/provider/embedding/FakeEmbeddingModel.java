package dev.waggle.testing.provider.embedding;

import java.util.List;
import java.util.Optional;

/**
 * Embedding model of a stand-in.
 *
 * @param name its name at the provider
 * @param dimensions usual length of its vectors
 * @param maxTokens most tokens of a text
 * @param shortens true if a shorter length may be asked for
 */
record FakeEmbeddingModel(String name, int dimensions, int maxTokens, boolean shortens) {

    /** A small model that every provider has. */
    static final FakeEmbeddingModel FAKE = new FakeEmbeddingModel("fake-embedding", 64, 2_048, true);

    /** Models of OpenAI: developers.openai.com, "Vector embeddings", 2026. */
    static final List<FakeEmbeddingModel> OPENAI = List.of(FAKE,
            new FakeEmbeddingModel("text-embedding-3-small", 1_536, 8_192, true),
            new FakeEmbeddingModel("text-embedding-3-large", 3_072, 8_192, true),
            new FakeEmbeddingModel("text-embedding-ada-002", 1_536, 8_192, false));

    /** Models of the library of Ollama, 2026; the context is the setting of each there. */
    static final List<FakeEmbeddingModel> OLLAMA = List.of(FAKE,
            new FakeEmbeddingModel("nomic-embed-text", 768, 2_048, true),
            new FakeEmbeddingModel("mxbai-embed-large", 1_024, 512, true),
            new FakeEmbeddingModel("all-minilm", 384, 256, true));

    /** Models of Gemini: ai.google.dev, "Embeddings", 2026. */
    static final List<FakeEmbeddingModel> GEMINI = List.of(FAKE,
            new FakeEmbeddingModel("gemini-embedding-001", 3_072, 2_048, true));

    static Optional<FakeEmbeddingModel> find(List<FakeEmbeddingModel> models, String name) {
        return models.stream().filter(model -> model.name.equals(name)).findFirst();
    }

    /** Tokens of a text: four units of ASCII are one, and any other character is two, as emoji often are. */
    static long tokens(String text) {
        long ascii = text.codePoints().filter(point -> point < 0x80).count();
        long others = text.codePoints().filter(point -> point >= 0x80).count();
        return Math.ceilDiv(ascii, 4) + 2 * others;
    }

    static long tokens(List<String> texts) {
        return texts.stream().mapToLong(FakeEmbeddingModel::tokens).sum();
    }
}
