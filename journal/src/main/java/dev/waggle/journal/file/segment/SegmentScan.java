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
import dev.waggle.journal.file.Damage.Numbers;
import dev.waggle.journal.file.segment.Item.Spot;
import org.jspecify.annotations.Nullable;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.Damage;

/**
 * Reads a stretch of one file item by item, in order of their numbers, and tells of every damage on the way.
 *
 * <pre>
 *   line -> entry, gap or damaged -> its number is the expected one: give it
 *                                    lower:   it stands twice or out of order, damage
 *                                    higher:  a lower one stands behind it? damage; it is given in its turn
 *                                             else the numbers between are lost, give it
 * </pre>
 *
 * <p>A line whose checksum is right is an entry, whatever its neighbours: it is given even when it stands as many as
 * {@value #MAX_AHEAD} lines from its place. Of two with the same number, the first is given.
 *
 * <p>What a damaged line costs is known when the next whole one comes. Owned by one thread.
 */
public final class SegmentScan implements Closeable {

    /** How many lines are looked over to find out why a number is too high: so far out of its place an entry is found. */
    private static final int MAX_AHEAD = 1_024;

    /** How many lines are looked over for the lowest number where nothing tells which comes first. */
    private static final int BEGINNING = 16;

    /** How often a bad line at the growing end is read again: its writer may have taken it back meanwhile. */
    private static final int MAX_READINGS = 3;

    /** Most damages that wait for a whole line; behind them they are told without their numbers. */
    private static final int MAX_WAITING = 1_000;

    private final Source source;
    private final Lines lines;
    private final Stretch stretch;
    private final Consumer<Damage> found;
    private final Deque<Item> ready = new ArrayDeque<>();
    /** Whole lines that stand before their turn. */
    private final NavigableMap<Long, Item> early = new TreeMap<>();
    private final List<Item.Bad> waiting = new ArrayList<>();
    private long line;
    private long expected;
    private long tornBytes;
    private boolean started;
    private boolean over;

