package dev.waggle.journal.file.read;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

import dev.waggle.journal.GapLine;
import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalSegment;
import dev.waggle.journal.file.segment.EntrySource;
import dev.waggle.journal.file.segment.PositionedFile;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.segment.ScannedLine.LinePosition;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.segment.SegmentListing;
import dev.waggle.journal.file.segment.SegmentScanner;
import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.journal.file.storage.JournalFolder;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Index of all segments for queries, with a sparse {@link SegmentIndex} for each. The index of the active segment
 * grows with it. The index of a sealed one is in a file beside it and is rebuilt when it is missing or does not fit.
 *
 * <p>The writer reports changes of the files, one call at a time; queries run on any thread, beside the writer. A query
 * takes a snapshot of the index at its beginning and reads through handles of its own. So it sees the entries that were
 * reported before it, and the writer never waits for it. There are three locks, never one inside another. This object's
 * guards the writer's reports, {@code kept}'s the indexes of sealed segments, {@code saving}'s their files.
 */
public final class JournalIndex {

    /** Maximum number of attempts of a query that begins anew because a segment was sealed or deleted under it. */
    private static final int MAX_ATTEMPTS = 100;

    /** Maximum number of cached indexes of sealed segments; each takes about 400 KB for 64 MiB of short lines. */
    private static final int MAX_CACHED = 64;

    /** Maximum number of damaged places that are reported. */
    private static final int MAX_REPORTED = 1_000;

