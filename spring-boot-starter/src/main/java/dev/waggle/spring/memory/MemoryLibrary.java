package dev.waggle.spring.memory;

import java.nio.file.Path;
import java.util.Map;

import dev.waggle.setup.MemorySettings;
import org.jspecify.annotations.Nullable;

/** Library on the class path that opens memories of one place. */
public interface MemoryLibrary {

    /** The place of its memories. */
    MemorySettings.Place place();

    /**
     * Opens a memory.
     *
     * @param data the data folder; {@code null} for none, which is for a place outside of it only
     * @param environment the variables that hold keys and addresses
     * @throws dev.waggle.setup.team.SetupException when it cannot be used; then nothing stays open
     */
    MemoryResource open(MemorySettings settings, @Nullable Path data, Map<String, String> environment);
}
