package dev.waggle.journal.file.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Descriptions of operating system errors; many of its exceptions contain no more than a path. */
public final class FileErrors {

    private FileErrors() {}

    /** Failure of an operation on a file; {@code act} names the failed operation and ends with a colon, or is empty. */
    public static UncheckedIOException of(Path file, String act, IOException failed) {
        return new UncheckedIOException(file + ": " + act + reason(failed), failed);
    }

    private static String reason(IOException failed) {
        if (failed instanceof FileSystemException named && named.getReason() != null) {
            return named.getReason();
        }
        return switch (failed) {
            case AccessDeniedException denied -> "access to " + denied.getFile() + " is denied";
            case NoSuchFileException missing -> missing.getFile() + " does not exist";
            case FileAlreadyExistsException taken -> taken.getFile() + " is in the way";
            default -> String.valueOf(failed.getMessage());
        };
    }
}
