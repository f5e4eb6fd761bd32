package dev.waggle.journal.file.read;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;
import dev.waggle.journal.file.Damage;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.segment.Listing;
import dev.waggle.journal.file.segment.Segment;
import dev.waggle.journal.file.segment.Source;

/**
 * Views of a journal from outside, one for each query: which segments there are at that moment. Index files are used when
 * they are there and fit; none is written. Owned by one thread.
 */
public final class Views {

    /** How often a query begins anew because a segment was sealed or taken away under it. */
    private static final int MAX_LOOKS = 100;

    /** Most indexes that are kept in memory, 64 MiB of segment each by default: the newest used. */
    private static final int MAX_KEPT = 64;

    private final Map<Path, SegmentIndex> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, SegmentIndex> eldest) {
            return size() > MAX_KEPT;
        }
    };

    /** What was found, and what it cost. */
    public record Answer(List<LogEntry> entries, long tornBytes, long bytesRead) {}

    /** Asks a folder. */
    public Answer select(Path folder, JournalQuery query, Consumer<Damage> found) throws IOException {
        int doubts = 0;
        int holes = 0;
        long bytesRead = 0;
        List<Segment> holey = List.of();
        for (int look = 0; look < MAX_LOOKS; look++) {
            List<View> views = new ArrayList<>();
            try {
                List<Segment> before = Listing.of(folder);
                View active = new View(new Source(folder.resolve(Segment.ACTIVE), 0, Source.Kind.ACTIVE), null);
                boolean hasActive = active.isThere();
                if (hasActive) {
                    views.add(active);
                }
                long first = hasActive ? Finder.firstOf(active) : 0;
                List<Segment> sealed = upTo(first, before, Listing.of(folder));
                views.addAll(0, sealed.stream().map(segment -> new View(Source.of(segment), segment)).toList());
                // Without a first number nothing tells whether the sealed ones reach up to the active one.
                if (first == 0 && doubts++ < Listing.MAX_DOUBTS) {
                    continue;
                }
                List<Damage> met = new ArrayList<>();
                Finder finder = new Finder(query, met::add);
                List<LogEntry> entries = finder.in(views);
                bytesRead += finder.bytesRead();
                if (!finder.hasHole() || isOld(sealed, holey) || holes++ == Listing.MAX_DOUBTS) {
                    met.forEach(found);
                    return new Answer(entries, finder.tornBytes(), bytesRead);
                }
                holey = sealed;
            } catch (NoSuchFileException taken) {
                // Retention took a segment away after it was listed: the list is made anew.
            } finally {
                for (View view : views) {
                    view.close();
                }
            }
        }
        throw new IOException("the segments of the journal change faster than they can be read"
                + "\nMaybe the retention is too short.");
    }

    /** Asks a plain file. */
    public Answer select(Source single, JournalQuery query, Consumer<Damage> found) throws IOException {
        try (View view = new View(single, null)) {
            Finder finder = new Finder(query, found);
            return new Answer(finder.in(List.of(view)), finder.tornBytes(), finder.bytesRead());
        }
    }

    /**
     * Those that come before the active segment. What was sealed while the folder was looked at may be what was opened as
     * the active one, or come behind it.
     */
    private static List<Segment> upTo(long first, List<Segment> before, List<Segment> now) {
        long known = before.isEmpty() ? 0 : before.getLast().first();
        return first == 0
                ? now
                : now.stream().filter(segment -> segment.first() < first || segment.first() <= known).toList();
    }

    /** Whether a second look at the same segments saw the hole again: it is there. */
    private static boolean isOld(List<Segment> sealed, List<Segment> holey) {
        return !sealed.isEmpty() && sealed.equals(holey);
    }

    /** A file of the view; opened when it is needed. */
    private final class View extends OpenedPlace {

        private final @Nullable Segment segment;

        View(Source source, @Nullable Segment segment) {
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
                known = IndexFile.load(segment, handle());
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
