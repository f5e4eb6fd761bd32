package dev.waggle.cli.memory;

import java.nio.file.Path;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.setup.MemorySettings;
import org.jspecify.annotations.Nullable;

/** Opens the memories of solves. */
public final class SolveMemoryFactory {

    private SolveMemoryFactory() {}

    /**
     * Opens the memory of these settings; {@code null} if they have none.
     *
     * @param data the data folder; {@code null} for none
     * @throws dev.waggle.cli.terminal.UserException when it cannot be used; nothing was written
     */
    public static @Nullable SolveMemory open(@Nullable Path data, MemorySettings settings, TerminalScreen screen) {
        return switch (settings.place()) {
            case NONE -> null;
            case FOLDER -> data == null ? null : FolderMemory.open(data, settings, screen);
            case QDRANT -> ServerMemory.open(settings, System.getenv());
        };
    }
}
