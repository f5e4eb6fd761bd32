package dev.waggle.journal.file.recovery;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalDamage.SequenceRange;
import dev.waggle.journal.file.read.JournalIndex;
import dev.waggle.journal.file.segment.LineParser;
import dev.waggle.journal.file.segment.LineSalvage;
import dev.waggle.journal.file.segment.LineVerdict;
import dev.waggle.journal.file.segment.RawLineScanner;
import dev.waggle.journal.file.segment.RawLineScanner.RawLine;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.segment.SegmentScanner;
import dev.waggle.journal.file.segment.SegmentTail;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Scan of the active segment for recovery: it finds every whole entry, all damage, and the offset of the next entry.
 * It changes nothing. Used once, by one thread. It is independent of {@link SegmentScanner}, which puts lines back in
 * order. Here each byte is either kept or cut. An entry that a reader finds inside a damaged line retains its number,
 * so the log continues above it.
 *
 * <pre>
 *   whole line, number as expected or higher   an entry, or a gap; skipped numbers are damage
 *   whole line, a number that was there before  damage, the line is omitted
 *   bad line with a line end                    damage, counted as entries by its bytes; readable ones stay
 *   bytes behind the last line end              a whole line that lacks its end is kept; one whose end is another byte
 *                                               is kept and is damage, and so are whole lines that run together;
 *                                               anything else is torn
 * </pre>
 */
public final class ActiveSegmentScan {

    private final Path file;
    private final JournalIndex index;
    private final List<JournalDamage> damages = new ArrayList<>();
    /** Bad lines since the last good one; their cost is known when the next good one has been read. */
    private final List<BadLine> open = new ArrayList<>();
    /** True if something before a line shows its number. */
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
     * @param before the end of the sealed segment before it; {@code null} when there is none
     */
    ActiveSegmentScan(Path file, @Nullable SegmentTail before, JournalIndex index) {
        this.file = file;
        this.index = index;
        this.isNumbered = before != null;
        this.last = before == null ? 0 : before.last();
        this.first = last + 1;
        this.lastAt = before == null ? Instant.MIN : before.lastAt();
    }

    private record BadLine(JournalDamage damage, LineSalvage remains, long end) {}

    /** Reads the file. */
    void run() throws IOException {
        try (RawLineScanner lines = RawLineScanner.of(file, 0)) {
            for (RawLine next = lines.next(); next != null; next = lines.next()) {
                line++;
                if (next.isEnded()) {
                    end = next.offset() + next.length();
                    classify(next.offset(), next.length(), next.bytes());
                } else {
                    classifyRest(next);
                }
            }
        }
        settle(last + estimatedOpen());
        last = Math.max(last, salvaged);
    }

    /** Continues the numbers behind that one, if it is above all that were seen. */
    void continueAt(long proven) {
        boolean isEmpty = last < first;
        last = Math.max(last, proven);
        first = isEmpty ? last + 1 : first;
    }

    /** The sequence number with which the segment begins, or will. */
    public long first() {
        return first;
    }

    /** The highest sequence number that was given away. */
    public long last() {
        return last;
    }

    /** Time at which the log recorded the last entry. */
    public Instant lastAt() {
        return lastAt;
    }

    /** Time at which the log recorded the first entry of this segment; {@code null} when it has none. */
    public @Nullable Instant firstAt() {
        return firstAt;
    }

    /** Number of whole entries. */
    long entries() {
        return entries;
    }

    /** Offset of the bytes that have to be cut; the length of the file when there are none. */
    long end() {
        return end;
    }

    /** True if the last line that is kept needs a line end. */
    boolean lacksLineEnd() {
        return lacksLineEnd;
    }

    List<JournalDamage> damages() {
        return List.copyOf(damages);
    }

    private void classify(long offset, long length, byte @Nullable [] bytes) {
        switch (LineVerdict.of(bytes)) {
            case LineVerdict.Entry(var entry) -> {
                entries++;
                if (isContinued(offset, entry.sequence(), entry.sequence())) {
                    accept(entry, offset, length);
                }
            }
            case LineVerdict.Gap(var gap) -> {
                if (isContinued(offset, gap.first(), gap.last())) {
                    index.add(gap, offset, Math.toIntExact(length));
                }
            }
            case LineVerdict.Damaged(var reason) when length == 1 ->
                damages.add(damage(offset, null, "the line is empty"));
            case LineVerdict.Damaged(var reason) -> {
                LineSalvage remains = LineSalvage.of(bytes,
                        new ScannedLine.LinePosition(line, offset, offset + length));
                salvaged = Math.max(salvaged, remains.highest());
                open.add(new BadLine(damage(offset, null, reason), remains, offset + length));
            }
        }
    }

