package dev.waggle.journal.file.segment;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;

import dev.waggle.journal.file.segment.RawLineScanner.RawLine;

/**
 * End of a sealed segment.
 *
 * @param last the highest sequence number that it may hold: a damaged line behind the last whole one counts as many
 *        entries as its bytes suggest
 * @param lastAt time at which the log recorded the last whole entry; {@link Instant#MIN} when there was none
 */
public record SegmentTail(long last, Instant lastAt) {

    /** Read first; more, fourfold each time, when no whole line is in it. */
    private static final long WINDOW = 64 * 1024;
    private static final int WIDENING = 4;

    public static SegmentTail of(SegmentFile segment) throws IOException {
        long length = Files.size(segment.path());
        for (long window = WINDOW;; window *= WIDENING) {
            long start = Math.max(0, length - window);
            SegmentTail found = from(segment, start);
            if (start == 0 || found.lastAt.isAfter(Instant.MIN)) {
                return found;
            }
        }
    }

    private static SegmentTail from(SegmentFile segment, long start) throws IOException {
        long last = segment.first() - 1;
        long damaged = 0;
        long salvaged = 0;
        Instant lastAt = Instant.MIN;
        try (RawLineScanner lines = RawLineScanner.of(segment.path(), start)) {
            if (start > 0) {
                // The window begins within this one.
                var _ = lines.next();
            }
            for (RawLine line = lines.next(); line != null; line = lines.next()) {
                switch (LineVerdict.of(line.bytes())) {
                    case LineVerdict.Entry(var entry) -> {
                        last = Math.max(last, entry.sequence());
                        lastAt = entry.recordedAt();
                        damaged = 0;
                    }
                    case LineVerdict.Gap(var gap) -> {
                        last = Math.max(last, gap.last());
                        damaged = 0;
                    }
                    case LineVerdict.Damaged _ -> {
                        LineSalvage remains = LineSalvage.of(line.bytes(), line.position(0));
                        damaged += remains.estimatedCount();
                        salvaged = Math.max(salvaged, remains.highest());
                        lastAt = remains.lastAt(last + damaged, lastAt);
                    }
                }
            }
        }
        return new SegmentTail(Math.max(last + damaged, salvaged), lastAt);
    }
}
