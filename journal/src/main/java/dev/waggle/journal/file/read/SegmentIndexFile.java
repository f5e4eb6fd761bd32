package dev.waggle.journal.file.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;

import dev.waggle.journal.file.segment.EntrySource;
import dev.waggle.journal.file.segment.PositionedFile;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.segment.SegmentScanner;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import org.jspecify.annotations.Nullable;

/**
 * The index of a sealed segment in a file beside it, {@code events-<first>.index}. It may be deleted at any time.
 *
 * <pre>
 *   8 bytes each: "WAGGLEI1" | length of the segment | sum of the segment's ends | number behind its last entry | blocks
 *   96 bytes for each block
 *   8 bytes: CRC-32C of all before
 * </pre>
 *
 * <p>The sum of the ends is the CRC-32C of the first and the last {@value #END} bytes of the segment. A file with a
 * wrong sum of its own, length or sum of the ends is ignored. Lines that are read by its offsets are checked one by
 * one.
 */
public final class SegmentIndexFile {

    private static final int END = 4096;

    private SegmentIndexFile() {}

    public static Path of(SegmentFile segment) {
        String name = String.valueOf(segment.path().getFileName());
        return segment.path().resolveSibling(name.replaceFirst("\\.jsonl$", ".index"));
    }

    /** Name of the file while it is being written; the next writer deletes the remains of a stopped process. */
    static Path unfinished(SegmentFile segment) {
        Path file = of(segment);
        return file.resolveSibling(file.getFileName() + ".tmp");
    }

    /** The index of a segment from its file; {@code null} when there is none that fits. */
    static @Nullable SegmentIndex load(SegmentFile segment, PositionedFile handle) throws IOException {
        if (!Files.isRegularFile(of(segment))) {
            return null;
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(of(segment))) {
            bytes = in.readNBytes(SegmentIndex.MAX_FILE + 1);
        } catch (NoSuchFileException none) {
            return null;
        }
        return SegmentIndex.of(bytes, handle.length(), sumOfEnds(handle));
    }

    /** Reads a segment and makes its index. */
    public static SegmentIndex build(SegmentFile segment, PositionedFile handle) throws IOException {
        SegmentIndex.Builder index = new SegmentIndex.Builder();
        SegmentScanner scan = SegmentScanner.of(EntrySource.of(segment), handle,
                SegmentScanner.ScanRange.whole(segment.first()), _ -> {
                });
        for (ScannedLine item = scan.next(); item != null; item = scan.next()) {
            index.add(item);
        }
        return index.build(handle.length());
    }

    /** Writes the file, which takes its name at once; a crash leaves none, or one with a wrong sum. */
    public static void write(SegmentFile segment, PositionedFile handle, SegmentIndex index, JournalDisk disk)
            throws IOException {
        Path file = of(segment);
        Path unfinished = unfinished(segment);
        byte[] bytes = index.toBytes(sumOfEnds(handle));
        disk.delete(unfinished);
        try (AppendFile tape = disk.open(unfinished)) {
            tape.append(bytes, bytes.length);
        }
        disk.rename(unfinished, file);
    }

    private static long sumOfEnds(PositionedFile handle) throws IOException {
        CRC32C sum = new CRC32C();
        sum.update(handle.bytes(0, END));
        sum.update(handle.bytes(Math.max(0, handle.length() - END), END));
        return sum.getValue();
    }
}
