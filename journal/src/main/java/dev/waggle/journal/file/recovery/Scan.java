package dev.waggle.journal.file.recovery;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import dev.waggle.journal.file.Damage.Numbers;
import dev.waggle.journal.file.segment.LineScan.Line;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;
import dev.waggle.journal.file.Damage;
import dev.waggle.journal.file.read.SparseLookup;
import dev.waggle.journal.file.segment.Item;
import dev.waggle.journal.file.segment.LineReading;
import dev.waggle.journal.file.segment.LineScan;
import dev.waggle.journal.file.segment.Remains;
import dev.waggle.journal.file.segment.SealedTail;
import dev.waggle.journal.file.segment.SegmentScan;
import dev.waggle.journal.file.segment.Verdict;

/**
 * One look at the segment that was being written: it finds every whole entry, everything that is wrong, and where the
 * next entry goes. It changes nothing. Used once, by one thread. It does not stand on {@link SegmentScan}, for what stays
 * and what is cut has to be decided by the byte, and that one puts lines back in order. But whatever a reader finds inside
 * a damaged line keeps its number: the log goes on above it.
 *
 * <pre>
 *   whole line, number as expected or higher   an entry, or a gap; numbers that were jumped over are damage
 *   whole line, a number that was there before  damage, the line is left out
 *   bad line with a line end                    damage, taken for as many entries as its bytes tell; those that can still
 *                                               be read stay
 *   bytes behind the last line end              a whole line that lacks its end is kept; one whose end is another byte
 *                                               is kept and is damage, and so are whole lines that run together;
 *                                               anything else is torn
 * </pre>
 */
public final class Scan {

    private final Path file;
    private final SparseLookup lookup;
    private final List<Damage> damages = new ArrayList<>();
    /** Bad lines since the last good one: what they cost is known when the next good one has been read. */
    private final List<BadLine> open = new ArrayList<>();
    /** Whether something before a line tells its number. */
    private boolean isNumbered;
    /** The number with which the segment begins. */
    private long first = 1;
    /** The highest number that was seen. */
    private long last;
    /** The highest number that a reader finds in a damaged line. */
    private long salvaged;
    private Instant lastAt;
    private @Nullable Instant firstAt;
    private long entries;
    private long end;
    private long line;
    private boolean lacksLineEnd;

    /**
     * Begins.
     *
     * @param before where the sealed segment before it ends; {@code null} when there is none
     */
    Scan(Path file, @Nullable SealedTail before, SparseLookup lookup) {
        this.file = file;
        this.lookup = lookup;
        this.isNumbered = before != null;
        this.last = before == null ? 0 : before.last();
        this.first = last + 1;
        this.lastAt = before == null ? Instant.MIN : before.lastAt();
    }

    private record BadLine(Damage damage, Remains remains, long end) {}

    /** Reads the file. */
    void run() throws IOException {
        try (LineScan lines = LineScan.of(file, 0)) {
            for (Line next = lines.next(); next != null; next = lines.next()) {
                line++;
                if (next.isEnded()) {
                    end = next.offset() + next.length();
                    judge(next.offset(), next.length(), next.bytes());
                } else {
                    judgeRest(next);
                }
            }
        }
        settle(last + openCount());
        last = Math.max(last, salvaged);
    }

    /** The sequence number with which the segment begins, or will. */
    public long first() {
        return first;
    }

    /** The highest sequence number that was given away. */
    public long last() {
        return last;
    }

    /** When the log took the last entry. */
    public Instant lastAt() {
        return lastAt;
    }

    /** When the log took the first entry of this segment; {@code null} when it has none. */
    public @Nullable Instant firstAt() {
        return firstAt;
    }

    /** How many whole entries there are. */
    long entries() {
        return entries;
    }

    /** Where the bytes begin that have to be cut; the length of the file when there are none. */
    long end() {
        return end;
    }

    /** Whether the last line that is kept needs a line end. */
    boolean lacksLineEnd() {
        return lacksLineEnd;
    }

    List<Damage> damages() {
        return List.copyOf(damages);
    }

    private void judge(long offset, long length, byte @Nullable [] bytes) {
        switch (Verdict.on(bytes)) {
            case Verdict.Whole(var entry) -> {
                entries++;
                if (goesOn(offset, entry.sequence(), entry.sequence())) {
                    take(entry, offset, length);
                }
            }
            case Verdict.Removed(var gap) -> {
                var _ = goesOn(offset, gap.first(), gap.last());
            }
            case Verdict.Bad(var reason) when length == 1 -> damages.add(damage(offset, null, "the line is empty"));
            case Verdict.Bad(var reason) -> {
                Remains remains = Remains.of(bytes, new Item.Spot(line, offset, offset + length));
                salvaged = Math.max(salvaged, remains.highest());
                open.add(new BadLine(damage(offset, null, reason), remains, offset + length));
            }
        }
    }

