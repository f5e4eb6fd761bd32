package dev.waggle.cli.memory;

import java.nio.file.Path;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.swarm.memory.SharedMemory;
import org.jspecify.annotations.Nullable;

/** Memory of solves while it is open. */
public interface SolveMemory extends AutoCloseable {

    /** The memories of the tenant of its settings. */
    SharedMemory shared();

    /** Completes after a solve what may take a while. It throws nothing, because the solve is done. */
    void complete();

    @Override
    void close();

    /**
     * Opens the memory of these settings; {@code null} if they have none.
     *
     * @param data the data folder; {@code null} for none
     * @throws dev.waggle.cli.terminal.UserException when it cannot be used; nothing was written
     */
    static @Nullable SolveMemory open(@Nullable Path data, MemorySettings settings, TerminalScreen screen) {
        return switch (settings.place()) {
            case NONE -> null;
            case FOLDER -> data == null ? null : FolderMemory.open(data, settings, screen);
            case QDRANT -> ServerMemory.open(settings, System.getenv());
        };
    }
}
