package dev.waggle.journal.file;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

import dev.waggle.journal.file.SegmentScan.Stretch;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Answers a query from files, reading only what it must.
 *
 * <pre>
 *   first ones:  file by file from the one that holds the lowest number, block by block forward
 *   last ones:   file by file from the newest, block by block backward, until there are enough
 *   blocks:      those that an index cannot rule out; without an index, stretches of 64 KiB from the end,
 *                or everything behind the line of the lowest number, which is found by bisection
 * </pre>
 *
 * Owned by one thread.
 */
final class Finder {

    private static final int STRETCH = 64 * 1024;

    /** Bytes below which bisecting further costs more than reading. */
    private static final int BISECTED = 64 * 1024;

    private final JournalQuery query;
    private final Consumer<Damage> found;
    private long bytesRead;
    private long tornBytes;
    /** The number behind what was read last, forward. */
    private long following;

    Finder(JournalQuery query, Consumer<Damage> found) {
        this.query = query;
        this.found = found;
    }

    /** A plain file with what helps to find entries in it. Opened when it is first needed. */
    interface Place extends Closeable {

        Source source();

        Handle handle() throws IOException;

        @Nullable SegmentIndex index() throws IOException;

        /** Where what may be read ends; {@link Long#MAX_VALUE} for the end of the file. */
        long end();
    }

    /** The entries that the query asks for; the places are in log order. */
    List<LogEntry> in(List<? extends Place> places) throws IOException {
        return query.limit() == 0
                ? List.of()
                : switch (query.end()) {
                    case FIRST -> first(places);
                    case LAST -> last(places);
                };
    }

    /** The work done. */
    long bytesRead() {
        return bytesRead;
    }

    /** Length of a last line that is cut short, if the end was read. */
    long tornBytes() {
        return tornBytes;
    }

    private List<LogEntry> first(List<? extends Place> places) throws IOException {
        List<LogEntry> fitting = new ArrayList<>();
        for (int i = 0; i < places.size() && fitting.size() < query.limit(); i++) {
            long next = i + 1 < places.size() ? places.get(i + 1).source().first() : 0;
            if (next == 0 || next > query.fromSequence()) {
                following = i == 0 || places.get(i).source().first() > 0 ? 0 : following;
                forward(places.get(i), next, fitting);
            }
        }
        return Collections.unmodifiableList(fitting);
    }

    private void forward(Place place, long next, List<LogEntry> fitting) throws IOException {
        long before = place.handle().bytesRead();
        SegmentIndex index = place.index();
        if (index == null) {
            long offset = bisect(place);
            long line = offset == 0 ? 1 : 0;
            long expected = offset == 0 ? Math.max(place.source().first(), following) : 0;
            scan(place, new Stretch(offset, place.end(), line, expected), next, fitting, query.limit());
        } else {
            for (SegmentIndex.Part part : index.parts(query)) {
                if (fitting.size() >= query.limit()) {
                    break;
                }
                scan(place, part.stretch(), part.next(), fitting, query.limit());
            }
            following = index.next();
        }
        bytesRead += place.handle().bytesRead() - before;
    }

    private List<LogEntry> last(List<? extends Place> places) throws IOException {
        Deque<LogEntry> fitting = new ArrayDeque<>();
        long next = 0;
        for (Place place : places.reversed()) {
            if (fitting.size() >= query.limit() || (next != 0 && next <= query.fromSequence())) {
                break;
            }
            long before = place.handle().bytesRead();
            SegmentIndex index = place.index();
            long first = index == null ? backward(place, next, fitting) : backward(place, index, fitting);
            next = place.source().first() == 0 ? first : place.source().first();
            bytesRead += place.handle().bytesRead() - before;
        }
        return List.copyOf(fitting);
    }

    private long backward(Place place, SegmentIndex index, Deque<LogEntry> fitting) throws IOException {
        for (SegmentIndex.Part part : index.parts(query).reversed()) {
            if (fitting.size() >= query.limit()) {
                break;
            }
            List<LogEntry> some = new ArrayList<>();
            scan(place, part.stretch(), part.next(), some, Integer.MAX_VALUE);
            prepend(some, fitting);
        }
        return index.first();
    }

    private long backward(Place place, long followedBy, Deque<LogEntry> fitting) throws IOException {
        Handle handle = place.handle();
        long next = followedBy;
        long end = Math.min(place.end(), handle.length());
        boolean atEnd = true;
        while (end > 0 && fitting.size() < query.limit() && (next == 0 || next > query.fromSequence())) {
            long start = handle.lineStartBefore(end, STRETCH);
            List<LogEntry> some = new ArrayList<>();
            Stretch stretch = new Stretch(start, atEnd ? place.end() : end, start == 0 ? 1 : 0,
                    start == 0 ? place.source().first() : 0);
            long first = scan(place, stretch, next, some, Integer.MAX_VALUE);
            prepend(some, fitting);
            next = first == 0 ? next : first;
            end = start;
            atEnd = false;
        }
        return next;
    }

    private void prepend(List<LogEntry> some, Deque<LogEntry> fitting) {
        for (LogEntry entry : some.reversed()) {
            if (fitting.size() == query.limit()) {
                return;
            }
            fitting.addFirst(entry);
        }
    }

    /** Reads a stretch; its first number, or 0. */
    private long scan(Place place, Stretch stretch, long next, List<LogEntry> fitting, int limit)
            throws IOException {
        SegmentScan scan = SegmentScan.of(place.source(), place.handle(), stretch, found);
        long first = 0;
        for (Item item = scan.next(); item != null; item = scan.next()) {
            first = first == 0 ? item.first() : first;
            if (item instanceof Item.Entry entry && query.fits(entry.entry())) {
                fitting.add(entry.entry());
                if (fitting.size() >= limit) {
                    return first;
                }
            }
        }
        scan.finish(next);
        following = scan.expected();
        tornBytes = Math.max(tornBytes, scan.tornBytes());
        return first;
    }

    /** Where a line begins that is not behind the lowest number asked for, and near it. */
    private long bisect(Place place) throws IOException {
        long from = query.fromSequence();
        if (from <= Math.max(1, place.source().first())) {
            return 0;
        }
        Handle handle = place.handle();
        long low = 0;
        long high = Math.min(place.end(), handle.length());
        while (high - low > BISECTED) {
            long middle = handle.lineStartFrom(low + (high - low) / 2, high);
            long number = middle == high ? 0 : numberAt(place, middle, high);
            // A place without a whole line tells nothing; then more is read.
            if (middle != high && number == 0) {
                return low;
            }
            if (middle == high || number > from) {
                high = low + (high - low) / 2;
            } else {
                low = middle;
            }
        }
        return low;
    }

    private static long numberAt(Place place, long offset, long end) throws IOException {
        SegmentScan scan = SegmentScan.of(place.source(), place.handle(), new Stretch(offset, end, 0, 0), _ -> {
        });
        Item item = scan.next();
        return item == null ? 0 : item.first();
    }
}
