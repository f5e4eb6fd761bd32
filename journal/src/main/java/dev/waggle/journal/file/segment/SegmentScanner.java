package dev.waggle.journal.file.segment;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.ZipException;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalDamage.SequenceRange;
import dev.waggle.journal.file.segment.ScannedLine.LinePosition;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range of one file item by item, in order of their numbers, and reports every damage on the way.
 *
 * <pre>
 *   line -> entry, gap or damaged -> its number is the expected one: give it
 *                                    lower:   it is there twice or out of order, damage
 *                                    higher:  a lower one stands behind it? damage; it is given in its turn
 *                                             else the numbers between are lost, give it
 * </pre>
 *
 * <p>A line with a valid checksum is an entry, regardless of its neighbours. It is returned even when it is up to
 * {@value #MAX_LOOKAHEAD} lines from its place. Of two with the same number, the first is returned.
 *
 * <p>The cost of a damaged line is known at the next whole one. Owned by one thread.
 */
public final class SegmentScanner implements Closeable {

    /** Maximum distance in lines at which an entry out of its place is found, when a number is too high. */
    private static final int MAX_LOOKAHEAD = 1_024;

    /** Number of lines that are searched for the lowest number when the first one is unknown. */
    private static final int START_LOOKAHEAD = 16;

    /** Maximum number of readings of a bad line at the growing end; its writer may have withdrawn it meanwhile. */
    private static final int MAX_ATTEMPTS = 3;

    /** Maximum number of damages that wait for a whole line; further ones are reported without their numbers. */
    private static final int MAX_PENDING = 1_000;

    private final EntrySource source;
    private final LineSplitter lines;
    private final ScanRange stretch;
    private final Consumer<JournalDamage> found;
    private final Deque<ScannedLine> lookahead = new ArrayDeque<>();
    /** Whole lines that come before their turn. */
    private final NavigableMap<Long, ScannedLine> outOfOrder = new TreeMap<>();
    private final List<ScannedLine.Damaged> pending = new ArrayList<>();
    private long line;
    private long expected;
    private long tornBytes;
    private boolean started;
    private boolean ended;

    private SegmentScanner(EntrySource source, LineSplitter lines, ScanRange stretch, Consumer<JournalDamage> found) {
        this.source = source;
        this.lines = lines;
        this.stretch = stretch;
        this.found = found;
        this.line = stretch.line();
        this.expected = stretch.expected();
    }

    /**
     * Part of a file.
     *
     * @param offset the start of its first line
     * @param end the end of its last line; {@link Long#MAX_VALUE} for all
     * @param line number of its first line, from 1; 0 when that is not known
     * @param expected the first sequence number; 0 when unknown
     */
    public record ScanRange(long offset, long end, long line, long expected) {

        public static ScanRange whole(long expected) {
            return new ScanRange(0, Long.MAX_VALUE, 1, expected);
        }
    }

    public static SegmentScanner open(EntrySource source, ScanRange stretch, Consumer<JournalDamage> found)
            throws IOException {
        EntrySource.OpenSource opened = source.open(stretch.offset());
        return new SegmentScanner(source, new LineSplitter(opened.in(), stretch.offset(), opened.rereader()), stretch,
                found);
    }

    /** Reads through a handle, which stays open. */
    public static SegmentScanner of(EntrySource source, PositionedFile handle, ScanRange stretch,
            Consumer<JournalDamage> found) throws IOException {
        LineSplitter.Rereader again = source.kind() == EntrySource.Kind.ACTIVE ? handle.rereader(stretch.end()) : null;
        LineSplitter lines = new LineSplitter(handle.stream(stretch.offset(), stretch.end()), stretch.offset(), again);
        return new SegmentScanner(source, lines, stretch, found);
    }

    /** The next entry or gap; {@code null} at the end. A later call may find more in an active segment. */
    public @Nullable ScannedLine next() throws IOException {
        for (ScannedLine item = poll(); item != null; item = poll()) {
            if (item instanceof ScannedLine.Damaged bad) {
                defer(bad);
                continue;
            }
            if (expected == 0 && !source.isLoose()) {
                expected = lowest(item);
            }
            if (expected != 0 && item.first() < expected) {
                defer(new ScannedLine.Damaged("entry " + item.first() + " stands here, where " + expected + " must be",
                        item.position()));
            } else if (item.first() == expected || source.isLoose()) {
                return accept(item);
            } else if (!isOutOfOrder(item)) {
                return accept(lowestOf(item));
            } else if (outOfOrder.size() == MAX_LOOKAHEAD || outOfOrder.putIfAbsent(item.first(), item) != null) {
                defer(new ScannedLine.Damaged("entry " + item.first() + " stands out of order", item.position()));
            } else {
                report(item.position(), null, "entry " + item.first() + " stands here, where " + expected + " must be");
            }
        }
        return outOfOrder.isEmpty() ? null : accept(outOfOrder.pollFirstEntry().getValue());
    }

    /** True if there is damage of unknown cost. */
    public boolean hasPendingDamage() {
        return !pending.isEmpty();
    }

    /** The next number; 0 when unknown. */
    public long expected() {
        return expected;
    }

    /** Ends the scan; the number that the next file begins with, or 0, determines the lost numbers. */
    public void finish(long next) {
        LinePosition end = new LinePosition(line, lines.offset(), lines.offset());
        if (source.isLoose() || expected == 0 || next <= expected) {
            settlePending(null);
            if (next != 0 && next < expected) {
                found.accept(new JournalDamage(source.file(), end.line(), end.offset(), null,
                        "it ends with entry " + (expected - 1) + ", but the next file begins with " + next));
            }
            return;
        }
        if (pending.isEmpty()) {
            report(end, new SequenceRange(expected, next - 1), "it ends before entry " + expected);
        } else {
            settlePending(new SequenceRange(expected, next - 1));
        }
        expected = next;
    }

    /** Length of a last line that is cut short or just being written, in bytes; 0 when there is none. */
    public long tornBytes() {
        return tornBytes;
    }

    /** The work done. */
    public long bytesRead() {
        return lines.bytesRead();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private ScannedLine accept(ScannedLine item) {
        boolean jumps = expected != 0 && item.first() > expected && !source.isLoose();
        SequenceRange lost = jumps ? new SequenceRange(expected, item.first() - 1) : null;
        if (jumps && pending.isEmpty()) {
            report(item.position(), lost, "entry " + item.first() + " stands here, where " + expected + " must be");
        }
        settlePending(lost);
        expected = item.last() + 1;
        return item;
    }

    private void defer(ScannedLine.Damaged bad) {
        if (source.isLoose() && !started) {
            throw notAJournal(bad.reason().startsWith("not JSON") ? "" : " (" + bad.reason() + ')');
        }
        if (pending.size() == MAX_PENDING) {
            settlePending(null);
        }
        pending.add(bad);
    }

    /** A refusal of the whole file, whose first line is no entry. */
    private BadJournalException notAJournal(String reason) {
        return new BadJournalException(source.file(), "not a journal: it does not begin with an entry" + reason
                + "\nMaybe name another file: each line of a journal or cassette is an entry as JSON.", null);
    }

    private void settlePending(@Nullable SequenceRange lost) {
        pending.forEach(bad -> report(bad.position(), lost, bad.reason()));
        pending.clear();
    }

    private void report(LinePosition at, @Nullable SequenceRange lost, String reason) {
        found.accept(new JournalDamage(source.file(), at.line(), at.offset(), lost, reason));
    }

    /** The lowest number of the first lines, one of which was taken: with it no whole line is out of order and lost. */
    private long lowest(ScannedLine taken) throws IOException {
        lookAhead(START_LOOKAHEAD);
        long lowest = taken.first();
        for (ScannedLine item : lookahead) {
            lowest = item instanceof ScannedLine.Damaged ? lowest : Math.min(lowest, item.first());
        }
        return lowest;
    }

    /** Reads some lines ahead to find the reason of a number that is too high. */
    private void lookAhead(int count) throws IOException {
        while (lookahead.size() < count && !ended) {
            List<ScannedLine> read = read();
            if (read.isEmpty()) {
                return;
            }
            lookahead.addAll(read);
        }
    }

    /** True if an earlier item is behind an item in the file. */
    private boolean isOutOfOrder(ScannedLine item) throws IOException {
        lookAhead(MAX_LOOKAHEAD);
        for (ScannedLine after : lookahead) {
            if (!(after instanceof ScannedLine.Damaged) && after.first() >= expected && after.first() < item.first()) {
                return true;
            }
        }
        return false;
    }

    /** The item, or an earlier one that was out of place. */
    private ScannedLine lowestOf(ScannedLine item) {
        if (outOfOrder.isEmpty() || outOfOrder.firstKey() > item.first()) {
            return item;
        }
        lookahead.addFirst(item);
        return outOfOrder.pollFirstEntry().getValue();
    }

    /** The next item: from the file, or one that was out of place when its turn has come. */
    private @Nullable ScannedLine poll() throws IOException {
        if (!outOfOrder.isEmpty() && outOfOrder.firstKey() <= expected) {
            return outOfOrder.pollFirstEntry().getValue();
        }
        ScannedLine item = lookahead.poll();
        while (item == null && !ended) {
            List<ScannedLine> read = read();
            if (read.isEmpty()) {
                return null;
            }
            lookahead.addAll(read);
            item = lookahead.poll();
        }
        if (item != null && !(item instanceof ScannedLine.Damaged)) {
            started = true;
        }
        return item;
    }

    private List<ScannedLine> read() throws IOException {
        if (lines.offset() >= stretch.end()) {
            return List.of();
        }
        long offset = lines.offset();
        try {
            byte[] next = lines.next();
            for (int reading = 1; next != null && isDoubtful(next) && reading < MAX_ATTEMPTS; reading++) {
                lines.rewind(offset);
                next = lines.next();
            }
            if (next != null) {
                tornBytes = 0;
                return itemsOf(next, position(offset));
            }
            long shrunk = lines.shrunkTo();
            if (shrunk >= 0) {
                rewindTo(shrunk);
                return read();
            }
            List<ScannedLine> rest = rest(lines.rest(), offset);
            if (rest.isEmpty() && tornBytes > 0 && lines.isRewindable()) {
                // Read anew when asked again: its writer may take it back and put another line there.
                lines.rewind(offset);
            }
            return rest;
        } catch (LineSplitter.LineTooLongException tooLong) {
            return skip(tooLong, offset);
        } catch (EOFException | ZipException bad) {
            ended = true;
            return List.of(new ScannedLine.Damaged("the gzip data are damaged or end early", position(offset)));
        }
    }

    private List<ScannedLine> itemsOf(byte[] whole, LinePosition at) {
        return source.isLoose() ? List.of(LineParser.parseLoose(whole, at)) : LineParser.parse(whole, at);
    }

    private boolean isDoubtful(byte[] line) {
        return lines.isRewindable() && lines.isAssembled() && !LineCodec.isIntact(line);
    }

    /**
     * Rewinds after whole lines that were read have been withdrawn, and no append that wrote them has succeeded. The
     * lines that are there now, or will be, are returned instead.
     */
    private void rewindTo(long length) throws IOException {
        lookahead.clear();
        outOfOrder.clear();
        long given = expected;
        lines.rewind(stretch.offset());
        line = stretch.line();
        expected = stretch.expected();
        while (lines.offset() < length) {
            long offset = lines.offset();
            byte[] passed = lines.next();
            ScannedLine last = passed == null || lines.offset() > length
                    ? null
                    : itemsOf(passed, new LinePosition(line, offset, lines.offset())).getLast();
            if (last == null || last.first() >= given) {
                lines.rewind(offset);
                return;
            }
            expected = last instanceof ScannedLine.Damaged ? expected : last.last() + 1;
            line += line > 0 ? 1 : 0;
        }
    }

    private List<ScannedLine> rest(byte[] rest, long offset) throws IOException {
        if (rest.length == 0) {
            tornBytes = 0;
            return List.of();
        }
        boolean whole = source.isLoose() ? LineCodec.isJson(rest) : LineCodec.isIntact(rest);
        if (whole) {
            byte[] taken = lines.consumeRest();
            List<ScannedLine> items = itemsOf(taken, position(offset));
            if (source.kind() == EntrySource.Kind.SEALED) {
                report(items.getFirst().position(), null, "the last line has no line end");
            }
            return items;
        }
        if (source.kind() == EntrySource.Kind.SEALED) {
            byte[] taken = lines.consumeRest();
            List<ScannedLine> items = new ArrayList<>(LineParser.parse(taken, position(offset)));
            items.set(0, new ScannedLine.Damaged("the last line is cut short", items.getFirst().position()));
            return items;
        }
        if (source.isLoose() && !started && rest[0] != '{') {
            throw notAJournal("");
        }
        tornBytes = rest.length;
        return List.of();
    }

    private List<ScannedLine> skip(LineSplitter.LineTooLongException tooLong, long offset) throws IOException {
        boolean ends = lines.skipLine();
        if (!ends && source.kind() != EntrySource.Kind.SEALED) {
            tornBytes = lines.offset() - offset;
            ended = true;
            return List.of();
        }
        return List.of(new ScannedLine.Damaged(String.valueOf(tooLong.getMessage()), position(offset)));
    }

    private LinePosition position(long offset) {
        LinePosition spot = new LinePosition(line, offset, lines.offset());
        if (line > 0) {
            line++;
        }
        return spot;
    }
}