    private SegmentScan(Source source, Lines lines, Stretch stretch, Consumer<Damage> found) {
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
     * @param offset where its first line begins
     * @param end where its last line ends; {@link Long#MAX_VALUE} for all that is there
     * @param line number of its first line, from 1; 0 when that is not known
     * @param expected the sequence number that comes first; 0 when that is not known
     */
    public record Stretch(long offset, long end, long line, long expected) {

        public static Stretch whole(long expected) {
            return new Stretch(0, Long.MAX_VALUE, 1, expected);
        }
    }

    public static SegmentScan open(Source source, Stretch stretch, Consumer<Damage> found) throws IOException {
        Source.Opened opened = source.open(stretch.offset());
        return new SegmentScan(source, new Lines(opened.in(), stretch.offset(), opened.again()), stretch, found);
    }

    /** Reads through a handle, which stays open. */
    public static SegmentScan of(Source source, Handle handle, Stretch stretch, Consumer<Damage> found) throws IOException {
        Lines.Again again = source.kind() == Source.Kind.ACTIVE ? handle.again(stretch.end()) : null;
        Lines lines = new Lines(handle.stream(stretch.offset(), stretch.end()), stretch.offset(), again);
        return new SegmentScan(source, lines, stretch, found);
    }

    /** The next entry or gap; {@code null} at the end, where an active segment may have more when asked again. */
    public @Nullable Item next() throws IOException {
        for (Item item = take(); item != null; item = take()) {
            if (item instanceof Item.Bad bad) {
                await(bad);
                continue;
            }
            if (expected == 0 && !source.isLoose()) {
                expected = lowest(item);
            }
            if (expected != 0 && item.first() < expected) {
                await(new Item.Bad("entry " + item.first() + " stands here, where " + expected + " must be",
                        item.at()));
            } else if (item.first() == expected || source.isLoose()) {
                return accept(item);
            } else if (!isEarly(item)) {
                return accept(lowestOf(item));
            } else if (early.size() == MAX_AHEAD || early.putIfAbsent(item.first(), item) != null) {
                await(new Item.Bad("entry " + item.first() + " stands out of order", item.at()));
            } else {
                tell(item.at(), null, "entry " + item.first() + " stands here, where " + expected + " must be");
            }
        }
        return early.isEmpty() ? null : accept(early.pollFirstEntry().getValue());
    }

    /** Whether there is damage of which it is not known yet what it costs. */
    public boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** The number that comes next; 0 when that is not known. */
    public long expected() {
        return expected;
    }

    /** Nothing more will come of this file; the number that the next one begins with, or 0, tells what is lost. */
    public void finish(long next) {
        Spot end = new Spot(line, lines.offset(), lines.offset());
        if (source.isLoose() || expected == 0 || next <= expected) {
            settle(null);
            if (next != 0 && next < expected) {
                found.accept(new Damage(source.file(), end.line(), end.offset(), null,
                        "it ends with entry " + (expected - 1) + ", but the next file begins with " + next));
            }
            return;
        }
        if (waiting.isEmpty()) {
            tell(end, new Numbers(expected, next - 1), "it ends before entry " + expected);
        } else {
            settle(new Numbers(expected, next - 1));
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

    private Item accept(Item item) {
        boolean jumps = expected != 0 && item.first() > expected && !source.isLoose();
        Numbers lost = jumps ? new Numbers(expected, item.first() - 1) : null;
        if (jumps && waiting.isEmpty()) {
            tell(item.at(), lost, "entry " + item.first() + " stands here, where " + expected + " must be");
        }
        settle(lost);
        expected = item.last() + 1;
        return item;
    }

    private void await(Item.Bad bad) {
        if (source.isLoose() && !started) {
            throw new BadJournalException(source.file(), "not a journal: " + bad.reason(), null);
        }
        if (waiting.size() == MAX_WAITING) {
            settle(null);
        }
        waiting.add(bad);
    }

    private void settle(@Nullable Numbers lost) {
        waiting.forEach(bad -> tell(bad.at(), lost, bad.reason()));
        waiting.clear();
    }

    private void tell(Spot at, @Nullable Numbers lost, String reason) {
        found.accept(new Damage(source.file(), at.line(), at.offset(), lost, reason));
    }

    /** The lowest number of the first lines, one of which was taken: with it no whole line is out of order and lost. */
    private long lowest(Item taken) throws IOException {
        lookAhead(BEGINNING);
        long lowest = taken.first();
        for (Item item : ready) {
            lowest = item instanceof Item.Bad ? lowest : Math.min(lowest, item.first());
        }
        return lowest;
    }

    /** Reads some lines ahead: those that tell why a number is too high. */
    private void lookAhead(int count) throws IOException {
        while (ready.size() < count && !over) {
            List<Item> read = read();
            if (read.isEmpty()) {
                return;
            }
            ready.addAll(read);
        }
    }

    /** Whether something that comes before an item stands behind it. */
    private boolean isEarly(Item item) throws IOException {
        lookAhead(MAX_AHEAD);
        for (Item after : ready) {
            if (!(after instanceof Item.Bad) && after.first() >= expected && after.first() < item.first()) {
                return true;
            }
        }
        return false;
    }

    /** The item, or one that stood too early and comes before it. */
    private Item lowestOf(Item item) {
        if (early.isEmpty() || early.firstKey() > item.first()) {
            return item;
        }
        ready.addFirst(item);
        return early.pollFirstEntry().getValue();
    }

    /** The next item: that of the file, or one that stood too early when its turn has come. */
    private @Nullable Item take() throws IOException {
        if (!early.isEmpty() && early.firstKey() <= expected) {
            return early.pollFirstEntry().getValue();
        }
        Item item = ready.poll();
        while (item == null && !over) {
            List<Item> read = read();
            if (read.isEmpty()) {
                return null;
            }
            ready.addAll(read);
            item = ready.poll();
        }
        if (item != null && !(item instanceof Item.Bad)) {
            started = true;
        }
        return item;
    }

    private List<Item> read() throws IOException {
        if (lines.offset() >= stretch.end()) {
            return List.of();
        }
        long offset = lines.offset();
        try {
            byte[] next = lines.next();
            for (int reading = 1; next != null && isDoubtful(next) && reading < MAX_READINGS; reading++) {
                lines.rewind(offset);
                next = lines.next();
            }
            if (next != null) {
                tornBytes = 0;
                return itemsOf(next, spot(offset));
            }
            long shrunk = lines.shrunkTo();
            if (shrunk >= 0) {
                goBack(shrunk);
                return read();
            }
            List<Item> rest = rest(lines.rest(), offset);
            if (rest.isEmpty() && tornBytes > 0 && lines.isRewindable()) {
                // Read anew when asked again: its writer may take it back and put another line there.
                lines.rewind(offset);
            }
            return rest;
        } catch (Lines.LineTooLongException tooLong) {
            return skip(tooLong, offset);
        } catch (EOFException | ZipException bad) {
            over = true;
            return List.of(new Item.Bad("the gzip data are damaged or end early", spot(offset)));
        }
    }

    private List<Item> itemsOf(byte[] whole, Spot at) {
        return source.isLoose() ? List.of(LineReading.readLoose(whole, at)) : LineReading.read(whole, at);
    }

    private boolean isDoubtful(byte[] line) {
        return lines.isRewindable() && lines.isPieced() && !LineCodec.isIntact(line);
    }

    /**
     * Whole lines that were read have been taken back, and no append that wrote them has succeeded: what stands there now,
     * or will, is given instead.
     */
    private void goBack(long length) throws IOException {
        ready.clear();
        early.clear();
        long given = expected;
        lines.rewind(stretch.offset());
        line = stretch.line();
        expected = stretch.expected();
        while (lines.offset() < length) {
            long offset = lines.offset();
            byte[] passed = lines.next();
            Item last = passed == null || lines.offset() > length
                    ? null
                    : itemsOf(passed, new Spot(line, offset, lines.offset())).getLast();
            if (last == null || last.first() >= given) {
                lines.rewind(offset);
                return;
            }
            expected = last instanceof Item.Bad ? expected : last.last() + 1;
            line += line > 0 ? 1 : 0;
        }
    }

    private List<Item> rest(byte[] rest, long offset) throws IOException {
        if (rest.length == 0) {
            tornBytes = 0;
            return List.of();
        }
        boolean whole = source.isLoose() ? LineCodec.isJson(rest) : LineCodec.isIntact(rest);
        if (whole) {
            byte[] taken = lines.takeRest();
            List<Item> items = itemsOf(taken, spot(offset));
            if (source.kind() == Source.Kind.SEALED) {
                tell(items.getFirst().at(), null, "the last line has no line end");
            }
            return items;
        }
        if (source.kind() == Source.Kind.SEALED) {
            byte[] taken = lines.takeRest();
            List<Item> items = new ArrayList<>(LineReading.read(taken, spot(offset)));
            items.set(0, new Item.Bad("the last line is cut short", items.getFirst().at()));
            return items;
        }
        if (source.isLoose() && !started && rest[0] != '{') {
            throw new BadJournalException(source.file(), "not a journal: it does not begin with an entry", null);
        }
        tornBytes = rest.length;
        return List.of();
    }

    private List<Item> skip(Lines.LineTooLongException tooLong, long offset) throws IOException {
        boolean ends = lines.skipLine();
        if (!ends && source.kind() != Source.Kind.SEALED) {
            tornBytes = lines.offset() - offset;
            over = true;
            return List.of();
        }
        return List.of(new Item.Bad(String.valueOf(tooLong.getMessage()), spot(offset)));
    }

    private Spot spot(long offset) {
        Spot spot = new Spot(line, offset, lines.offset());
        if (line > 0) {
            line++;
        }
        return spot;
    }
}
