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
import dev.waggle.journal.file.read.SegmentIndexFile;
import dev.waggle.journal.file.recovery.JournalRecovery;
import dev.waggle.journal.file.recovery.MultiFileCommit;
import dev.waggle.journal.file.segment.EntrySource;
import dev.waggle.journal.file.segment.PositionedFile;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.segment.SegmentScanner;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.signal.Profile;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Result of a compaction: sealed segments are rewritten without the entries of closed coordination threads.
 *
 * <pre>
 *   goes    what the layer wrote about a thread before it wrote, in a sealed segment, that the thread is closed
 *   stays   the closing itself, what comes behind it, what others said, everything in the active segment
 * </pre>
 *
 * <p>A gap line replaces consecutive entries. A segment is written to a file beside it, which is synced and renamed
 * atomically. So at any moment there is the old one or the new one, whole. A damaged segment is left as it is.
 *
 * @param bytesBefore of all sealed segments
 * @param bytesAfter of all sealed segments
 * @param removed number of removed entries
 * @param threads threads whose entries were removed
 * @param damaged segments that were left as they are because they are damaged
 */
public record JournalCompaction(long bytesBefore, long bytesAfter, long removed, Set<String> threads,
        List<Path> damaged) {

    public JournalCompaction {
        threads = Set.copyOf(threads);
        damaged = List.copyOf(damaged);
    }

    /**
     * Compacts a journal, or the journal of a data folder, while no process writes it.
     *
     * @throws java.io.UncheckedIOException when a process is writing it, it is not there, or it cannot be written;
     *         then each segment is as it was, or compacted
     */
    public static JournalCompaction of(Path place, World world) {
        try {
            Path folder = JournalReader.folderOf(place).toRealPath();
            try (WriterLock _ = WriterLock.acquire(folder, Duration.ZERO, world)) {
                MultiFileCommit.complete(folder, JournalDisk.real());
                return in(folder, JournalDisk.real());
            }
        } catch (IOException failed) {
            throw FileErrors.of(place, "it was not compacted: ", failed);
        }
    }

    /** Compacts the sealed segments of a folder. No other thread or process may delete or compact them meanwhile. */
    static JournalCompaction in(Path folder, JournalDisk disk) throws IOException {
        JournalRecovery.deleteUnfinished(folder, disk);
        CompactionRun run = new CompactionRun(disk);
        List<SegmentFile> sealed = SegmentFile.list(folder);
        for (SegmentFile segment : sealed) {
            run.inspect(segment);
        }
        long before = bytes(sealed);
        for (SegmentFile segment : sealed) {
            run.compact(segment);
        }
        return new JournalCompaction(before, bytes(sealed), run.removed, run.threads, run.damaged);
    }

    private static long bytes(List<SegmentFile> sealed) throws IOException {
        long bytes = 0;
        for (SegmentFile segment : sealed) {
            bytes += Files.size(segment.path());
        }
        return bytes;
    }

    /** State of one running compaction. Owned by one thread. */
    private static final class CompactionRun {

        private final JournalDisk disk;
        private final Map<String, Long> closings = new HashMap<>();
        private final Set<String> threads = new TreeSet<>();
        private final List<Path> damaged = new ArrayList<>();
        private long removed;

        CompactionRun(JournalDisk disk) {
            this.disk = disk;
        }

        /** Finds closings and damage. */
        void inspect(SegmentFile segment) throws IOException {
            List<JournalDamage> damages = new ArrayList<>();
            try (SegmentScanner scan = SegmentScanner.open(EntrySource.of(segment),
                    SegmentScanner.ScanRange.whole(segment.first()),
                    damages::add)) {
                for (ScannedLine item = scan.next(); item != null; item = scan.next()) {
                    if (item instanceof ScannedLine.Entry entry) {
                        FactLedger.endedThread(entry.entry())
                                .ifPresent(thread -> closings.put(thread, entry.entry().sequence()));
                    }
                }
                scan.finish(0);
            }
            if (!damages.isEmpty()) {
                damaged.add(segment.path());
            }
        }

        /** Writes a segment anew if anything in it is removed. */
        void compact(SegmentFile segment) throws IOException {
            if (damaged.contains(segment.path())) {
                return;
            }
            Set<String> removable = new TreeSet<>();
            long count = isRemovable(segment, removable);
            if (count == 0) {
                return;
            }
            Path unfinished = segment.path().resolveSibling(segment.path().getFileName() + ".tmp");
            try (AppendFile tape = disk.open(unfinished)) {
                copy(segment, tape);
                tape.force();
            }
            disk.rename(unfinished, segment.path());
            disk.forceFolder(segment.path().resolveSibling(""));
            removed += count;
            threads.addAll(removable);
            try (PositionedFile handle = PositionedFile.open(segment.path())) {
                SegmentIndexFile.write(segment, handle, SegmentIndexFile.build(segment, handle), disk);
            }
        }

        private long isRemovable(SegmentFile segment, Set<String> removable) throws IOException {
            long count = 0;
            try (SegmentScanner scan = open(segment)) {
                for (ScannedLine item = scan.next(); item != null; item = scan.next()) {
                    if (item instanceof ScannedLine.Entry entry && isRemovable(entry.entry())) {
                        count++;
                        removable.add(String.valueOf(entry.entry().signal().scope().thread()));
                    }
                }
            }
            return count;
        }

        private void copy(SegmentFile segment, AppendFile tape) throws IOException {
            try (SegmentScanner scan = open(segment); PositionedFile raw = PositionedFile.open(segment.path())) {
                GapLine gap = null;
                for (ScannedLine item = scan.next(); item != null; item = scan.next()) {
                    GapLine own = gapOf(item);
                    if (gap != null && own != null && gap.reason().equals(own.reason())) {
                        gap = new GapLine(gap.first(), gap.removed() + own.removed(), gap.reason());
                        continue;
                    }
                    write(gap, tape);
                    gap = own;
                    if (own == null) {
                        // The bytes are copied, because a line may hold text that no codec would write in the same
                        // way.
                        byte[] line = raw.bytes(item.position().offset(),
                                Math.toIntExact(item.position().end() - item.position().offset()));
                        tape.append(line, line.length);
                    }
                }
                write(gap, tape);
            }
        }

        private @Nullable GapLine gapOf(ScannedLine item) {
            return switch (item) {
                case ScannedLine.Gap gap -> gap.gap();
                case ScannedLine.Entry entry when isRemovable(entry.entry()) ->
                    new GapLine(entry.entry().sequence(), 1, GapLine.COMPACTED);
                case ScannedLine.Entry _, ScannedLine.Damaged _ -> null;
            };
        }

        private boolean isRemovable(LogEntry entry) {
            String thread = entry.signal().scope().thread();
            return thread != null && entry.signal().type().profile() == Profile.CONNECTIVITY
                    && entry.emission().equals(FactLedger.EMISSION)
                    && entry.sequence() < closings.getOrDefault(thread, 0L);
        }

        private static void write(@Nullable GapLine gap, AppendFile tape) throws IOException {
            if (gap != null) {
                byte[] line = gap.toLine();
                tape.append(line, line.length);
            }
        }

        private static SegmentScanner open(SegmentFile segment) throws IOException {
            return SegmentScanner.open(EntrySource.of(segment), SegmentScanner.ScanRange.whole(segment.first()),
                    damage -> {
                        throw new IllegalStateException("a sound segment became damaged: " + damage.message());
                    });
        }
    }
}
