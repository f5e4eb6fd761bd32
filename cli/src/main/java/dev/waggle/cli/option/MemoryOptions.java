package dev.waggle.cli.option;

import java.nio.file.Path;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.MemorySettings.Place;
import dev.waggle.setup.MemorySettings.QdrantPlace;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of the memory of solves. */
public final class MemoryOptions {

    /** Description of {@code --embeddings}. */
    static final String EMBEDDINGS = "find memories by meaning too, with that embedding model: provider:model, an alias of"
            + " the models file, or hashing:ngrams-v1, which needs no provider";

    @Option(names = "--no-memory", description = "do not recall and store memories")
    private boolean isWithout;

    @Option(names = "--tenant", paramLabel = "NAME", description = "the tenant whose memories are recalled and stored"
            + " (default: memories without a tenant)")
    private @Nullable String tenant;

    @Option(names = "--embeddings", paramLabel = "NAME", description = EMBEDDINGS)
    private @Nullable String embeddings;

    @Option(names = "--qdrant", paramLabel = "URL", description = "keep memories in that Qdrant server, with or without"
            + " --data; its key is in $QDRANT_API_KEY")
    private @Nullable String qdrant;

    @Option(names = "--qdrant-collection", paramLabel = "NAME", description = "with Qdrant: the collection (default: "
            + "swarm-memory)")
    private @Nullable String collection;

    /** These settings with the flags applied. */
    public MemorySettings over(MemorySettings settings) {
        if (isWithout && qdrant != null) {
            throw new UserException("--no-memory and --qdrant exclude each other", "Use one of them.");
        }
        QdrantPlace server = settings.qdrant();
        MemorySettings placed = isWithout ? settings.withPlace(Place.NONE)
                : qdrant == null ? settings
                        : settings.withPlace(Place.QDRANT).withQdrant(server.withUrl(qdrant));
        if (collection != null) {
            placed = placed.withQdrant(placed.qdrant().withCollection(collection));
        }
        MemorySettings found = embeddings == null ? placed : placed.withEmbeddings(embeddings);
        String name = tenant;
        return name == null ? found : UserException.checked(() -> found.withTenant(name));
    }

    /**
     * Refuses flags of a memory for a solve without memory.
     *
     * @param settings the settings with the flags applied
     * @param data the data folder; {@code null} for none
     */
    public MemorySettings requireUse(MemorySettings settings, @Nullable Path data) {
        if (!settings.isUsed(data)) {
            refuse("--qdrant names where memories are kept", qdrant, null);
            refuse("--tenant names whose memories are used", tenant, data);
            refuse("--embeddings names a model that finds memories", embeddings, data);
        }
        if (collection != null && settings.place() != Place.QDRANT) {
            throw new UserException("--qdrant-collection names a collection of Qdrant, and this solve does not use it",
                    "Add --qdrant URL, or omit --qdrant-collection.");
        }
        return settings;
    }

    private static void refuse(String meaning, @Nullable String value, @Nullable Path data) {
        if (value != null) {
            String flag = meaning.substring(0, meaning.indexOf(' '));
            boolean isFolderMissing = data == null && !flag.equals("--qdrant");
            throw new UserException(
                    meaning + ", and " + (isFolderMissing ? "no data folder is named" : "this solve uses none"),
                    isFolderMissing ? "Add --data DIR, or omit " + flag + "." : "Omit " + flag + ".");
        }
    }
}
