package dev.waggle.spring.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

import dev.waggle.connect.lucene.Memory;
import dev.waggle.connect.lucene.MemoryConfig;
import dev.waggle.connect.lucene.MemoryListener;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.team.SetupException;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** Memories in the folder {@code memory} of the data folder, as {@code waggle solve --data} has them. */
public final class LuceneLibrary implements MemoryLibrary {

    private static final System.Logger LOGGER = System.getLogger(LuceneLibrary.class.getName());

    @Override
    public MemorySettings.Place place() {
        return MemorySettings.Place.FOLDER;
    }

    @Override
    public MemoryResource open(MemorySettings settings, @Nullable Path data, Map<String, String> environment) {
        Path folder = MemorySettings.folderIn(Objects.requireNonNull(data, "a memory in a folder has a data folder"));
        EmbedderHandle embedder = EmbedderHandle.open(settings, environment);
        try {
            MemoryConfig config = MemoryConfig.defaults().withDecayEvery(settings.decayEvery())
                    .withListener(new Notices());
            Memory memory = Memory.openIndexed(folder, embedder.model().map(config::withEmbedder).orElse(config),
                    World.system());
            return MemoryResource.of(memory, settings.tenant(), embedder);
        } catch (IOException | UncheckedIOException | IllegalArgumentException unusable) {
            try (embedder) {
                throw new SetupException("the memory in " + folder + " cannot be used: "
                        + String.valueOf(unusable.getMessage()).lines().findFirst().orElse(""),
                        "Mend it, or solve without it: waggle.memory.use: none.");
            }
        }
    }

    /** Notices of a memory as warnings. */
    private static final class Notices implements MemoryListener {

        @Override
        public void notice(String text) {
            LOGGER.log(System.Logger.Level.WARNING, text.replace("\n", " - "));
        }
    }
}
