package dev.waggle.journal.file.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The sealed segments of a folder, listed while somebody seals, takes away and writes index files. A file system may leave
 * out a name when others come and go under the listing, so a list counts when the next one agrees with it.
 */
public final class SegmentListing {

    /** How often a folder is listed until two lists agree; behind that, the last one must do. */
    private static final int MAX_LISTINGS = 16;

    /**
     * How often a hole between segments is looked at again before it is believed: a name may have been left out of the
     * list, or come while it was read.
     */
    public static final int MAX_RECHECKS = 8;

    private SegmentListing() {}

    /** The sealed segments, the oldest first. */
    public static List<SegmentFile> of(Path folder) throws IOException {
        List<SegmentFile> before = SegmentFile.list(folder);
        for (int list = 1; list < MAX_LISTINGS; list++) {
            List<SegmentFile> now = SegmentFile.list(folder);
            if (agrees(before, now)) {
                return now;
            }
            before = now;
        }
        return before;
    }

    /** Whether two lists name the same, but for old ones that went away and new ones that came between them. */
    private static boolean agrees(List<SegmentFile> before, List<SegmentFile> now) {
        if (before.isEmpty() || now.isEmpty()) {
            return before.equals(now);
        }
        long oldest = now.getFirst().first();
        long newest = before.getLast().first();
        return before.stream().filter(segment -> segment.first() >= oldest).toList()
                .equals(now.stream().filter(segment -> segment.first() <= newest).toList());
    }
}
