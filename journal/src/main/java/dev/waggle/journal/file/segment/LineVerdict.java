package dev.waggle.journal.file.segment;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import dev.waggle.journal.GapLine;
import dev.waggle.journal.LineCodec;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** Classification of a line of a segment. */
public sealed interface LineVerdict {

    byte[] LINE_PREFIX = "{\"seq\":".getBytes(StandardCharsets.UTF_8);

    /** An entry, whole. */
    record Entry(LogEntry entry) implements LineVerdict {}

    /** Replaces removed entries. */
    record Gap(GapLine gap) implements LineVerdict {}

    /** Neither. */
    record Damaged(String reason) implements LineVerdict {}

    /** Judges a line without its line end; {@code null} is a line that is too long. */
    static LineVerdict of(byte @Nullable [] line) {
        if (line == null) {
            return new Damaged("a line must have at most " + LineCodec.MAX_LINE + " bytes");
        }
        try {
            return GapLine.isGap(line)
                    ? new Gap(GapLine.fromLine(line))
                    : new Entry(LineCodec.fromLine(line));
        } catch (IllegalArgumentException bad) {
            return new Damaged(String.valueOf(bad.getMessage()));
        }
    }

    /** True if a line comes from a journal, even if damaged: it begins or ends as every line of a journal does. */
    static boolean isJournalLine(RawLineScanner.RawLine line) {
        byte[] bytes = line.bytes();
        if (bytes == null) {
            return false;
        }
        int known = Math.min(bytes.length, LINE_PREFIX.length);
        boolean begins = Arrays.equals(bytes, 0, known, LINE_PREFIX, 0, known)
                && (known == LINE_PREFIX.length || (known > 0 && !line.isEnded()));
        return begins || LineCodec.hasChecksum(bytes);
    }
}