    private final JournalFolder folder;
    private final LongAdder bytesRead = new LongAdder();
    private final Object saving = new Object();
    private final Set<JournalDamage> reported = new HashSet<>();
    private final Map<Path, SegmentIndex> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, SegmentIndex> eldest) {
            return size() > MAX_CACHED;
        }
    };
    private SegmentIndex.Builder growing = new SegmentIndex.Builder();
    /** The first number in the name of the newest known sealed segment; 0 for none. */
    private long newestSealed;

    public JournalIndex(JournalFolder folder) throws IOException {
        this.folder = folder;
        List<SegmentFile> sealed = SegmentFile.list(folder.path());
        this.newestSealed = sealed.isEmpty() ? 0 : sealed.getLast().first();
    }

    /**
     * Adds an entry that the writer found in the active segment, or wrote there. Entries are added in order, and only
     * when they are as durable as promised.
     *
     * @param offset the start of its line
     * @param length bytes of its line with the line end
     */
    public synchronized void add(LogEntry entry, long offset, int length) {
        growing.add(new ScannedLine.Entry(entry, new LinePosition(growing.nextLine(), offset, offset + length)));
    }

    /** Adds a gap that stands in the active segment, in its place among the entries. */
    public synchronized void add(GapLine gap, long offset, int length) {
        growing.add(new ScannedLine.Gap(gap, new LinePosition(growing.nextLine(), offset, offset + length)));
    }

    /** The segment that was being written has this name now, and an empty one has taken its place. */
    public void seal(SegmentFile segment) {
        SegmentIndex.Builder ended;
        synchronized (this) {
            ended = growing;
            growing = new SegmentIndex.Builder();
            newestSealed = segment.first();
        }
        try (PositionedFile handle = PositionedFile.open(segment.path())) {
            SegmentIndex index = ended.build(handle.length());
            cache(segment, index);
            save(segment, handle, index);
        } catch (IOException failed) {
            folder.failures().add("the index of " + segment.path() + " will be made when it is needed", failed);
        }
    }

    /** Updates the sealed segments after some were deleted, or rewritten by a compaction. */
    public void invalidate() {
        synchronized (kept) {
            kept.clear();
        }
    }

    /** The matching entries of a query, among the added and the sealed ones. */
    public List<LogEntry> select(JournalQuery query) {
        try {
            for (int look = 0; look < MAX_ATTEMPTS; look++) {
                List<LogEntry> found = trySelect(query, look);
                if (found != null) {
                    return found;
                }
            }
            throw new IOException("its segments change faster than they can be read"
                    + "\nMaybe the retention is too short.");
        } catch (IOException failed) {
            throw FileErrors.of(folder.path(), "it could not be read: ", failed);
        }
    }

    /** The segments, the oldest first; the last one is being written. Reads no entry. */
    public List<JournalSegment> segments() {
        SegmentIndex active;
        long newest;
        synchronized (this) {
            active = growing.snapshot();
            newest = newestSealed;
        }
        List<JournalSegment> found = new ArrayList<>();
        try {
            List<SegmentFile> sealed = SegmentListing.of(folder.path()).stream()
                    .filter(segment -> segment.first() <= newest).toList();
            for (int i = 0; i < sealed.size(); i++) {
                long following = i + 1 < sealed.size() ? sealed.get(i + 1).first() : active.first();
                addSealed(sealed.get(i), following, found);
            }
        } catch (IOException failed) {
            throw FileErrors.of(folder.path(), "it could not be read: ", failed);
        }
        found.add(new JournalSegment(SegmentFile.ACTIVE, false, active.length(), active.first(),
                Math.max(0, active.next() - 1)));
        return List.copyOf(found);
    }

    /** Adds a sealed segment, unless it was deleted meanwhile. */
    private void addSealed(SegmentFile segment, long following, List<JournalSegment> found) throws IOException {
        try (PositionedFile handle = PositionedFile.open(segment.path())) {
            long last = following > 0 ? following - 1 : indexOf(segment, handle).next() - 1;
            found.add(new JournalSegment(segment.path().getFileName().toString(), true, handle.length(),
                    segment.first(), last));
        } catch (NoSuchFileException deleted) {
            return;
        }
    }

    /** Number of bytes that all queries have read, as a measure of work. */
    long bytesRead() {
        return bytesRead.sum();
    }

    /** {@code null} when a segment was deleted meanwhile, or one may have been omitted from the list. */
    private @Nullable List<LogEntry> trySelect(JournalQuery query, int look) throws IOException {
        SegmentIndex active;
        long newest;
        synchronized (this) {
            active = growing.snapshot();
            newest = newestSealed;
        }
        List<IndexedSegment> places = new ArrayList<>();
        try {
            // Opened before the sealed ones are listed: if it was sealed in between, it is among them.
            IndexedSegment open = new IndexedSegment(
                    new EntrySource(folder.path().resolve(SegmentFile.ACTIVE), active.first(), EntrySource.Kind.ACTIVE),
                    null,
                    active);
            boolean isThere = active.first() == 0 || (open.exists() && isOf(open, active));
            for (SegmentFile segment : SegmentListing.of(folder.path())) {
                if (segment.first() <= newest) {
                    places.add(new IndexedSegment(EntrySource.of(segment), segment, null));
                } else if (active.first() != 0 && segment.first() <= active.first()) {
                    open.close();
                    open = new IndexedSegment(new EntrySource(segment.path(), active.first(), EntrySource.Kind.ACTIVE),
                            null, active);
                    isThere = true;
                } else if (active.first() != 0 && open.source().file().endsWith(SegmentFile.ACTIVE)) {
                    isThere = false;
                }
            }
            places.add(open);
            if (!isThere) {
                return null;
            }
            List<JournalDamage> met = new ArrayList<>();
            QueryExecutor finder = new QueryExecutor(query, met::add);
            List<LogEntry> found = finder.execute(active.first() == 0 ? places.subList(0, places.size() - 1) : places);
            bytesRead.add(finder.bytesRead());
            if (look < SegmentListing.MAX_RECHECKS && finder.hasHole() && !isReported(met)) {
                return null;
            }
            met.forEach(this::report);
            return found;
        } catch (NoSuchFileException taken) {
            return null;
        } finally {
            for (IndexedSegment place : places) {
                place.close();
            }
        }
    }

    /** True if an opened file is the one that an index grew with, not a later file of the same name. */
    private static boolean isOf(IndexedSegment open, SegmentIndex active) throws IOException {
        SegmentScanner scan = SegmentScanner.of(open.source(), open.handle(),
                new SegmentScanner.ScanRange(0, active.length(), 1, 0), _ -> {
                });
        ScannedLine first = scan.next();
        return first != null && first.first() < active.next();
    }

    /** True if all damage that was met was reported before, so that looking again would show nothing new. */
    private boolean isReported(List<JournalDamage> met) {
        synchronized (reported) {
            return !met.isEmpty() && reported.containsAll(met);
        }
    }

    private void report(JournalDamage damage) {
        boolean isNew;
        synchronized (reported) {
            isNew = reported.size() < MAX_REPORTED && reported.add(damage);
        }
        if (isNew) {
            folder.failures().add(damage.message(), new IOException(damage.reason()));
        }
    }

    private void cache(SegmentFile segment, SegmentIndex index) {
        synchronized (kept) {
            kept.put(segment.path(), index);
        }
    }

    private SegmentIndex indexOf(SegmentFile segment, PositionedFile handle) throws IOException {
        SegmentIndex known;
        synchronized (kept) {
            known = kept.get(segment.path());
        }
        if (known != null && known.length() == handle.length()) {
            return known;
        }
        SegmentIndex index = SegmentIndexFile.load(segment, handle);
        if (index == null) {
            index = SegmentIndexFile.build(segment, handle);
            bytesRead.add(handle.bytesRead());
            save(segment, handle, index);
        }
        cache(segment, index);
        return index;
    }

    /** One at a time: two queries may have made the same index. */
    private void save(SegmentFile segment, PositionedFile handle, SegmentIndex index) {
        try {
            synchronized (saving) {
                SegmentIndexFile.write(segment, handle, index, folder.disk());
            }
        } catch (IOException failed) {
            folder.failures().add("the index of " + segment.path() + " was not written and is kept in memory", failed);
        }
    }

    /** A segment as this lookup knows it; opened when it is needed. */
    private final class IndexedSegment extends IndexedFile {

        private final @Nullable SegmentFile segment;
        private final @Nullable SegmentIndex active;

        IndexedSegment(EntrySource source, @Nullable SegmentFile segment, @Nullable SegmentIndex active) {
            super(source);
            this.segment = segment;
            this.active = active;
        }

        @Override
        @Nullable SegmentIndex index() throws IOException {
            return segment == null ? active : indexOf(segment, handle());
        }

        @Override
        long end() {
            return active == null ? Long.MAX_VALUE : active.length();
        }
    }
}
