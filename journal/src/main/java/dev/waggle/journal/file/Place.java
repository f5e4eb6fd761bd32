package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where a journal may be written. */
final class Place {

    private Place() {}

    /**
     * The real path of the file, in a folder that exists: two names of one file are one journal.
     *
     * @throws BadJournalException when the file holds something else
     */
    static Path of(Path file) throws IOException {
        if (Files.exists(file)) {
            if (!Files.isRegularFile(file)) {
                throw new FileSystemException(file.toString(), null,
                        Files.isDirectory(file) ? "it is a folder\nMaybe name a file in it." : "it is no regular file");
            }
            Path place = file.toRealPath();
            refuseForeign(place);
            return place;
        }
        Path absolute = file.toAbsolutePath().normalize();
        Path folder = absolute.getParent();
        Path name = absolute.getFileName();
        if (folder == null || name == null) {
            throw new FileSystemException(file.toString(), null, "it is a folder");
        }
        Files.createDirectories(folder);
        return folder.toRealPath().resolve(name);
    }

    /** A new file is on the disk only when its name is; elsewhere than on POSIX a folder cannot be forced. */
    static void forceName(Path file) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        // A folder opens as a channel only, and a channel of an interrupted thread closes at once.
        boolean interrupted = Thread.interrupted();
        try (FileChannel folder = FileChannel.open(file.resolveSibling(""), StandardOpenOption.READ)) {
            folder.force(true);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Looks at the first line before anything is created beside a file that is not ours. */
    private static void refuseForeign(Path file) {
        try (JournalFile reading = JournalFile.read(file)) {
            if (reading.isCompressed()) {
                throw new BadJournalException(file,
                        "a gzip file can be read, not appended to\nMaybe unpack it first: gunzip " + file.getFileName(),
                        null);
            }
            var _ = reading.next();
        }
    }
}