    /** Classifies the bytes behind the last line end; zeros are left by a loss of power in a file that had grown. */
    private void classifyRest(RawLine rest) {
        end = rest.offset();
        byte[] bytes = rest.bytes();
        if (bytes == null) {
            return;
        }
        byte[] written = withoutZeros(bytes);
        if (!(LineVerdict.of(written) instanceof LineVerdict.Damaged)) {
            salvage(rest.offset(), written);
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
        salvage(rest.offset(), Arrays.copyOf(written, kept));
    }

    /** End of the bytes that are consecutive whole lines with one wrong byte in the place of each line end. */
    private static int wholeLines(byte[] bytes) {
        long end = 0;
        for (ScannedLine item : LineParser.parse(bytes, new ScannedLine.LinePosition(0, 0, bytes.length))) {
            if (!(item instanceof ScannedLine.Damaged) && item.position().offset() == (end == 0 ? 0 : end + 1)) {
                end = item.position().end();
            }
        }
        return Math.toIntExact(end);
    }

    private void salvage(long offset, byte[] whole) {
        classify(offset, whole.length + 1L, whole);
        end = offset + whole.length;
        lacksLineEnd = true;
    }

    /** True if a good line with an allowed number follows, which settles everything before it. */
    private boolean isContinued(long offset, long seq, long lastOfIt) {
        if (isNumbered && seq <= last) {
            damages.add(damage(offset, null, "seq must be above " + last + ", got " + seq));
            return false;
        }
        if (!isNumbered) {
            last = Math.max(0, seq - 1 - estimatedOpen());
            first = last + 1;
            isNumbered = true;
        }
        if (open.isEmpty() && seq > last + 1) {
            damages.add(damage(offset, new SequenceRange(last + 1, seq - 1),
                    "seq must be " + (last + 1) + " on an unbroken log, got " + seq));
        }
        settle(seq - 1);
        last = lastOfIt;
        return true;
    }

    /** Reports the cost of the bad lines before a place: the numbers up to that one. */
    private void settle(long upTo) {
        boolean isEachKnown = upTo - last == estimatedOpen();
        long from = last + 1;
        List<ScannedLine> kept = new ArrayList<>();
        for (BadLine bad : open) {
            kept.addAll(salvage(bad, upTo));
        }
        for (BadLine bad : open) {
            long to = isEachKnown ? from + bad.remains().estimatedCount() - 1 : upTo;
            JournalDamage damage = bad.damage();
            damages.add(new JournalDamage(file, damage.line(), damage.offset(), lost(from, to, kept), damage.reason()));
            from = to + 1;
        }
        open.clear();
        last = Math.max(last, upTo);
    }

    /** Salvages entries of a damaged line, from the next number up to another. */
    private List<ScannedLine> salvage(BadLine bad, long upTo) {
        List<ScannedLine> kept = new ArrayList<>();
        for (ScannedLine item : bad.remains().whole()) {
            if (item.first() > last && item.last() <= upTo) {
                kept.add(item);
                last = item.last();
            }
        }
        long offset = bad.damage().offset();
        for (int i = 0; i < kept.size(); i++) {
            long itsEnd = i + 1 < kept.size() ? kept.get(i + 1).position().offset() : bad.end();
            if (kept.get(i) instanceof ScannedLine.Entry(var entry, var _)) {
                entries++;
                accept(entry, offset, itsEnd - offset);
            }
            offset = itsEnd;
        }
        return kept;
    }

    /** The range of those numbers that cannot be read; {@code null} when all can, or there are none. */
    private static @Nullable SequenceRange lost(long from, long to, List<ScannedLine> kept) {
        long first = from;
        long end = to;
        for (ScannedLine item : kept) {
            first = item.first() <= first && first <= item.last() ? item.last() + 1 : first;
        }
        for (ScannedLine item : kept.reversed()) {
            end = item.first() <= end && end <= item.last() ? item.first() - 1 : end;
        }
        return first <= end ? new SequenceRange(first, end) : null;
    }

    private long estimatedOpen() {
        return open.stream().mapToLong(bad -> bad.remains().estimatedCount()).sum();
    }

    private void accept(LogEntry entry, long offset, long length) {
        if (firstAt == null) {
            firstAt = entry.recordedAt();
        }
        lastAt = entry.recordedAt().isAfter(lastAt) ? entry.recordedAt() : lastAt;
        index.add(entry, offset, Math.toIntExact(length));
    }

    private JournalDamage damage(long offset, @Nullable SequenceRange lost, String reason) {
        return new JournalDamage(file, line, offset, lost, reason);
    }

    private static byte[] withoutZeros(byte[] bytes) {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return Arrays.copyOf(bytes, length);
    }
}
