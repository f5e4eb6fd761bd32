package dev.waggle.journal.repair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.read.SegmentIterator;
import dev.waggle.journal.file.recovery.DeliveryPositions;
import dev.waggle.journal.file.recovery.HighWaterMark;
import dev.waggle.journal.file.recovery.LogEnd;
import dev.waggle.journal.file.segment.EntrySource;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.BackgroundFailures;
import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.JournalFolder;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.signal.world.World;

/**
 * Repair of a journal, or of both journals of a data folder, on request. Damage that the selection accepts is moved to
 * files beside its segment, and gaps state the lost numbers. Nothing is deleted. What remains is sound if everything is
 * accepted.
 *
 * <p>A crash leaves each segment as it was or repaired, and perhaps a copy of damaged bytes beside it. The same repair
 * can be repeated then.
 */
public final class JournalRepair {

    private final RepairSelection selection;
    private final JournalConfig config;
    private final World world;
    private final JournalDisk disk;
    private final List<RepairReport.RepairedPlace> accepted = new ArrayList<>();
    private final List<JournalDamage> left = new ArrayList<>();

    private JournalRepair(RepairSelection selection, JournalConfig config, World world, JournalDisk disk) {
        this.selection = selection;
        this.config = config;
        this.world = world;
        this.disk = disk;
    }

    /**
     * Repairs a journal while no process writes it.
     *
     * @throws UncheckedIOException when a process is writing it, it is not there, or it cannot be written
     */
    public static RepairReport run(Path place, RepairSelection selection, JournalConfig config, World world) {
        return of(place, selection, config, world, false, JournalDisk.real());
    }

    /** The same as a plan; nothing is changed. */
    public static RepairReport plan(Path place, RepairSelection selection, World world) {
        return of(place, selection, JournalConfig.defaults(), world, true, JournalDisk.real());
    }

    static RepairReport of(Path place, RepairSelection selection, JournalConfig config, World world, boolean isPlan,
            JournalDisk disk) {
        JournalRepair repair = new JournalRepair(selection, config, world, disk);
        try {
            for (Path folder : foldersOf(place)) {
                if (isPlan) {
                    repair.plan(folder);
                } else {
                    repair.repair(folder.toRealPath());
                }
            }
            return new RepairReport(isPlan, repair.accepted, repair.left);
        } catch (IOException failed) {
            throw FileErrors.of(place, "it was not repaired: ", failed);
        }
    }

    /** The journals that a folder means: itself, or those of a data folder. */
    private static List<Path> foldersOf(Path place) throws IOException {
        if (isJournal(place)) {
            return List.of(place);
        }
        List<Path> found = new ArrayList<>();
        for (String name : List.of(DeliveryPositions.SIGNALS, DeliveryPositions.INBOXES)) {
            if (isJournal(place.resolve(name))) {
                found.add(place.resolve(name));
            }
        }
        if (found.isEmpty()) {
            throw new FileSystemException(place.toString(), null,
                    "it is no folder with a journal\nMaybe name one that holds " + SegmentFile.ACTIVE + ".");
        }
        return found;
    }

    private static boolean isJournal(Path folder) throws IOException {
        return Files.exists(folder.resolve(SegmentFile.ACTIVE)) || Files.exists(HighWaterMark.in(folder))
                || (Files.isDirectory(folder) && !SegmentFile.list(folder).isEmpty());
    }

    private void plan(Path folder) throws IOException {
        LogEnd end = LogEnd.of(folder);
        List<SegmentRepair> segments = scanned(folder, end.proven());
        for (SegmentRepair segment : segments) {
            accepted.addAll(segment.plan(selection));
            addLeft(segment);
        }
        addLostEnd(end.damages(first(segments), last(segments)));
    }

    private void repair(Path folder) throws IOException {
        // Cuts a torn end and continues the numbers behind everything that is proven.
        FileJournal.open(folder, config, world).close();
        try (WriterLock _ = WriterLock.acquire(folder, config.lockWait(), world)) {
            LogEnd end = LogEnd.of(folder);
            List<SegmentRepair> segments = scanned(folder, end.proven());
            for (SegmentRepair segment : segments) {
                segment.requirePlain();
            }
            for (SegmentRepair segment : segments) {
                boolean isLast = segment.equals(segments.getLast());
                accepted.addAll(segment.run(selection, isLast && selection.isLostEnd() ? end.proven() : 0));
                addLeft(segment);
            }
            addLostEnd(end.damages(first(segments), last(segments)));
            if (selection.isLostEnd()) {
                forgetMissing(folder, end);
            }
        }
        FileJournal.open(folder, config, world).close();
    }

    private void addLostEnd(List<JournalDamage> lost) {
        if (selection.isLostEnd()) {
            lost.forEach(damage -> accepted.add(new RepairReport.RepairedPlace(damage, 0, null)));
        } else {
            left.addAll(lost);
        }
    }

    private void addLeft(SegmentRepair segment) {
        segment.damages().stream().filter(damage -> !segment.isAccepted(damage, selection)).forEach(left::add);
    }

    /** Clears the loss of the beginning from the mark. */
    private void forgetMissing(Path folder, LogEnd end) throws IOException {
        HighWaterMark mark = end.content().mark();
        if (mark != null && mark.missing() != null) {
            new HighWaterMark(mark.last(), mark.active(), mark.isOpen(), null).write(
                    new JournalFolder(folder, disk,
                            new BackgroundFailures(() -> System.getLogger("dev.waggle.journal"))),
                    true);
        }
    }

    private List<SegmentRepair> scanned(Path folder, long proven) throws IOException {
        List<EntrySource> sources = new ArrayList<>();
        for (SegmentFile segment : SegmentFile.list(folder)) {
            sources.add(EntrySource.of(segment));
        }
        Path active = folder.resolve(SegmentFile.ACTIVE);
        if (Files.isRegularFile(active)) {
            sources.add(new EntrySource(active, 0, EntrySource.Kind.ACTIVE));
        }
        List<SegmentRepair> segments = new ArrayList<>();
        long expected = 0;
        for (int i = 0; i < sources.size(); i++) {
            EntrySource source = sources.get(i);
            boolean isLast = i + 1 == sources.size();
            SegmentRepair segment = new SegmentRepair(source, Math.max(expected, source.first()), disk);
            segment.scan(isLast ? 0 : nextOf(sources.get(i + 1)), proven);
            segments.add(segment);
            expected = segment.end();
        }
        return segments;
    }

    /** The number with which the next file must begin: by its name, or of the active segment by its first entry. */
    private static long nextOf(EntrySource next) throws IOException {
        return next.first() > 0 ? next.first() : SegmentIterator.firstNumber(next);
    }

    private static long first(List<SegmentRepair> segments) {
        return segments.stream().mapToLong(SegmentRepair::first).filter(first -> first > 0).findFirst().orElse(0);
    }

    private static long last(List<SegmentRepair> segments) {
        return segments.isEmpty() ? 0 : Math.max(0, segments.getLast().end() - 1);
    }
}
