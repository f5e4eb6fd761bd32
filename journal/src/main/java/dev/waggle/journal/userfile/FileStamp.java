package dev.waggle.journal.userfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

import org.jspecify.annotations.Nullable;

/**
 * State of a file, which another process may change. A change of its rights alone does not show.
 *
 * @param size its size in bytes
 * @param modified the time of its last change in milliseconds since 1970
 * @param key its identity, which is another one after a replacement; {@code null} where the system has none
 */
public record FileStamp(long size, long modified, @Nullable Object key) {

    /** The state of a file now; {@code null} when there is none. */
    public static @Nullable FileStamp of(Path path) {
        try {
            BasicFileAttributes read = Files.readAttributes(path, BasicFileAttributes.class);
            return new FileStamp(read.size(), read.lastModifiedTime().toMillis(), read.fileKey());
        } catch (IOException none) {
            return null;
        }
    }
}
