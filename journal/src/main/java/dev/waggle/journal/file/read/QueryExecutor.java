package dev.waggle.journal.file.read;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.segment.EntrySource;
import dev.waggle.journal.file.segment.PositionedFile;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.segment.SegmentScanner;
import dev.waggle.journal.file.segment.SegmentScanner.ScanRange;
import dev.waggle.signal.log.LogEntry;

/**
 * Answers a query from files and reads only the blocks that it needs.
 *
 * <pre>
 *   first ones:  file by file from the one that holds the lowest number, block by block forward
 *   last ones:   file by file from the newest, block by block backward, until there are enough
 *   blocks:      those that an index cannot rule out; without an index, growing stretches from the end,
 *                or everything behind the line of the lowest number, which is found by bisection
 *   active:      an active segment without an index is parsed only if its bytes contain the id of the run
 *   damage:      the file is read from its front, so that the answer does not depend on the way of asking
 * </pre>
 *
 * Owned by one thread.
 */
final class QueryExecutor {

    /** Size of the first range from the end, some ten lines more than a short list needs. Each next one doubles. */
    private static final int FIRST_RANGE = 16 * 1024;

    private static final int MAX_RANGE = 1024 * 1024;

    /** Bytes below which bisecting further costs more than reading. */
    private static final int MIN_BISECTED = 64 * 1024;

    /** Ids that JSON writes as they are. */
    private static final Pattern PLAIN_ID = Pattern.compile("[\\w.:-]+");

    private final JournalQuery query;
    private final Consumer<JournalDamage> found;
    private long bytesRead;
    private long tornBytes;
    /** Damage in the part of a file that is being read; then the file is read whole. */
    private final List<JournalDamage> met = new ArrayList<>();
    private boolean isOffTarget;
    private boolean hasHole;

    QueryExecutor(JournalQuery query, Consumer<JournalDamage> found) {
        this.query = query;
        this.found = found;
    }

    /** The entries that the query asks for; the places are in log order. */
    List<LogEntry> execute(List<? extends IndexedFile> places) throws IOException {
        return query.limit() == 0
                ? List.of()
                : switch (query.end()) {
                    case FIRST -> first(places);
                    case LAST -> last(places);
                };
    }

    /**
     * True if the numbers of two neighbouring files do not meet, or something is damaged. That happens when a file
     * between them was omitted from the list.
     */
    boolean hasHole() {
        return hasHole;
    }

    /** Number of bytes read from files so far. */
    long bytesRead() {
        return bytesRead;
    }

    /** Length of a last line that is cut short, if the end was read. */
    long tornBytes() {
        return tornBytes;
    }

    private List<LogEntry> first(List<? extends IndexedFile> places) throws IOException {
        List<LogEntry> fitting = new ArrayList<>();
        for (int i = 0; i < places.size() && fitting.size() < query.limit(); i++) {
            long next = i + 1 < places.size() ? places.get(i + 1).source().first() : 0;
            boolean isBehind = places.get(i).source().first() > query.toSequence();
            if (!isBehind && (next == 0 || next > query.fromSequence())) {
                int room = query.limit() - fitting.size();
                List<LogEntry> some = forward(places, i, next, room);
                fitting.addAll(some);
                if (i + 1 < places.size() && some.size() < room) {
                    compareEnds(places.get(i), next == 0 ? firstOf(places.get(i + 1)) : next);
                }
            }
        }
        return Collections.unmodifiableList(fitting);
    }

