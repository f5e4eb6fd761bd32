package dev.waggle.journal.file.read;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.segment.EntrySource;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.segment.SegmentListing;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Views of a journal from outside, one for each query: which segments there are at that moment. Index files are used
 * when they are there and fit; none is written. Owned by one thread.
 */
public final class SnapshotReader {

    /** Maximum number of attempts of a query that begins anew because a segment was sealed or deleted under it. */
    private static final int MAX_ATTEMPTS = 100;

    /** Maximum number of indexes in memory, 64 MiB of segment each by default; the most recently used are retained. */
    private static final int MAX_CACHED = 64;

    private final Map<Path, SegmentIndex> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, SegmentIndex> eldest) {
            return size() > MAX_CACHED;
        }
    };

    /** Entries that a query found, and its cost. */
    public record Result(List<LogEntry> entries, long tornBytes, long bytesRead) {}

    /** Asks a folder. */
    public Result select(Path folder, JournalQuery query, Consumer<JournalDamage> found) throws IOException {
        int doubts = 0;
        int retries = 0;
        long bytesRead = 0;
        List<SegmentFile> unconfirmedSegments = List.of();
        for (int look = 0; look < MAX_ATTEMPTS; look++) {
            List<SnapshotFile> views = new ArrayList<>();
            try {
                List<SegmentFile> before = SegmentListing.of(folder);
                SnapshotFile active = new SnapshotFile(
                        new EntrySource(folder.resolve(SegmentFile.ACTIVE), 0, EntrySource.Kind.ACTIVE), null);
                boolean hasActive = active.exists();
                if (hasActive) {
                    views.add(active);
                }
                long first = hasActive ? QueryExecutor.firstOf(active) : 0;
                List<SegmentFile> sealed = upTo(first, before, SegmentListing.of(folder));
                views.addAll(0,
                        sealed.stream().map(segment -> new SnapshotFile(EntrySource.of(segment), segment)).toList());
                // Without a first number it is unknown whether the sealed ones reach up to the active one.
                if (first == 0 && doubts++ < SegmentListing.MAX_RECHECKS) {
                    continue;
                }
                List<JournalDamage> met = new ArrayList<>();
                QueryExecutor finder = new QueryExecutor(query, met::add);
                List<LogEntry> entries = finder.execute(views);
                bytesRead += finder.bytesRead();
                if (!finder.hasHole() || isConfirmed(sealed, unconfirmedSegments)
                        || retries++ == SegmentListing.MAX_RECHECKS) {
                    met.forEach(found);
                    return new Result(entries, finder.tornBytes(), bytesRead);
                }
                unconfirmedSegments = sealed;
            } catch (NoSuchFileException taken) {
                // Retention deleted a segment after it was listed, so the list is made anew.
            } finally {
                for (SnapshotFile view : views) {
                    view.close();
                }
            }
        }
        throw new IOException("the segments of the journal change faster than they can be read"
                + "\nMaybe the retention is too short.");
    }

    /** Asks a plain file. */
    public Result select(EntrySource single, JournalQuery query, Consumer<JournalDamage> found) throws IOException {
        try (SnapshotFile view = new SnapshotFile(single, null)) {
            QueryExecutor finder = new QueryExecutor(query, found);
            return new Result(finder.execute(List.of(view)), finder.tornBytes(), finder.bytesRead());
        }
    }

    /**
     * The segments before the active one. A segment sealed during the listing of the folder may be the one opened as
     * active, or come behind it.
     */
    private static List<SegmentFile> upTo(long first, List<SegmentFile> before, List<SegmentFile> now) {
        long known = before.isEmpty() ? 0 : before.getLast().first();
        return first == 0
                ? now
                : now.stream().filter(segment -> segment.first() < first || segment.first() <= known).toList();
    }

    /** True if a second reading of the same segments found the hole again, which confirms it. */
    private static boolean isConfirmed(List<SegmentFile> sealed, List<SegmentFile> unconfirmedSegments) {
        return !sealed.isEmpty() && sealed.equals(unconfirmedSegments);
    }

    /** A file of the view; opened when it is needed. */
    private final class SnapshotFile extends IndexedFile {

        private final @Nullable SegmentFile segment;

        SnapshotFile(EntrySource source, @Nullable SegmentFile segment) {
            super(source);
            this.segment = segment;
        }

        @Override
        @Nullable SegmentIndex index() throws IOException {
            if (segment == null) {
                return null;
            }
            SegmentIndex known = kept.get(source().file());
            if (known == null || known.length() != handle().length()) {
                known = SegmentIndexFile.load(segment, handle());
            }
            if (known != null) {
                kept.put(source().file(), known);
            }
            return known;
        }

        @Override
        long end() {
            return Long.MAX_VALUE;
        }
    }
}
