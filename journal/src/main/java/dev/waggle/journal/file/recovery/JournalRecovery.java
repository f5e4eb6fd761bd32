package dev.waggle.journal.file.recovery;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.journal.file.RecoveryReport;
import dev.waggle.journal.file.read.JournalIndex;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.segment.SegmentTail;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalFolder;
import dev.waggle.signal.log.Durability;
import org.jspecify.annotations.Nullable;

/**
 * Recovery of a folder before a journal writes to it again.
 *
 * <pre>
 *   delete unfinished files of a compaction -> look at the segment that was being written (all others were sealed
 *   whole) -> save what is torn beside it -> cut it -> end the last line -> sync
 * </pre>
 *
 * <p>Only bytes behind the last whole line are ever removed from a file. A crash between the renaming of a full segment
 * and the beginning of the next leaves no active segment. The last sealed one then shows which number is next.
 */
public final class JournalRecovery {

    /** Maximum number of files of torn lines in one folder; so many crashes need an operator. */
    private static final int MAX_TORN_FILES = 10_000;

    private static final int BLOCK = 64 * 1024;
    private static final String UNFINISHED = "events*.tmp";
    private static final byte[] LINE_END = {'\n'};

    private final JournalFolder folder;
    private final boolean isSynced;
    /** Recovers a folder; unless the durability is {@code Never}, the disk has every change afterwards. */
    public JournalRecovery(JournalFolder folder, Durability durability) {
        this.folder = folder;
        this.isSynced = !(durability instanceof Durability.Never);
    }
    /**
     * The active segment of a folder that can be written to.
     *
     * @param recovery report of the findings and repairs
     * @param file its file, open at its end
     * @param length bytes of whole lines in it
     * @param scan its content
     */
    public record RecoveredSegment(RecoveryReport recovery, AppendFile file, long length, ActiveSegmentScan scan) {}

    public RecoveredSegment run(JournalIndex index) throws IOException {
        deleteUnfinished();
        List<SegmentFile> sealed = SegmentFile.list(folder.path());
        @Nullable SegmentTail before = sealed.isEmpty() ? null : SegmentTail.of(sealed.getLast());
        Path file = folder.path().resolve(SegmentFile.ACTIVE);
        AppendFile tape = folder.disk().open(file);
        try {
            ActiveSegmentScan scan = new ActiveSegmentScan(file, before, index);
            scan.run();
            RecoveryReport recovery = repair(file, tape, scan);
            if (isSynced) {
                tape.force();
                folder.disk().forceFolder(folder.path());
            }
            long length = scan.end() + (scan.lacksLineEnd() ? LINE_END.length : 0);
            return new RecoveredSegment(recovery, tape, length, scan);
        } catch (IOException | RuntimeException | Error failed) {
            try {
                tape.close();
            } catch (IOException alsoFailed) {
                failed.addSuppressed(alsoFailed);
            }
            throw failed;
        }
    }

    private void deleteUnfinished() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.path(), UNFINISHED)) {
            for (Path file : files) {
                folder.disk().delete(file);
            }
        }
    }

    private RecoveryReport repair(Path file, AppendFile tape, ActiveSegmentScan scan) throws IOException {
        long torn = tape.length() - scan.end();
        Path saved = torn == 0 ? null : save(file, scan.end());
        if (torn != 0) {
            tape.truncate(scan.end());
        }
        if (scan.lacksLineEnd()) {
            tape.append(LINE_END, LINE_END.length);
        }
        return new RecoveryReport(scan.entries(), torn, saved, scan.damages());
    }

    private Path save(Path file, long from) throws IOException {
        for (int n = 1; n <= MAX_TORN_FILES; n++) {
            Path copy = folder.path().resolve(SegmentFile.ACTIVE + ".torn-" + n);
            if (copy.toFile().createNewFile()) {
                copyRest(file, from, copy);
                return copy;
            }
        }
        throw new IOException("there are " + MAX_TORN_FILES + " files of torn lines beside it"
                + "\nMaybe inspect and delete them.");
    }

    private void copyRest(Path file, long from, Path copy) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile()); AppendFile to = folder.disk().open(copy)) {
            in.skipNBytes(from);
            for (byte[] block = in.readNBytes(BLOCK); block.length > 0; block = in.readNBytes(BLOCK)) {
                to.append(block, block.length);
            }
            if (isSynced) {
                to.force();
            }
        }
    }
}
