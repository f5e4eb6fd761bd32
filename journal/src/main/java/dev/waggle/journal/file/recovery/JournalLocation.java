package dev.waggle.journal.file.recovery;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.segment.LineVerdict;
import dev.waggle.journal.file.segment.RawLineScanner;
import dev.waggle.journal.file.segment.RawLineScanner.RawLine;
import dev.waggle.journal.file.segment.SegmentFile;
import org.jspecify.annotations.Nullable;

/** Checked folder in which a journal may be written. */
public final class JournalLocation {

    private static final byte[] GZIP = {(byte) 0x1f, (byte) 0x8b};

    private JournalLocation() {}

    /**
     * The real path of a folder, which is made when there is none: two names of one folder are one journal.
     *
     * @throws BadJournalException when the folder holds something else under the name of a journal
     */
    public static Path of(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new FileSystemException(folder.toString(), null, "a journal is a folder, and this is "
                    + (Files.isRegularFile(folder) ? "a file" : "none") + "\nMaybe name a folder.");
        }
        Files.createDirectories(folder);
        Path place = folder.toRealPath();
        refuseForeign(place.resolve(SegmentFile.ACTIVE));
        return place;
    }

    /** Before anything is created beside a file that is not ours. */
    private static void refuseForeign(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        if (!Files.isRegularFile(file)) {
            throw new FileSystemException(file.toString(), null, "it is no regular file");
        }
        try (RawLineScanner lines = RawLineScanner.of(file, 0)) {
            RawLine first = lines.next();
            if (first == null || isZero(first.bytes()) || LineVerdict.isJournalLine(first)) {
                return;
            }
            if (isGzip(first.bytes())) {
                throw new BadJournalException(file,
                        "a gzip file can be read, not appended to\nMaybe unpack it first: gunzip " + file.getFileName(),
                        null);
            }
            for (RawLine line = lines.next(); line != null; line = lines.next()) {
                if (!(LineVerdict.of(line.bytes()) instanceof LineVerdict.Damaged)) {
                    return;
                }
            }
            throw new BadJournalException(file,
                    "not a journal: it does not begin with an entry\nMaybe name another folder.", null);
        }
    }

    private static boolean isGzip(byte @Nullable [] line) {
        return line != null && line.length >= GZIP.length && line[0] == GZIP[0] && line[1] == GZIP[1];
    }

    /** True if a line holds only zeros, as a loss of power leaves in a file that had just begun to grow. */
    private static boolean isZero(byte @Nullable [] line) {
        if (line == null) {
            return false;
        }
        for (byte b : line) {
            if (b != 0) {
                return false;
            }
        }
        return line.length > 0;
    }
}