    private List<LogEntry> forward(List<? extends IndexedFile> places, int at, long next, int room) throws IOException {
        IndexedFile place = places.get(at);
        long before = place.handle().bytesRead();
        reset();
        List<LogEntry> some = new ArrayList<>();
        SegmentIndex index = place.index();
        if (index == null && isWithoutRun(place)) {
            var _ = scanEnd(place, some);
        } else if (index == null) {
            long offset = bisect(place);
            long line = offset == 0 ? 1 : 0;
            long expected = offset == 0 ? place.source().first() : 0;
            long first = scan(place, new ScanRange(offset, place.end(), line, expected), next, some, room);
            isOffTarget |= offset > 0 && first > query.fromSequence();
        } else {
            for (SegmentIndex.BlockRange part : index.parts(query)) {
                if (some.size() >= room) {
                    break;
                }
                scan(place, part.range(), part.next(), some, room);
            }
        }
        if (isDoubtful()) {
            some = readWhole(places, at, next);
            some = some.subList(0, Math.min(room, some.size()));
        }
        bytesRead += place.handle().bytesRead() - before;
        return some;
    }

    private List<LogEntry> last(List<? extends IndexedFile> places) throws IOException {
        Deque<LogEntry> fitting = new ArrayDeque<>();
        long next = 0;
        for (int i = places.size() - 1; i >= 0; i--) {
            if (fitting.size() >= query.limit() || (next != 0 && next <= query.fromSequence())) {
                break;
            }
            IndexedFile place = places.get(i);
            if (place.source().first() > query.toSequence()) {
                next = place.source().first();
                continue;
            }
            int room = query.limit() - fitting.size();
            long before = place.handle().bytesRead();
            reset();
            Deque<LogEntry> some = new ArrayDeque<>();
            compareEnds(place, next);
            SegmentIndex index = place.index();
            long first = index != null
                    ? backward(place, index, some, room)
                    : isWithoutRun(place) ? scanEnd(place, some) : backward(place, next, some, room);
            if (isDoubtful()) {
                List<LogEntry> all = readWhole(places, i, next);
                some = new ArrayDeque<>(all.subList(Math.max(0, all.size() - room), all.size()));
            }
            prepend(some, fitting, query.limit());
            next = place.source().first() == 0 ? first : place.source().first();
            bytesRead += place.handle().bytesRead() - before;
        }
        return List.copyOf(fitting);
    }

    private long backward(IndexedFile place, SegmentIndex index, Deque<LogEntry> fitting, int room) throws IOException {
        for (SegmentIndex.BlockRange part : index.parts(query).reversed()) {
            if (fitting.size() >= room) {
                break;
            }
            Deque<LogEntry> some = new ArrayDeque<>();
            scan(place, part.range(), part.next(), some, Integer.MAX_VALUE);
            prepend(some, fitting, room);
        }
        return index.first();
    }

    private long backward(IndexedFile place, long followedBy, Deque<LogEntry> fitting, int room) throws IOException {
        PositionedFile handle = place.handle();
        long next = followedBy;
        long end = Math.min(place.end(), handle.length());
        boolean atEnd = true;
        int size = FIRST_RANGE;
        while (end > 0 && fitting.size() < room && (next == 0 || next > query.fromSequence())) {
            long start = handle.lineStartBefore(end, size);
            Deque<LogEntry> some = new ArrayDeque<>();
            ScanRange stretch = new ScanRange(start, atEnd ? place.end() : end, start == 0 ? 1 : 0,
                    start == 0 ? place.source().first() : 0);
            long first = scan(place, stretch, next, some, Integer.MAX_VALUE);
            prepend(some, fitting, room);
            next = first == 0 ? next : first;
            end = start;
            atEnd = false;
            size = Math.min(2 * size, MAX_RANGE);
        }
        return next;
    }

    /** True if an active segment holds no entry of the run for certain, by its bytes. */
    private boolean isWithoutRun(IndexedFile place) throws IOException {
        String run = query.run();
        return run != null && place.source().kind() == EntrySource.Kind.ACTIVE && PLAIN_ID.matcher(run).matches()
                && !place.handle().contains(run);
    }

    /** Reads the last lines of a file without matching entries; the number that the file begins with, or 0. */
    private long scanEnd(IndexedFile place, Collection<LogEntry> none) throws IOException {
        long end = place.handle().length();
        long start = place.handle().lineStartBefore(end, FIRST_RANGE);
        var _ = scan(place, new ScanRange(start, place.end(), start == 0 ? 1 : 0, 0), 0, none, Integer.MAX_VALUE);
        return firstOf(place);
    }

