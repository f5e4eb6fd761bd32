package dev.waggle.journal.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.ZipException;

import dev.waggle.journal.file.JournalQuery.End;
import dev.waggle.journal.file.read.SegmentIterator;
import dev.waggle.journal.file.read.SnapshotReader;
import dev.waggle.journal.file.recovery.DeliveryPositions;
import dev.waggle.journal.file.recovery.HighWaterMark;
import dev.waggle.journal.file.recovery.LogEnd;
import dev.waggle.journal.file.segment.EntrySource;
import dev.waggle.journal.file.segment.PositionedFile;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Read-only access to a journal, without a lock. Another process may write it meanwhile, and seal, compact and delete
 * segments.
 *
 * <pre>
 *   folder of a journal        its segments, in order
 *   folder with signals/ in it  that journal
 *   a segment, an export       that file, plain or gzip; the active segment is followed when it is sealed
 * </pre>
 *
 * <p>Damaged places are skipped and listed in {@link #damages()}. A last line of the active segment that is cut short
 * is no damage, because its writer may be in the middle of it. {@link #tornBytes()} reports it. Memory does not grow
 * with the journal, but with the answer. Owned by one thread.
 */
public final class JournalReader implements AutoCloseable {

    /** Maximum number of damages listed; so many need a copy from somewhere else, not a longer list. */
    public static final int MAX_DAMAGES = 10_000;

    private static final String SIGNALS = DeliveryPositions.SIGNALS;

    private final Path place;
    /** The folder of the segments; {@code null} for a file by itself. */
    private final @Nullable Path folder;
    private final @Nullable EntrySource single;
    private final Set<JournalDamage> damages = new LinkedHashSet<>();
    private final SnapshotReader views;
    private @Nullable SegmentIterator following;
    private long tornBytes;
    private long bytesRead;

    private JournalReader(Path place, @Nullable Path folder, @Nullable EntrySource single) {
        this.place = place;
        this.folder = folder;
        this.single = single;
        this.views = new SnapshotReader();
    }

    /**
     * Opens a journal, a data folder or a file.
     *
     * @throws UncheckedIOException when it is not there, or a folder that holds no journal
     */
    public static JournalReader open(Path place) {
        try {
            if (Files.isDirectory(place)) {
                return new JournalReader(place, folderOf(place), null);
            }
            if (!Files.exists(place)) {
                throw new NoSuchFileException(place.toString(), null, "there is no such file");
            }
            return new JournalReader(place, null, EntrySource.ofFile(place));
        } catch (IOException failed) {
            throw FileErrors.of(place, "", failed);
        }
    }

    /** Does something with every entry, in order, from that sequence number on. */
    public void forEach(long fromSequence, Consumer<LogEntry> action) {
        try {
            LogEnd end = folder == null || following != null ? null : LogEnd.of(folder);
            walk(fromSequence, action, end);
        } catch (IOException failed) {
            throw failure(place, failed);
        }
    }

    /** A lower proof afterwards is that of another journal, which has replaced the folder during the walk. */
    private void addLostEnd(LogEnd end, long first, long last) throws IOException {
        List<JournalDamage> lost = end.damages(first, last);
        if (!lost.isEmpty() && LogEnd.of(end.folder()).proven() >= end.proven()) {
            lost.forEach(this::addDamage);
        }
    }

    private void walk(long fromSequence, Consumer<LogEntry> action, @Nullable LogEnd end) throws IOException {
        long first = 0;
        try (SegmentIterator walk = walk(fromSequence)) {
            for (ScannedLine item = walk.next(); item != null; item = walk.next()) {
                first = first == 0 ? item.first() : first;
                if (item instanceof ScannedLine.Entry entry && entry.entry().sequence() >= fromSequence) {
                    action.accept(entry.entry());
                }
            }
            if (end == null) {
                walk.finish();
            } else {
                addLostEnd(end, first, walk.finish(end.proven()));
            }
            tornBytes = walk.tornBytes();
            bytesRead += walk.bytesRead();
        }
    }

    /** Does something with every entry, in order. */
    public void forEach(Consumer<LogEntry> action) {
        forEach(1, action);
    }

    /** The entries that a query asks for. */
    public List<LogEntry> select(JournalQuery query) {
        try {
            if (folder == null && isStreamed()) {
                return filtered(query);
            }
            SnapshotReader.Result answer = folder == null
                    ? views.select(single(), query, this::addDamage)
                    : views.select(folder, query, this::addDamage);
            tornBytes = answer.tornBytes();
            bytesRead += answer.bytesRead();
            return answer.entries();
        } catch (IOException failed) {
            throw failure(place, failed);
        }
    }

    /**
     * The next entry from the front, or empty at the end. Called again later, it returns entries that were appended
     * since, through every change of segments, each entry once.
     */
    public Optional<LogEntry> next() {
        return next(1);
    }

    /** As {@link #next()}; the first call begins at that sequence number. */
    public Optional<LogEntry> next(long fromSequence) {
        try {
            if (following == null) {
                following = walk(fromSequence);
            }
            for (ScannedLine item = following.next(); item != null; item = following.next()) {
                if (item instanceof ScannedLine.Entry entry && entry.entry().sequence() >= fromSequence) {
                    return Optional.of(entry.entry());
                }
            }
            tornBytes = following.tornBytes();
            return Optional.empty();
        } catch (IOException failed) {
            throw failure(place, failed);
        }
    }

    /** Damage found by all reading so far, each place once, at most {@link #MAX_DAMAGES}. */
    public List<JournalDamage> damages() {
        return List.copyOf(damages);
    }

    /** Length of a last line that is cut short or just being written, in bytes, by the last reading of the end. */
    public long tornBytes() {
        return tornBytes;
    }

    /** True if it is a gzip file, to which nothing will be added. */
    public boolean isCompressed() {
        try {
            return folder == null && isGzip();
        } catch (IOException failed) {
            throw failure(place, failed);
        }
    }

    /** Number of bytes that all reading has read, as a measure of work. */
    public long bytesRead() {
        return bytesRead + (following == null ? 0 : following.bytesRead());
    }

    @Override
    public void close() {
        try {
            PositionedFile.close(following);
        } catch (IOException failed) {
            throw FileErrors.of(place, "", failed);
        }
    }

    /** The folder of the journal that is meant by a folder. */
    static Path folderOf(Path folder) throws IOException {
        if (isJournal(folder)) {
            return folder;
        }
        Path signals = folder.resolve(SIGNALS);
        if (isJournal(signals)) {
            return signals;
        }
        throw new FileSystemException(folder.toString(), null, "it is a folder without a journal"
                + "\nMaybe name one that holds " + SegmentFile.ACTIVE + " or " + SIGNALS + "/" + SegmentFile.ACTIVE
                + ".");
    }

    /** As {@link #folderOf}; a folder of which only the high-water mark is left counts too. */
    static Path markedFolderOf(Path folder) throws IOException {
        if (isJournal(folder)) {
            return folder;
        }
        Path signals = folder.resolve(SIGNALS);
        return isMarked(folder) ? folder : isMarked(signals) ? signals : folderOf(folder);
    }

    static boolean isMarked(Path folder) throws IOException {
        return isJournal(folder) || Files.exists(HighWaterMark.in(folder));
    }

    static boolean isJournal(Path folder) throws IOException {
        return Files.exists(folder.resolve(SegmentFile.ACTIVE)) || !SegmentFile.list(folder).isEmpty();
    }

    private SegmentIterator walk(long fromSequence) throws IOException {
        if (folder != null) {
            return SegmentIterator.in(folder, fromSequence, this::addDamage);
        }
        EntrySource source = single();
        Path name = source.file().getFileName();
        return source.kind() == EntrySource.Kind.ACTIVE && name != null && name.toString().equals(SegmentFile.ACTIVE)
                ? SegmentIterator.fromActive(source.file().toAbsolutePath().resolveSibling(""), this::addDamage)
                : SegmentIterator.of(source, this::addDamage);
    }

    private EntrySource single() {
        if (single == null) {
            throw new IllegalStateException(place + " is a folder");
        }
        return single;
    }

    /** A file that can only be read from its front: gzip, or a pipe. */
    private boolean isStreamed() throws IOException {
        return !Files.isRegularFile(place) || isGzip();
    }

    private boolean isGzip() throws IOException {
        if (!Files.isRegularFile(place)) {
            return false;
        }
        try (EntrySource.OpenSource opened = single().open(0)) {
            return opened.isCompressed();
        }
    }

    private List<LogEntry> filtered(JournalQuery query) {
        Deque<LogEntry> fitting = new ArrayDeque<>();
        forEach(query.fromSequence(), entry -> {
            if (query.matches(entry) && (query.end() == End.LAST || fitting.size() < query.limit())) {
                fitting.addLast(entry);
                if (fitting.size() > query.limit()) {
                    fitting.removeFirst();
                }
            }
        });
        return new ArrayList<>(fitting);
    }

    private void addDamage(JournalDamage damage) {
        if (damages.size() < MAX_DAMAGES) {
            damages.add(damage);
        }
    }

    static UncheckedIOException failure(Path file, IOException failed) {
        if (failed instanceof EOFException || failed instanceof ZipException) {
            return new BadJournalException(file,
                    "its gzip data are damaged or end early\nMaybe the copy was interrupted: fetch the file again.",
                    failed);
        }
        return FileErrors.of(file, "", failed);
    }
}
