package dev.waggle.cli.memory;

import java.nio.file.Path;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.MemorySettings;
import dev.waggle.swarm.memory.SharedMemory;

/** Memory of solves in a data folder. */
final class FolderMemory implements SolveMemory {

    private final MemoryFolder folder;
    private final MemorySettings settings;
    private final TerminalScreen screen;

    private FolderMemory(MemoryFolder folder, MemorySettings settings, TerminalScreen screen) {
        this.folder = folder;
        this.settings = settings;
        this.screen = screen;
    }

    static SolveMemory open(Path data, MemorySettings settings, TerminalScreen screen) {
        return new FolderMemory(MemoryFolder.openForSolve(data, settings, screen), settings, screen);
    }

    @Override
    public SharedMemory shared() {
        return folder.shared(settings);
    }

    @Override
    public void complete() {
        try {
            folder.awaitMeanings();
        } catch (UserException failed) {
            screen.warn(failed.getMessage() + " - " + failed.remedy());
        }
    }

    @Override
    public void close() {
        folder.close();
    }
}
