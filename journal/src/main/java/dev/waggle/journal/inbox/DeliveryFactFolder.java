package dev.waggle.journal.inbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.JournalDisk;

/**
 * The folder of the delivery facts, and the replacement of its log by a condensed one. A crash at any moment leaves the
 * one or the other:
 *
 * <pre>
 *   inboxes.next is written to its end and synced
 *   inboxes      -> inboxes.old          from here on the new one counts
 *   inboxes.next -> inboxes
 *   inboxes.old is deleted
 * </pre>
 *
 * <p>The owner holds the writer lock of the signal log, which covers this folder too.
 *
 * @param data the data folder that it is in
 * @param disk performs every change of its files
 */
record DeliveryFactFolder(Path data, JournalDisk disk) {

    Path folder() {
        return data.resolve("inboxes");
    }

    Path next() {
        return data.resolve("inboxes.next");
    }

    private Path old() {
        return data.resolve("inboxes.old");
    }

    /** The folder with the facts that count now, also in the middle of a replacement; empty when there are none. */
    Optional<Path> readable() {
        try {
            while (true) {
                Object before = identity();
                for (Path place : Files.exists(folder()) ? List.of(folder()) : replacing()) {
                    if (Files.exists(place.resolve(SegmentFile.ACTIVE))
                            || (Files.isDirectory(place) && !SegmentFile.list(place).isEmpty())) {
                        return Optional.of(place);
                    }
                }
                if (before.equals(identity())) {
                    return Optional.empty(); // Else it was replaced meanwhile, and the search may have met no folder.
                }
            }
        } catch (IOException failed) {
            throw failure("could not be read", failed);
        }
    }

    /** Identity of the folder, which differs after a replacement. */
    private Object identity() throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(folder(), BasicFileAttributes.class);
            return Objects.requireNonNullElse(attributes.fileKey(), attributes.creationTime());
        } catch (NoSuchFileException missing) {
            return folder();
        }
    }

    /** The folders that {@link #recover} would take while the one of the facts is missing, the best one first. */
    private List<Path> replacing() {
        return Files.exists(old()) ? List.of(next(), old()) : List.of();
    }

    /** Completes a replacement that a crash interrupted. */
    void recover() {
        try {
            if (!Files.exists(folder()) && Files.exists(old())) {
                move(Files.exists(next()) ? next() : old(), folder());
            }
            delete(next());
            delete(old());
        } catch (IOException failed) {
            throw failure("could not be set right after a crash", failed);
        }
    }

    /** Makes room for a new one. */
    void deleteNext() {
        try {
            delete(next());
        } catch (IOException failed) {
            throw failure("could not be condensed", failed);
        }
    }

    /** Replaces the log by the new one; both are closed. */
    void replace() {
        try {
            disk.forceFolder(next());
            disk.forceFolder(data);
            move(folder(), old());
            move(next(), folder());
            delete(old());
        } catch (IOException failed) {
            throw failure("could not be replaced by a condensed one", failed);
        }
    }

    private UncheckedIOException failure(String operation, IOException failed) {
        return new UncheckedIOException(folder() + ": " + operation + ": " + failed.getMessage(), failed);
    }

    private void move(Path from, Path to) throws IOException {
        disk.rename(from, to);
        disk.forceFolder(data);
    }

    private void delete(Path gone) throws IOException {
        if (!Files.exists(gone)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> inside = Files.list(gone)) {
            files = inside.toList();
        }
        for (Path file : files) {
            disk.delete(file);
        }
        disk.delete(gone);
    }
}