    /** What stands behind the last line end; zeros are what a loss of power leaves of a file that had grown. */
    private void judgeRest(Line rest) {
        end = rest.offset();
        byte[] bytes = rest.bytes();
        if (bytes == null) {
            return;
        }
        byte[] written = withoutZeros(bytes);
        if (!(Verdict.on(written) instanceof Verdict.Bad)) {
            keep(rest.offset(), written);
            return;
        }
        int kept = wholeLines(written);
        if (kept == 0) {
            return;
        }
        if (kept < written.length) {
            String wrong = HexFormat.of().toHexDigits(written[kept]);
            damages.add(damage(rest.offset(), null, "its line end was the byte 0x" + wrong));
        }
        keep(rest.offset(), Arrays.copyOf(written, kept));
    }

    /** Up to where bytes are whole lines one after the other, one wrong byte in the place of each line end. */
    private static int wholeLines(byte[] bytes) {
        long end = 0;
        for (Item item : LineReading.read(bytes, new Item.Spot(0, 0, bytes.length))) {
            if (!(item instanceof Item.Bad) && item.at().offset() == (end == 0 ? 0 : end + 1)) {
                end = item.at().end();
            }
        }
        return Math.toIntExact(end);
    }

    private void keep(long offset, byte[] whole) {
        judge(offset, whole.length + 1L, whole);
        end = offset + whole.length;
        lacksLineEnd = true;
    }

    /** Whether a good line stands where it may; then everything before it is settled. */
    private boolean goesOn(long offset, long seq, long lastOfIt) {
        if (isNumbered && seq <= last) {
            damages.add(damage(offset, null, "seq must be above " + last + ", got " + seq));
            return false;
        }
        if (!isNumbered) {
            last = Math.max(0, seq - 1 - openCount());
            first = last + 1;
            isNumbered = true;
        }
        if (open.isEmpty() && seq > last + 1) {
            damages.add(damage(offset, new Numbers(last + 1, seq - 1),
                    "seq must be " + (last + 1) + " on an unbroken log, got " + seq));
        }
        settle(seq - 1);
        last = lastOfIt;
        return true;
    }

    /** Says of the bad lines before a place what they cost: the numbers up to that one. */
    private void settle(long upTo) {
        boolean isEachKnown = upTo - last == openCount();
        long from = last + 1;
        List<Item> kept = new ArrayList<>();
        for (BadLine bad : open) {
            kept.addAll(keep(bad, upTo));
        }
        for (BadLine bad : open) {
            long to = isEachKnown ? from + bad.remains().count() - 1 : upTo;
            Damage damage = bad.damage();
            damages.add(new Damage(file, damage.line(), damage.offset(), lost(from, to, kept), damage.reason()));
            from = to + 1;
        }
        open.clear();
        last = Math.max(last, upTo);
    }

    /** Takes what can be read in a damaged line, from the number that is to come up to another. */
    private List<Item> keep(BadLine bad, long upTo) {
        List<Item> kept = new ArrayList<>();
        for (Item item : bad.remains().whole()) {
            if (item.first() > last && item.last() <= upTo) {
                kept.add(item);
                last = item.last();
            }
        }
        long offset = bad.damage().offset();
        for (int i = 0; i < kept.size(); i++) {
            long itsEnd = i + 1 < kept.size() ? kept.get(i + 1).at().offset() : bad.end();
            if (kept.get(i) instanceof Item.Entry(var entry, var _)) {
                entries++;
                take(entry, offset, itsEnd - offset);
            }
            offset = itsEnd;
        }
        return kept;
    }

    /** Of some numbers, those from the first to the last that cannot be read; {@code null} when all can, or there are none. */
    private static @Nullable Numbers lost(long from, long to, List<Item> kept) {
        long first = from;
        long end = to;
        for (Item item : kept) {
            first = item.first() <= first && first <= item.last() ? item.last() + 1 : first;
        }
        for (Item item : kept.reversed()) {
            end = item.first() <= end && end <= item.last() ? item.first() - 1 : end;
        }
        return first <= end ? new Numbers(first, end) : null;
    }

    private long openCount() {
        return open.stream().mapToLong(bad -> bad.remains().count()).sum();
    }

    private void take(LogEntry entry, long offset, long length) {
        if (firstAt == null) {
            firstAt = entry.recordedAt();
        }
        lastAt = entry.recordedAt().isAfter(lastAt) ? entry.recordedAt() : lastAt;
        lookup.appended(entry, offset, Math.toIntExact(length));
    }

    private Damage damage(long offset, @Nullable Numbers lost, String reason) {
        return new Damage(file, line, offset, lost, reason);
    }

    private static byte[] withoutZeros(byte[] bytes) {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return Arrays.copyOf(bytes, length);
    }
}
