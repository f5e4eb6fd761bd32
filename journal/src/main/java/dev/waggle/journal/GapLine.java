package dev.waggle.journal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * A line of a journal that replaces entries which were removed on purpose.
 *
 * <pre>{@code {"seq":17,"removed":12,"reason":"compacted","crc":"1f2e3d4c"}}</pre>
 *
 * @param first sequence number of the first of them, from 1
 * @param removed number of consecutive removed entries, at least 1
 * @param reason the reason in a few words; not blank
 */
public record GapLine(long first, long removed, String reason) {

    /** The reason of a compaction. */
    public static final String COMPACTED = "compacted";

    /** The reason of a deletion of runs. */
    public static final String DELETED = "deleted";

    private static final byte[] BEGINNING = "{\"seq\":".getBytes(StandardCharsets.UTF_8);
    private static final byte[] REMOVED = ",\"removed\":".getBytes(StandardCharsets.UTF_8);

    public GapLine {
        if (first < 1 || removed < 1 || removed > Long.MAX_VALUE - first) {
            throw new IllegalArgumentException("a gap needs seq >= 1 and removed >= 1, and to end within 64 bits, got "
                    + first + " and " + removed);
        }
        if (reason.isBlank()) {
            throw new IllegalArgumentException("the reason of a gap must not be blank");
        }
    }

    /** The sequence number of the last of them. */
    public long last() {
        return first + removed - 1;
    }

    /** The line, with its checksum and its line end. */
    public byte[] toLine() {
        String body = "{\"removed\":" + removed + ",\"reason\":" + JsonText.write(JsonValue.of(reason)) + "}";
        return LineCodec.line(first, body.getBytes(StandardCharsets.UTF_8));
    }

    /** True if a line can only be a gap, by its second field, which no entry has there. */
    public static boolean isGap(byte[] line) {
        int at = BEGINNING.length;
        if (line.length < at || !Arrays.equals(line, 0, at, BEGINNING, 0, at)) {
            return false;
        }
        while (at < line.length && line[at] >= '0' && line[at] <= '9') {
            at++;
        }
        int end = at + REMOVED.length;
        return end <= line.length && Arrays.equals(line, at, end, REMOVED, 0, REMOVED.length);
    }

    /**
     * The gap of a line without its line end.
     *
     * @throws IllegalArgumentException when it is none, or lacks its checksum, or has a wrong one; the message names
     *         the error
     */
    public static GapLine fromLine(byte[] line) {
        if (!LineCodec.isIntact(line)) {
            throw new IllegalArgumentException("a gap must contain the checksum of its bytes");
        }
        JsonObjectReader gap = JsonObjectReader.root("a gap", JsonText.read(new String(line, StandardCharsets.UTF_8)));
        long first = gap.integer("seq");
        long removed = gap.integer("removed");
        String reason = gap.text("reason");
        gap.text("crc");
        gap.rejectUnknownFields();
        return new GapLine(first, removed, reason);
    }
}
