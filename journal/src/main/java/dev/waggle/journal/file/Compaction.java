package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.journal.GapLine;
import dev.waggle.signal.Profile;
import dev.waggle.signal.connectivity.Ledger;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import dev.waggle.journal.file.read.IndexFile;
import dev.waggle.journal.file.segment.Handle;
import dev.waggle.journal.file.segment.Item;
import dev.waggle.journal.file.segment.Segment;
import dev.waggle.journal.file.segment.SegmentScan;
import dev.waggle.journal.file.segment.Source;
import dev.waggle.journal.file.storage.Disk;
import dev.waggle.journal.file.storage.Failure;
import dev.waggle.journal.file.storage.Tape;

/**
 * What writing sealed segments anew, without the entries of closed coordination threads, did.
 *
 * <pre>
 *   goes    what the layer wrote about a thread before it wrote, in a sealed segment, that the thread is closed
 *   stays   the closing itself, what comes behind it, what others said, everything in the active segment
 * </pre>
 *
 * <p>A gap line takes the place of entries in a row. A segment is written to a file beside it, which is synced and takes
 * its name at once, so at any moment there is the old one or the new one, whole. A damaged segment is left as it is.
 *
 * @param bytesBefore of all sealed segments
 * @param bytesAfter of all sealed segments
 * @param removed entries that were taken out
 * @param threads whose entries were taken out
 * @param damaged segments that were left as they are because they are damaged
 */
public record Compaction(long bytesBefore, long bytesAfter, long removed, Set<String> threads, List<Path> damaged) {

    public Compaction {
        threads = Set.copyOf(threads);
        damaged = List.copyOf(damaged);
    }

    /**
     * Compacts a journal, or that of a data folder, which nobody may be writing.
     *
     * @throws java.io.UncheckedIOException when somebody is writing it, it is not there, or it cannot be written; then
     *         each segment is as it was, or compacted
     */
    public static Compaction of(Path place, World world) {
        try {
            Path folder = JournalReader.folderOf(place).toRealPath();
            try (WriterLock _ = WriterLock.on(folder, Duration.ZERO, world)) {
                return in(folder, Disk.real());
            }
        } catch (IOException failed) {
            throw Failure.of(place, "it was not compacted: ", failed);
        }
    }

    /** Compacts the sealed segments of a folder; nobody else may take them away or compact them meanwhile. */
    static Compaction in(Path folder, Disk disk) throws IOException {
        Run run = new Run(disk);
        List<Segment> sealed = Segment.in(folder);
        for (Segment segment : sealed) {
            run.look(segment);
        }
        long before = bytes(sealed);
        for (Segment segment : sealed) {
            run.compact(segment);
        }
        return new Compaction(before, bytes(sealed), run.removed, run.threads, run.damaged);
    }

    private static long bytes(List<Segment> sealed) throws IOException {
        long bytes = 0;
        for (Segment segment : sealed) {
            bytes += Files.size(segment.file());
        }
        return bytes;
    }

    /** One compaction on its way. Owned by one thread. */
    private static final class Run {

        private final Disk disk;
        private final Map<String, Long> closings = new HashMap<>();
        private final Set<String> threads = new TreeSet<>();
        private final List<Path> damaged = new ArrayList<>();
        private long removed;

        Run(Disk disk) {
            this.disk = disk;
        }

        /** Finds closings and damage. */
        void look(Segment segment) throws IOException {
            List<Damage> damages = new ArrayList<>();
            try (SegmentScan scan = SegmentScan.open(Source.of(segment), SegmentScan.Stretch.whole(segment.first()),
                    damages::add)) {
                for (Item item = scan.next(); item != null; item = scan.next()) {
                    if (item instanceof Item.Entry entry) {
                        Ledger.endedThread(entry.entry())
                                .ifPresent(thread -> closings.put(thread, entry.entry().sequence()));
                    }
                }
                scan.finish(0);
            }
            if (!damages.isEmpty()) {
                damaged.add(segment.file());
            }
        }

        /** Writes a segment anew if anything in it goes. */
        void compact(Segment segment) throws IOException {
            if (damaged.contains(segment.file())) {
                return;
            }
            Set<String> gone = new TreeSet<>();
            long count = goes(segment, gone);
            if (count == 0) {
                return;
            }
            Path unfinished = segment.file().resolveSibling(segment.file().getFileName() + ".tmp");
            disk.delete(unfinished);
            try (Tape tape = disk.open(unfinished)) {
                copy(segment, tape);
                tape.force();
            }
            disk.rename(unfinished, segment.file());
            disk.forceNames(segment.file().resolveSibling(""));
            removed += count;
            threads.addAll(gone);
            try (Handle handle = Handle.open(segment.file())) {
                IndexFile.write(segment, handle, IndexFile.build(segment, handle), disk);
            }
        }

        private long goes(Segment segment, Set<String> gone) throws IOException {
            long count = 0;
            try (SegmentScan scan = open(segment)) {
                for (Item item = scan.next(); item != null; item = scan.next()) {
                    if (item instanceof Item.Entry entry && goes(entry.entry())) {
                        count++;
                        gone.add(String.valueOf(entry.entry().signal().scope().thread()));
                    }
                }
            }
            return count;
        }

        private void copy(Segment segment, Tape tape) throws IOException {
            try (SegmentScan scan = open(segment); Handle raw = Handle.open(segment.file())) {
                GapLine gap = null;
                for (Item item = scan.next(); item != null; item = scan.next()) {
                    GapLine own = gapOf(item);
                    if (gap != null && own != null && gap.reason().equals(own.reason())) {
                        gap = new GapLine(gap.first(), gap.removed() + own.removed(), gap.reason());
                        continue;
                    }
                    write(gap, tape);
                    gap = own;
                    if (own == null) {
                        // The bytes as they are: a line may hold what no codec would write the same way again.
                        byte[] line = raw.bytes(item.at().offset(),
                                Math.toIntExact(item.at().end() - item.at().offset()));
                        tape.append(line, line.length);
                    }
                }
                write(gap, tape);
            }
        }

        private @Nullable GapLine gapOf(Item item) {
            return switch (item) {
                case Item.Gap gap -> gap.gap();
                case Item.Entry entry when goes(entry.entry()) ->
                    new GapLine(entry.entry().sequence(), 1, GapLine.COMPACTED);
                case Item.Entry _, Item.Bad _ -> null;
            };
        }

        private boolean goes(LogEntry entry) {
            String thread = entry.signal().scope().thread();
            return thread != null && entry.signal().type().profile() == Profile.CONNECTIVITY
                    && entry.emission().equals(Ledger.BY_LAYER)
                    && entry.sequence() < closings.getOrDefault(thread, 0L);
        }

        private static void write(@Nullable GapLine gap, Tape tape) throws IOException {
            if (gap != null) {
                byte[] line = gap.toLine();
                tape.append(line, line.length);
            }
        }

        private static SegmentScan open(Segment segment) throws IOException {
            return SegmentScan.open(Source.of(segment), SegmentScan.Stretch.whole(segment.first()), damage -> {
                throw new IllegalStateException("a sound segment became damaged: " + damage.words());
            });
        }
    }
}