    private static void prepend(Deque<LogEntry> some, Deque<LogEntry> fitting, int limit) {
        for (LogEntry entry : some.reversed()) {
            if (fitting.size() == limit) {
                return;
            }
            fitting.addFirst(entry);
        }
    }

    /** Reads a range; its first number, or 0. */
    private long scan(IndexedFile place, ScanRange stretch, long next, Collection<LogEntry> fitting, int limit)
            throws IOException {
        SegmentScanner scan = SegmentScanner.of(place.source(), place.handle(), stretch, met::add);
        long first = 0;
        for (ScannedLine item = scan.next(); item != null; item = scan.next()) {
            first = first == 0 ? item.first() : first;
            if (item instanceof ScannedLine.Entry entry && query.matches(entry.entry())) {
                fitting.add(entry.entry());
                if (fitting.size() >= limit) {
                    return first;
                }
            }
        }
        scan.finish(next);
        tornBytes = Math.max(tornBytes, scan.tornBytes());
        return first;
    }

    /** Compares the end of a file, if an index has it, with the beginning of the next one; 0 when there is none. */
    private void compareEnds(IndexedFile place, long next) throws IOException {
        SegmentIndex index = place.index();
        hasHole |= index != null && next != 0 && index.next() != 0 && index.next() != next;
    }

    /** The number that a file begins with; 0 when it has no whole line. */
    static long firstOf(IndexedFile place) throws IOException {
        return numberAt(place, 0, Math.min(place.end(), place.handle().length()));
    }

    private void reset() {
        met.clear();
        isOffTarget = false;
    }

    private boolean isDoubtful() {
        return isOffTarget || !met.isEmpty();
    }

    /** Matching entries of a whole file; its damage is reported. */
    private List<LogEntry> readWhole(List<? extends IndexedFile> places, int at, long next) throws IOException {
        IndexedFile place = places.get(at);
        List<LogEntry> fitting = new ArrayList<>();
        met.clear();
        scan(place, new ScanRange(0, place.end(), 1, expected(places, at)), next, fitting, Integer.MAX_VALUE);
        hasHole |= !met.isEmpty();
        met.forEach(found);
        return fitting;
    }

    /** The number that a file must begin with, by its name or by the end of the file before it; 0 if unknown. */
    private static long expected(List<? extends IndexedFile> places, int at) throws IOException {
        long named = places.get(at).source().first();
        if (named != 0 || at == 0) {
            return named;
        }
        IndexedFile before = places.get(at - 1);
        long length = before.handle().length();
        long start = before.handle().lineStartBefore(length, FIRST_RANGE);
        SegmentScanner scan = SegmentScanner.of(before.source(), before.handle(), new ScanRange(start, length, 0, 0),
                _ -> {
                });
        ScannedLine item = scan.next();
        while (item != null) {
            item = scan.next();
        }
        // Damage at its end: the lost numbers are unknown.
        return scan.hasPendingDamage() ? 0 : scan.expected();
    }

    /** Offset of a line start near, and not after, the lowest requested number. */
    private long bisect(IndexedFile place) throws IOException {
        long from = query.fromSequence();
        if (from <= Math.max(1, place.source().first())) {
            return 0;
        }
        PositionedFile handle = place.handle();
        long low = 0;
        long high = Math.min(place.end(), handle.length());
        while (high - low > MIN_BISECTED) {
            long middle = handle.lineStartFrom(low + (high - low) / 2, high);
            long number = middle == high ? 0 : numberAt(place, middle, high);
            // A place without a whole line has no number; then more is read.
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

    private static long numberAt(IndexedFile place, long offset, long end) throws IOException {
        SegmentScanner scan = SegmentScanner.of(place.source(), place.handle(), new ScanRange(offset, end, 0, 0), _ -> {
        });
        ScannedLine item = scan.next();
        return item == null ? 0 : item.first();
    }
}
