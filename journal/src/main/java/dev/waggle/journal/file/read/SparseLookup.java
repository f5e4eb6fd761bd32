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

import dev.waggle.journal.file.segment.Item.Spot;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;
import dev.waggle.journal.file.Damage;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.segment.Handle;
import dev.waggle.journal.file.segment.Item;
import dev.waggle.journal.file.segment.Listing;
import dev.waggle.journal.file.segment.Segment;
import dev.waggle.journal.file.segment.SegmentScan;
import dev.waggle.journal.file.segment.Source;
import dev.waggle.journal.file.storage.Failure;
import dev.waggle.journal.file.storage.JournalFolder;

/**
 * Finds entries by a sparse index of every segment ({@link SegmentIndex}): that of the active one grows with it, that of
 * a sealed one stands in a file beside it and is made anew when it is missing or does not fit.
 *
 * <p>The writer tells it what became of the files, one call at a time; queries run on any thread, beside the writer.
 * A query takes what is known at its beginning, in no time, and reads through handles of its own; so it sees the
 * entries that were told of before it, and the writer never waits for it. Three locks, never one inside another: this
 * object's for what the writer told, {@code kept}'s for the indexes of sealed segments, {@code saving}'s for their files.
 */
public final class SparseLookup {

    /** How often a query begins anew because a segment was sealed or taken away under it. */
    private static final int MAX_LOOKS = 100;

    /** Most indexes of sealed segments in memory, the last used: for 64 MiB of short lines each about 400 KB. */
    private static final int MAX_KEPT = 64;

    /** Most damaged places that are told of. */
    private static final int MAX_TOLD = 1_000;

