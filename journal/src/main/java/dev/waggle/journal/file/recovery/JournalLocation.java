package dev.waggle.journal.file.recovery;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.segment.LineVerdict;
import dev.waggle.journal.file.segment.RawLineScanner;
import dev.waggle.journal.file.segment.RawLineScanner.RawLine;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.JournalDisk;
import org.jspecify.annotations.Nullable;

/** Checked folder in which a journal may be written. */
public final class JournalLocation {

    private static final byte[] GZIP = {(byte) 0x1f, (byte) 0x8b};

    private JournalLocation() {}

    /**
     * The real path of a folder, which is made when there is none: two names of one folder are one journal.
     *
     * @param isSynced whether the disk has the folder afterwards
     * @throws BadJournalException when the folder holds something else under the name of a journal
     */
    public static Path of(Path folder, JournalDisk disk, boolean isSynced) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new FileSystemException(folder.toString(), null, "a journal is a folder, and this is "
                    + (Files.isRegularFile(folder) ? "a file" : "none") + "\nMaybe name a folder.");
        }
        if (isSynced) {
            disk.createDurably(folder);
        } else {
            disk.createFolder(folder);
        }
        Path place = folder.toRealPath();
        Path active = place.resolve(SegmentFile.ACTIVE);
        if (!Files.exists(active, LinkOption.NOFOLLOW_LINKS)) {
            return place;
        }
        if (!Files.isRegularFile(active, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(active.toString(), null, "it is no regular file\nMaybe move it away.");
        }
        refuseGzip(active);
        requireJournal(place);
        return place;
    }

    /**
     * Refuses a folder in which the active segment holds something else. With sealed segments or a mark beside it, it
     * is a journal, and what the segment begins with is damage.
     *
     * @throws BadJournalException when it does not begin with an entry
     */
    public static void requireJournal(Path folder) throws IOException {
        Path file = folder.resolve(SegmentFile.ACTIVE);
        if (Files.isRegularFile(file) && SegmentFile.list(folder).isEmpty()
                && !Files.exists(HighWaterMark.in(folder))) {
            refuseForeign(file);
        }
    }

    /** Before anything is created beside a file that is not ours. */
    private static void refuseForeign(Path file) throws IOException {
        try (RawLineScanner lines = RawLineScanner.of(file, 0)) {
            RawLine first = lines.next();
            if (first == null || isTornStart(first) || LineVerdict.isJournalLine(first)
                    || isGzip(first.bytes())) {
                return;
            }
            for (RawLine line = lines.next(); line != null; line = lines.next()) {
                if (!(LineVerdict.of(line.bytes()) instanceof LineVerdict.Damaged)) {
                    return;
                }
            }
            throw new BadJournalException(file,
                    "not a journal: it does not begin with an entry\nMaybe name another folder.", null);
        } catch (FileNotFoundException sealed) {
            // A writer has renamed it meanwhile.
            return;
        }
    }

    private static void refuseGzip(Path file) throws IOException {
        try (RawLineScanner lines = RawLineScanner.of(file, 0)) {
            RawLine first = lines.next();
            if (first != null && isGzip(first.bytes())) {
                throw new BadJournalException(file,
                        "a gzip file can be read, not appended to\nMaybe unpack it first: gunzip " + file.getFileName(),
                        null);
            }
        }
    }

    private static boolean isGzip(byte @Nullable [] line) {
        return line != null && line.length >= GZIP.length && line[0] == GZIP[0] && line[1] == GZIP[1];
    }

    /**
     * True if a line is the first entry of a journal of which parts, up to all, are zeros or missing. A loss of power
     * leaves this in a file that had just begun to grow.
     */
    private static boolean isTornStart(RawLine line) {
        byte[] bytes = line.bytes();
        if (bytes == null) {
            return false;
        }
        boolean hasZeros = false;
        for (int at = 0; at < bytes.length; at++) {
            boolean isZero = bytes[at] == 0;
            boolean isControl = bytes[at] > 0 && bytes[at] < ' ';
            boolean isOther = at < LineVerdict.LINE_PREFIX.length && bytes[at] != LineVerdict.LINE_PREFIX[at];
            if (!isZero && (isControl || isOther)) {
                return false;
            }
            hasZeros |= isZero;
        }
        return hasZeros || !line.isEnded();
    }
}
