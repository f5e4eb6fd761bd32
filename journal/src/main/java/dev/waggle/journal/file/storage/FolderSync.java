package dev.waggle.journal.file.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Sync of the names in a folder. A file is durably created, deleted or renamed on the disk only after this. */
public final class FolderSync {

    private FolderSync() {}

    /** Returns when the disk has the names in that folder; an interrupt is preserved and harms nothing. */
    public static void force(Path folder) throws IOException {
        // Only POSIX systems can force a folder.
        if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        // A folder opens as a channel only, and a channel of an interrupted thread closes at once.
        boolean interrupted = Thread.interrupted();
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