    private final JournalFolder folder;
    private final LongAdder bytesRead = new LongAdder();
    private final Object saving = new Object();
    private final Set<Damage> told = new HashSet<>();
    private final Map<Path, SegmentIndex> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, SegmentIndex> eldest) {
            return size() > MAX_KEPT;
        }
    };
    private SegmentIndex.Growing growing = new SegmentIndex.Growing();
    /** The name of the newest sealed segment that the writer told of, or that was there before; 0 for none. */
    private long newestSealed;

    public SparseLookup(JournalFolder folder) throws IOException {
        this.folder = folder;
        List<Segment> sealed = Segment.in(folder.path());
        this.newestSealed = sealed.isEmpty() ? 0 : sealed.getLast().first();
    }

    /**
     * The writer found this entry in the segment that is being written, or wrote it there; entries come in order, and
     * only when they are as durable as promised.
     *
     * @param offset where its line begins
     * @param length bytes of its line with the line end
     */
    public synchronized void appended(LogEntry entry, long offset, int length) {
        growing.note(new Item.Entry(entry, new Spot(growing.nextLine(), offset, offset + length)));
    }

    /** The segment that was being written has this name now, and an empty one has taken its place. */
    public void sealed(Segment segment) {
        SegmentIndex.Growing ended;
        synchronized (this) {
            ended = growing;
            growing = new SegmentIndex.Growing();
            newestSealed = segment.first();
        }
        try (Handle handle = Handle.open(segment.file())) {
            SegmentIndex index = ended.sealed(handle.length());
            keep(segment, index);
            save(segment, handle, index);
        } catch (IOException failed) {
            folder.troubles().add("the index of " + segment.file() + " will be made when it is needed", failed);
        }
    }

    /** The sealed segments of the folder have changed: some were taken away, or written anew by a compaction. */
    public void changed() {
        synchronized (kept) {
            kept.clear();
        }
    }

    /** The entries that a query asks for, among those that {@link #appended} was told of and the sealed ones. */
    public List<LogEntry> select(JournalQuery query) {
        try {
            for (int look = 0; look < MAX_LOOKS; look++) {
                List<LogEntry> found = tried(query, look);
                if (found != null) {
                    return found;
                }
            }
            throw new IOException("its segments change faster than they can be read"
                    + "\nMaybe the retention is too short.");
        } catch (IOException failed) {
            throw Failure.of(folder.path(), "it could not be read: ", failed);
        }
    }

    /** How much all queries have read, in bytes: the work done. */
    long bytesRead() {
        return bytesRead.sum();
    }

    /** {@code null} when a segment went away meanwhile, or one may have been left out of the list. */
    private @Nullable List<LogEntry> tried(JournalQuery query, int look) throws IOException {
        SegmentIndex active;
        long newest;
        synchronized (this) {
            active = growing.soFar();
            newest = newestSealed;
        }
        List<Known> places = new ArrayList<>();
        try {
            // Opened before the sealed ones are listed: if it was sealed in between, it is among them.
            Known open = new Known(
                    new Source(folder.path().resolve(Segment.ACTIVE), active.first(), Source.Kind.ACTIVE), null,
                    active);
            boolean isThere = active.first() == 0 || (open.isThere() && isOf(open, active));
            for (Segment segment : Listing.of(folder.path())) {
                if (segment.first() <= newest) {
                    places.add(new Known(Source.of(segment), segment, null));
                } else if (active.first() != 0 && segment.first() <= active.first()) {
                    open.close();
                    open = new Known(new Source(segment.file(), active.first(), Source.Kind.ACTIVE), null, active);
                    isThere = true;
                } else if (active.first() != 0 && open.source().file().endsWith(Segment.ACTIVE)) {
                    isThere = false;
                }
            }
            places.add(open);
            if (!isThere) {
                return null;
            }
            List<Damage> met = new ArrayList<>();
            Finder finder = new Finder(query, met::add);
            List<LogEntry> found = finder.in(active.first() == 0 ? places.subList(0, places.size() - 1) : places);
            bytesRead.add(finder.bytesRead());
            if (look < Listing.MAX_DOUBTS && finder.hasHole() && !isKnown(met)) {
                return null;
            }
            met.forEach(this::tell);
            return found;
        } catch (NoSuchFileException taken) {
            return null;
        } finally {
            for (Known place : places) {
                place.close();
            }
        }
    }

    /** Whether an opened file is the one that an index grew with, not the one that took its name since. */
    private static boolean isOf(Known open, SegmentIndex active) throws IOException {
        SegmentScan scan = SegmentScan.of(open.source(), open.handle(),
                new SegmentScan.Stretch(0, active.length(), 1, 0), _ -> {
                });
        Item first = scan.next();
        return first != null && first.first() < active.next();
    }

    /** Whether all that was met was told of before: looking again would show nothing new. */
    private boolean isKnown(List<Damage> met) {
        synchronized (told) {
            return !met.isEmpty() && told.containsAll(met);
        }
    }

    private void tell(Damage damage) {
        boolean isNew;
        synchronized (told) {
            isNew = told.size() < MAX_TOLD && told.add(damage);
        }
        if (isNew) {
            folder.troubles().add(damage.words(), new IOException(damage.reason()));
        }
    }

    private void keep(Segment segment, SegmentIndex index) {
        synchronized (kept) {
            kept.put(segment.file(), index);
        }
    }

    private SegmentIndex indexOf(Segment segment, Handle handle) throws IOException {
        SegmentIndex known;
        synchronized (kept) {
            known = kept.get(segment.file());
        }
        if (known != null && known.length() == handle.length()) {
            return known;
        }
        SegmentIndex index = IndexFile.load(segment, handle);
        if (index == null) {
            index = IndexFile.build(segment, handle);
            bytesRead.add(handle.bytesRead());
            save(segment, handle, index);
        }
        keep(segment, index);
        return index;
    }

    /** One at a time: two queries may have made the same index. */
    private void save(Segment segment, Handle handle, SegmentIndex index) {
        try {
            synchronized (saving) {
                IndexFile.write(segment, handle, index, folder.disk());
            }
        } catch (IOException failed) {
            folder.troubles().add("the index of " + segment.file() + " was not written and is kept in memory", failed);
        }
    }

    /** A segment as this lookup knows it; opened when it is needed. */
    private final class Known extends OpenedPlace {

        private final @Nullable Segment segment;
        private final @Nullable SegmentIndex active;

        Known(Source source, @Nullable Segment segment, @Nullable SegmentIndex active) {
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
