package dev.waggle.journal.file.recovery;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalDamage.SequenceRange;
import dev.waggle.journal.file.RecoveryReport;
import dev.waggle.journal.file.read.JournalIndex;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.segment.SegmentTail;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.JournalFolder;
import dev.waggle.signal.log.Durability;
import org.jspecify.annotations.Nullable;

/**
 * Recovery of a folder before a journal writes to it again.
 *
 * <pre>
 *   complete a redaction -> delete unfinished files of a compaction
 *   -> look at the segment that was being written (all others were sealed whole) -> save what is torn beside it -> cut it -> end the last line -> sync
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

    /** Bytes of the shortest entry, for a bound of the entries of a segment that is not there any more. */
    private static final long MIN_ENTRY_BYTES = 64;

    /** Maximum number of numbers that are skipped for a segment that is not there any more. */
    private static final long MAX_SKIPPED = 1L << 32;

    private final JournalFolder folder;
    private final boolean isSynced;
    private final long maxSegmentBytes;

    /** Recovers a folder; unless the durability is {@code Never}, the disk has every change afterwards. */
    public JournalRecovery(JournalFolder folder, JournalConfig config) {
        this.folder = folder;
        this.isSynced = !(config.durability() instanceof Durability.Never);
        this.maxSegmentBytes = config.maxSegmentBytes();
    }

    /**
     * The active segment of a folder that can be written to.
     *
     * @param recovery report of the findings and repairs
     * @param file its file, open at its end
     * @param length bytes of whole lines in it
     * @param scan its content
     * @param mark of the log now
     */
    public record RecoveredSegment(RecoveryReport recovery, AppendFile file, long length, ActiveSegmentScan scan,
            HighWaterMark mark) {}

    public RecoveredSegment run(JournalIndex index) throws IOException {
        MultiFileCommit.complete(folder.path(), folder.disk());
        deleteUnfinished(folder.path(), folder.disk());
        LogEnd end = LogEnd.of(folder.path());
        List<SegmentFile> sealed = SegmentFile.list(folder.path());
        @Nullable SegmentTail before = sealed.isEmpty() ? null : SegmentTail.of(sealed.getLast());
        Path file = folder.path().resolve(SegmentFile.ACTIVE);
        AppendFile tape = folder.disk().open(file);
        try {
            ActiveSegmentScan scan = new ActiveSegmentScan(file, before, index);
            scan.run();
            List<JournalDamage> damages = new ArrayList<>(scan.damages());
            HighWaterMark mark = continueBehind(end, sealed, scan, damages);
            RecoveryReport recovery = repair(file, tape, scan, damages);
            if (isSynced) {
                tape.force();
                folder.disk().forceFolder(folder.path());
            }
            if (!end.content().equals(new HighWaterMark.Whole(mark))) {
                writeMark(mark);
            }
            long length = scan.end() + (scan.lacksLineEnd() ? LINE_END.length : 0);
            return new RecoveredSegment(recovery, tape, length, scan, mark);
        } catch (IOException | RuntimeException | Error failed) {
            try {
                tape.close();
            } catch (IOException alsoFailed) {
                failed.addSuppressed(alsoFailed);
            }
            throw failed;
        }
    }

    /** Deletes the files that a killed process had not finished; the caller has the writer lock. */
    public static void deleteUnfinished(Path folder, JournalDisk disk) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, UNFINISHED)) {
            for (Path file : files) {
                disk.delete(file);
            }
        }
    }

    /** Continues the numbers behind everything that is proven, and reports what the log lacks of it. */
    private HighWaterMark continueBehind(LogEnd end, List<SegmentFile> sealed, ActiveSegmentScan scan,
            List<JournalDamage> damages) throws IOException {
        boolean isEmpty = scan.last() < scan.first();
        long first = sealed.isEmpty() ? isEmpty ? 0 : scan.first() : sealed.getFirst().first();
        List<JournalDamage> found = end.damages(first, scan.last());
        damages.addAll(found);
        long last = Math.max(scan.last(), end.proven());
        HighWaterMark before = end.content().mark();
        if (end.lacksActive() && before != null && before.isOpen()) {
            last += Math.min(maxSegmentBytes / MIN_ENTRY_BYTES, MAX_SKIPPED);
        }
        boolean isBeginningLost = first == 0 && last > 0 && !found.isEmpty();
        scan.continueAt(last);
        return new HighWaterMark(last, scan.first(), true,
                isBeginningLost ? new SequenceRange(1, last) : before == null ? null : before.missing());
    }

    private void writeMark(HighWaterMark mark) {
        try {
            mark.write(folder, isSynced);
        } catch (IOException failed) {
            folder.failures().add("the high-water mark was not written", failed);
        }
    }

    private RecoveryReport repair(Path file, AppendFile tape, ActiveSegmentScan scan, List<JournalDamage> damages)
            throws IOException {
        long torn = tape.length() - scan.end();
        Path saved = torn == 0 ? null : save(file, scan.end());
        if (torn != 0) {
            tape.truncate(scan.end());
        }
        if (scan.lacksLineEnd()) {
            tape.append(LINE_END, LINE_END.length);
        }
        return new RecoveryReport(scan.entries(), torn, saved, damages);
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
