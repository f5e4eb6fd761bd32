package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.Damage.Numbers;
import dev.waggle.journal.file.LineScan.Line;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * One look at the segment that was being written: it finds every whole entry, everything that is wrong, and where the
 * next entry goes. It changes nothing. Used once, by one thread. It does not stand on {@link SegmentScan}, for what stays
 * and what is cut has to be decided by the byte, and that one puts lines back in order and looks for entries inside
 * damaged ones, which no writer may count on.
 *
 * <pre>
 *   whole line, number as expected or higher   an entry, or a gap; numbers that were jumped over are damage
 *   whole line, a number that was there before  damage, the line is left out
 *   bad line with a line end                    damage, taken for one entry
 *   bytes behind the last line end              a whole line that lacks its end is kept; one whose end is another byte
 *                                               is kept and is damage; anything else is torn
 * </pre>
 */
final class Scan {

    private final Path file;
    private final Lookup lookup;
    private final List<Damage> damages = new ArrayList<>();
    /** Bad lines since the last good one: what they cost is known when the next good one has been read. */
    private final List<Damage> open = new ArrayList<>();
    /** Whether something before a line tells its number. */
    private boolean isNumbered;
    /** The number with which the segment begins. */
    private long first = 1;
    /** The highest number that was seen. */
    private long last;
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
    Scan(Path file, @Nullable SealedTail before, Lookup lookup) {
        this.file = file;
        this.lookup = lookup;
        this.isNumbered = before != null;
        this.last = before == null ? 0 : before.last();
        this.first = last + 1;
        this.lastAt = before == null ? Instant.MIN : before.lastAt();
    }

    /** Reads the file. */
    void run() throws IOException {
        try (LineScan lines = LineScan.of(file, 0)) {
            for (Line next = lines.next(); next != null; next = lines.next()) {
                line++;
                if (next.isEnded()) {
                    end = next.offset() + next.length();
                    judge(next.offset(), next.length(), Verdict.on(next.bytes()));
                } else {
                    judgeRest(next);
                }
            }
        }
        settle(last + open.size());
    }

    /** The sequence number with which the segment begins, or will. */
    long first() {
        return first;
    }

    /** The highest sequence number that was given away. */
    long last() {
        return last;
    }

    /** When the log took the last entry. */
    Instant lastAt() {
        return lastAt;
    }

    /** When the log took the first entry of this segment; {@code null} when it has none. */
    @Nullable Instant firstAt() {
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

    private void judge(long offset, long length, Verdict verdict) {
        switch (verdict) {
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
            case Verdict.Bad(var reason) -> open.add(damage(offset, null, reason));
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
        byte[] shorter = Arrays.copyOf(written, Math.max(0, written.length - 1));
        if (LineCodec.isIntact(shorter)) {
            String wrong = HexFormat.of().toHexDigits(written[shorter.length]);
            damages.add(damage(rest.offset(), null, "its line end was the byte 0x" + wrong));
            keep(rest.offset(), shorter);
        }
    }

    private void keep(long offset, byte[] whole) {
        judge(offset, whole.length + 1L, Verdict.on(whole));
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
            last = Math.max(0, seq - 1 - open.size());
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
        boolean isOneEach = upTo - last == open.size();
        for (int i = 0; i < open.size(); i++) {
            Damage bad = open.get(i);
            Numbers lost = isOneEach
                    ? new Numbers(last + 1 + i, last + 1 + i)
                    : i == 0 && upTo > last ? new Numbers(last + 1, upTo) : null;
            damages.add(new Damage(file, bad.line(), bad.offset(), lost, bad.reason()));
        }
        open.clear();
        last = Math.max(last, upTo);
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
