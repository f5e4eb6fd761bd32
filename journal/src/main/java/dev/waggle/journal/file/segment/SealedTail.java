package dev.waggle.journal.file.segment;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;

import dev.waggle.journal.file.segment.LineScan.Line;

/**
 * Where a sealed segment ends.
 *
 * @param last the highest sequence number that it may hold: a damaged line behind the last whole one counts as many entries
 *        as its bytes tell
 * @param lastAt when the log took the last entry that is whole; {@link Instant#MIN} when none was met
 */
public record SealedTail(long last, Instant lastAt) {

    /** Read first; more, fourfold each time, when no whole line is in it. */
    private static final long WINDOW = 64 * 1024;
    private static final int WIDENING = 4;

    public static SealedTail of(Segment segment) throws IOException {
        long length = Files.size(segment.file());
        for (long window = WINDOW;; window *= WIDENING) {
            long start = Math.max(0, length - window);
            SealedTail found = from(segment, start);
            if (start == 0 || found.lastAt.isAfter(Instant.MIN)) {
                return found;
            }
        }
    }

    private static SealedTail from(Segment segment, long start) throws IOException {
        long last = segment.first() - 1;
        long damaged = 0;
        long salvaged = 0;
        Instant lastAt = Instant.MIN;
        try (LineScan lines = LineScan.of(segment.file(), start)) {
            if (start > 0) {
                // The window begins within this one.
                var _ = lines.next();
            }
            for (Line line = lines.next(); line != null; line = lines.next()) {
                switch (Verdict.on(line.bytes())) {
                    case Verdict.Whole(var entry) -> {
                        last = Math.max(last, entry.sequence());
                        lastAt = entry.recordedAt();
                        damaged = 0;
                    }
                    case Verdict.Removed(var gap) -> {
                        last = Math.max(last, gap.last());
                        damaged = 0;
                    }
                    case Verdict.Bad _ -> {
                        Remains remains = Remains.of(line.bytes(), line.spot(0));
                        damaged += remains.count();
                        salvaged = Math.max(salvaged, remains.highest());
                        lastAt = remains.lastAt(last + damaged, lastAt);
                    }
                }
            }
        }
        return new SealedTail(Math.max(last + damaged, salvaged), lastAt);
    }
}
