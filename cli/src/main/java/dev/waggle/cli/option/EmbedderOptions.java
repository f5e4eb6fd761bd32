package dev.waggle.cli.option;

import java.nio.file.Path;
import java.util.Map;

import dev.waggle.cli.memory.MemoryEmbedder;
import dev.waggle.cli.models.ModelsFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of the embedding model of a command on memories. */
public final class EmbedderOptions {

    @Option(names = "--embeddings", paramLabel = "NAME", description = MemoryOptions.EMBEDDINGS)
    private @Nullable String embeddings;

    @Option(names = "--models-file", paramLabel = "FILE",
            description = "providers and aliases of --embeddings ($WAGGLE_MODELS, if set)")
    private @Nullable Path file;

    /** The embedding model; {@code null} if none is named. */
    public @Nullable MemoryEmbedder open(Map<String, String> environment) {
        String name = embeddings;
        return name == null ? null : MemoryEmbedder.named(name, ModelsFile.of(file, environment), environment);
    }
}
