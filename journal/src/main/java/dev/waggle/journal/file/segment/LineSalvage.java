package dev.waggle.journal.file.segment;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

import dev.waggle.journal.GapLine;
import org.jspecify.annotations.Nullable;

/**
 * Readable remains of a damaged line. A damaged line end joins two lines, and both can be read.
 *
 * @param whole the whole lines in it, in the order of the bytes
 * @param estimatedCount upper bound of the numbers that it used, estimated from its bytes; 0 for an empty line, else at
 *        least 1
 */
public record LineSalvage(List<ScannedLine> whole, long estimatedCount) {

    private static final byte[] LINE_PREFIX = "{\"seq\":".getBytes(StandardCharsets.UTF_8);
    private static final byte[] CHECKSUM_PREFIX = ",\"crc\":\"".getBytes(StandardCharsets.UTF_8);
    private static final byte[] REMOVED = ",\"removed\":".getBytes(StandardCharsets.UTF_8);

    /** Bytes of the shortest line, {@code {"seq":1,"removed":1,"reason":"x","crc":"1f2e3d4c"}} and its end. */
    private static final long MIN_LINE_BYTES = 52;

    /** Maximum number of digits of a damaged number that are believed. */
    private static final int MAX_DIGITS = 9;

    private static final long RADIX = 10;

    public LineSalvage {
        whole = List.copyOf(whole);
    }

    /** Searches a damaged line for entries. */
    public static LineSalvage of(byte @Nullable [] bytes, ScannedLine.LinePosition at) {
        if (bytes == null) {
            // Too long for every reader; only its length shows how many lines ran together in it.
            return new LineSalvage(List.of(), (at.end() - at.offset()) / MIN_LINE_BYTES);
        }
        if (bytes.length == 0) {
            return new LineSalvage(List.of(), 0);
        }
        List<ScannedLine> whole = LineParser.parse(bytes, at).stream()
                .filter(item -> !(item instanceof ScannedLine.Damaged))
                .toList();
        long lines = Math.max(1, Math.max(occurrences(LINE_PREFIX, bytes), occurrences(CHECKSUM_PREFIX, bytes)));
        return new LineSalvage(whole, lines + (GapLine.isGap(bytes) ? maxRemoved(bytes) : 0));
    }

    /** The highest number in it that a reader finds; 0 for none. */
    public long highest() {
        return whole.stream().mapToLong(ScannedLine::last).max().orElse(0);
    }

    /** Recording time of the last of its entries, unless it is before {@code known} or its number is above that. */
    Instant lastAt(long upTo, Instant known) {
        Instant last = known;
        for (ScannedLine item : whole) {
            if (item instanceof ScannedLine.Entry(var entry, var _) && entry.sequence() <= upTo
                    && entry.recordedAt().isAfter(last)) {
                last = entry.recordedAt();
            }
        }
        return last;
    }

    private static long occurrences(byte[] sequence, byte[] bytes) {
        long count = 0;
        for (int i = indexOf(sequence, bytes, 0); i >= 0; i = indexOf(sequence, bytes, i + 1)) {
            count++;
        }
        return count;
    }

    /** A damaged gap: any digit of its number of entries may be the wrong one. */
    private static long maxRemoved(byte[] bytes) {
        int from = indexOf(REMOVED, bytes, 0) + REMOVED.length;
        long max = 1;
        for (int i = from; i < bytes.length && bytes[i] != ',' && i - from < MAX_DIGITS; i++) {
            max *= RADIX;
        }
        return max;
    }

    private static int indexOf(byte[] sequence, byte[] bytes, int from) {
        for (int i = from; i + sequence.length <= bytes.length; i++) {
            if (bytes[i] == sequence[0] && Arrays.equals(bytes, i, i + sequence.length, sequence, 0, sequence.length)) {
                return i;
            }
        }
        return -1;
    }
}
