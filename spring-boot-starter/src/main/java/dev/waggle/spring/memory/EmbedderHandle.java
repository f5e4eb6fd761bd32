package dev.waggle.spring.memory;

import java.util.Map;
import java.util.Optional;

import dev.waggle.connect.llm.EmbeddingModels;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.team.SetupException;
import dev.waggle.signal.embedding.TextEmbedder;
import org.jspecify.annotations.Nullable;

/**
 * The embedding model of a memory while it is open.
 *
 * @param models the models that it belongs to; {@code null} for none
 * @param model the model; empty for none
 */
record EmbedderHandle(@Nullable EmbeddingModels models, Optional<TextEmbedder> model) implements AutoCloseable {

    /** No embedding model. */
    static final EmbedderHandle NONE = new EmbedderHandle(null, Optional.empty());

    private static final String KEY = "waggle.memory.embeddings: ";
    private static final String REMEDY = "Name one as provider:model, for example openai:text-embedding-3-small, an"
            + " alias of waggle.models-file, or hashing:ngrams-v1.";

    /**
     * The model of these settings; nothing is sent.
     *
     * @throws SetupException when nothing has its name
     */
    static EmbedderHandle open(MemorySettings settings, Map<String, String> environment) {
        String name = settings.embeddings();
        if (name == null) {
            return NONE;
        }
        EmbeddingModels models = null;
        try {
            models = settings.models() == null
                    ? EmbeddingModels.of(environment)
                    : EmbeddingModels.of(environment, settings.models());
            return new EmbedderHandle(models, Optional.of(models.named(name)));
        } catch (IllegalArgumentException unknown) {
            try (EmbeddingModels _ = models) {
                SetupException refusal = SetupException.of(unknown, REMEDY);
                throw new SetupException(KEY + refusal.problem(), refusal.remedy());
            }
        }
    }

    @Override
    public void close() {
        if (models != null) {
            models.close();
        }
    }
}
