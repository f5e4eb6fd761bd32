package dev.waggle.journal.file.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Lister of the sealed segments of a folder, while a writer seals, deletes and writes index files. A file system may
 * omit a name when others come and go during the listing. A list therefore counts when the next one agrees with it.
 */
public final class SegmentListing {

    /** Maximum number of listings of a folder until two agree; after that, the last one is used. */
    private static final int MAX_LISTINGS = 16;

    /**
     * Maximum number of rechecks of a hole between segments before it is believed. A name may have been omitted from
     * the list, or come while it was read.
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

    /** True if two lists name the same segments, but for deleted old ones and new ones that came between them. */
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
