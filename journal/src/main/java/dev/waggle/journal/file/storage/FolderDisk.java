package dev.waggle.journal.file.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** Folders of a disk: a seam at which tests let a disk fail. */
public interface FolderDisk {

    /** Number of folders above a new one of which the names are synced, though they are there already. */
    int SYNCED_ABOVE = 2;

    /** Makes a folder and those above it; harmless when it is there. */
    void createFolder(Path folder) throws IOException;

    /** Returns when the disk has the names in that folder. */
    void forceFolder(Path folder) throws IOException;

    /**
     * Makes a folder and those above it that are missing, and returns when the disk has their names. Otherwise a loss
     * of power could take the folder with all synced files in it. The names of existing folders are synced too, because
     * the process that made them may have been killed before its sync. A folder that may not be read is omitted.
     */
    default void createDurably(Path folder) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        Path place = folder.toAbsolutePath();
        Path parent = place.getParent();
        while (parent != null && (missing.size() < SYNCED_ABOVE || !Files.exists(place))) {
            missing.push(place);
            place = parent;
            parent = place.getParent();
        }
        for (Path made : missing) {
            createFolder(made);
            Path above = made.getParent();
            if (above != null && Files.isReadable(above)) {
                forceFolder(above);
            }
        }
    }
}
