package dev.waggle.journal.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import dev.waggle.journal.file.LineScan.Line;
import dev.waggle.signal.log.LogEntry;

/** Finds entries by reading every segment that may hold them, from its beginning. */
final class ScannedLookup implements Lookup {

    private final Path folder;
    private long end;

    ScannedLookup(Path folder) {
        this.folder = folder;
    }

    @Override
    public synchronized void appended(LogEntry entry, long offset, int length) {
        end = offset + length;
    }

    @Override
    public synchronized void sealed(Segment segment) {
        end = 0;
    }

    @Override
    public void changed() {
        // Nothing is remembered about sealed segments.
    }

    @Override
    public List<LogEntry> select(JournalQuery query) {
        Path active = folder.resolve(Segment.ACTIVE);
        Deque<LogEntry> found = new ArrayDeque<>();
        try {
            List<Segment> sealed;
            LineScan open;
            long until;
            synchronized (this) {
                sealed = Segment.in(folder);
                until = end;
                open = LineScan.of(active, 0);
            }
            try (open) {
                for (int i = 0; i < sealed.size(); i++) {
                    if (i + 1 == sealed.size() || sealed.get(i + 1).first() > query.fromSequence()) {
                        scan(sealed.get(i).file(), query, found);
                    }
                }
                collect(open, until, query, found);
            }
            return List.copyOf(found);
        } catch (IOException failed) {
            throw Failure.of(folder, "it could not be read: ", failed);
        }
    }

    private static void scan(Path file, JournalQuery query, Deque<LogEntry> found)
            throws IOException {
        try (LineScan lines = LineScan.of(file, 0)) {
            collect(lines, Long.MAX_VALUE, query, found);
        } catch (FileNotFoundException gone) {
            if (Files.exists(file)) {
                throw gone;
            }
            // Retention took it away meanwhile; its entries are no longer part of the journal.
        }
    }

    private static void collect(LineScan lines, long until, JournalQuery query,
            Deque<LogEntry> found) throws IOException {
        for (Line line = lines.next(); line != null && line.offset() < until; line = lines.next()) {
            boolean isFull = found.size() >= query.limit();
            if (isFull && query.end() == JournalQuery.End.FIRST) {
                return;
            }
            if (Verdict.on(line.bytes()) instanceof Verdict.Whole(var entry) && query.fits(entry)
                    && (found.isEmpty() || entry.sequence() > found.getLast().sequence())) {
                found.addLast(entry);
                if (isFull) {
                    found.removeFirst();
                }
            }
        }
    }
}
