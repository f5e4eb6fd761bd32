package dev.waggle.journal.file.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;
import dev.waggle.journal.file.segment.Handle;
import dev.waggle.journal.file.segment.Item;
import dev.waggle.journal.file.segment.Segment;
import dev.waggle.journal.file.segment.SegmentScan;
import dev.waggle.journal.file.segment.Source;
import dev.waggle.journal.file.storage.Disk;
import dev.waggle.journal.file.storage.Tape;

/**
 * The index of a sealed segment in a file beside it, {@code events-<first>.index}. It may be deleted at any time.
 *
 * <pre>
 *   8 bytes each: "WAGGLEI1" | length of the segment | sum of the segment's ends | number behind its last entry | blocks
 *   96 bytes for each block
 *   8 bytes: CRC-32C of all before
 * </pre>
 *
 * <p>The sum of the ends is the CRC-32C of the first and the last {@value #END} bytes of the segment. A file whose own
 * sum, length or sum of the ends does not fit is as good as none; what is read at its word is checked line by line.
 */
public final class IndexFile {

    private static final int END = 4096;

    private IndexFile() {}

    public static Path of(Segment segment) {
        String name = String.valueOf(segment.file().getFileName());
        return segment.file().resolveSibling(name.replaceFirst("\\.jsonl$", ".index"));
    }

    /** Its name while it is being written; what a stopped process left of it, the next writer takes away. */
    static Path unfinished(Segment segment) {
        Path file = of(segment);
        return file.resolveSibling(file.getFileName() + ".tmp");
    }

    /** The index of a segment from its file; {@code null} when there is none that fits. */
    static @Nullable SegmentIndex load(Segment segment, Handle handle) throws IOException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(of(segment));
        } catch (NoSuchFileException none) {
            return null;
        }
        return SegmentIndex.of(bytes, handle.length(), sumOfEnds(handle));
    }

    /** Reads a segment and makes its index. */
    public static SegmentIndex build(Segment segment, Handle handle) throws IOException {
        SegmentIndex.Growing index = new SegmentIndex.Growing();
        SegmentScan scan = SegmentScan.of(Source.of(segment), handle, SegmentScan.Stretch.whole(segment.first()), _ -> {
        });
        for (Item item = scan.next(); item != null; item = scan.next()) {
            index.note(item);
        }
        return index.sealed(handle.length());
    }

    /** Writes the file, which takes its name at once; a crash leaves none, or one whose sum does not fit. */
    public static void write(Segment segment, Handle handle, SegmentIndex index, Disk disk) throws IOException {
        Path file = of(segment);
        Path unfinished = unfinished(segment);
        byte[] bytes = index.toBytes(sumOfEnds(handle));
        disk.delete(unfinished);
        try (Tape tape = disk.open(unfinished)) {
            tape.append(bytes, bytes.length);
        }
        disk.rename(unfinished, file);
    }

    private static long sumOfEnds(Handle handle) throws IOException {
        CRC32C sum = new CRC32C();
        sum.update(handle.bytes(0, END));
        sum.update(handle.bytes(Math.max(0, handle.length() - END), END));
        return sum.getValue();
    }
}
