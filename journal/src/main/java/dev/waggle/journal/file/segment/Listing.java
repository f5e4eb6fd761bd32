package dev.waggle.journal.file.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The sealed segments of a folder, listed while somebody seals, takes away and writes index files. A file system may leave
 * out a name when others come and go under the listing, so a list counts when the next one agrees with it.
 */
public final class Listing {

    /** How often a folder is listed until two lists agree; behind that, the last one must do. */
    private static final int MAX_LISTS = 16;

    /**
     * How often a hole between segments is looked at again before it is believed: a name may have been left out of the
     * list, or come while it was read.
     */
    public static final int MAX_DOUBTS = 8;

    private Listing() {}

    /** The sealed segments, the oldest first. */
    public static List<Segment> of(Path folder) throws IOException {
        List<Segment> before = Segment.in(folder);
        for (int list = 1; list < MAX_LISTS; list++) {
            List<Segment> now = Segment.in(folder);
            if (agree(before, now)) {
                return now;
            }
            before = now;
        }
        return before;
    }

    /** Whether two lists name the same, but for old ones that went away and new ones that came between them. */
    private static boolean agree(List<Segment> before, List<Segment> now) {
        if (before.isEmpty() || now.isEmpty()) {
            return before.equals(now);
        }
        long oldest = now.getFirst().first();
        long newest = before.getLast().first();
        return before.stream().filter(segment -> segment.first() >= oldest).toList()
                .equals(now.stream().filter(segment -> segment.first() <= newest).toList());
    }
}
