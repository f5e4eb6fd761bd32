package dev.waggle.cli.memory;

import java.nio.file.Path;
import java.util.Map;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.EmbeddingModels;
import dev.waggle.signal.embedding.TextEmbedder;
import org.jspecify.annotations.Nullable;

/** Embedding model of a memory, with the keys and the file of the models that speak. */
public final class MemoryEmbedder implements AutoCloseable {

    private static final String REMEDY = "Name one as provider:model, for example openai:text-embedding-3-small, an alias"
            + " of the models file, or hashing:ngrams-v1.";

    private final EmbeddingModels models;
    private final TextEmbedder embedder;

    private MemoryEmbedder(EmbeddingModels models, TextEmbedder embedder) {
        this.models = models;
        this.embedder = embedder;
    }

    /**
     * The embedding model of that name; nothing is sent.
     *
     * @param file the file of providers and aliases; {@code null} for none
     * @throws UserException when nothing has that name
     */
    public static MemoryEmbedder named(String name, @Nullable Path file, Map<String, String> environment) {
        EmbeddingModels models = UserException
                .checked(() -> file == null ? EmbeddingModels.of(environment) : EmbeddingModels.of(environment, file));
        try {
            return new MemoryEmbedder(models, models.named(name));
        } catch (IllegalArgumentException unknown) {
            models.close();
            String message = String.valueOf(unknown.getMessage());
            throw message.indexOf('\n') < 0 ? new UserException(message, REMEDY) : UserException.of(unknown);
        }
    }

    /** The model. */
    TextEmbedder embedder() {
        return embedder;
    }

    @Override
    public void close() {
        models.close();
    }
}
