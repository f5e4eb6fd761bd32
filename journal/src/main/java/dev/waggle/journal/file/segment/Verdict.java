package dev.waggle.journal.file.segment;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import dev.waggle.journal.GapLine;
import dev.waggle.journal.LineCodec;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** What a line of a segment is. */
public sealed interface Verdict {

    byte[] BEGINNING = "{\"seq\":".getBytes(StandardCharsets.UTF_8);

    /** An entry, whole. */
    record Whole(LogEntry entry) implements Verdict {}

    /** Stands for entries that were taken out. */
    record Removed(GapLine gap) implements Verdict {}

    /** Neither. */
    record Bad(String reason) implements Verdict {}

    /** Judges a line without its line end; {@code null} stands for one that is too long. */
    static Verdict on(byte @Nullable [] line) {
        if (line == null) {
            return new Bad("a line must have at most " + LineCodec.MAX_LINE + " bytes");
        }
        try {
            return GapLine.isGap(line)
                    ? new Removed(GapLine.fromLine(line))
                    : new Whole(LineCodec.fromLine(line));
        } catch (IllegalArgumentException bad) {
            return new Bad(String.valueOf(bad.getMessage()));
        }
    }

    /** Whether a line comes from a journal, however damaged: it begins, or ends, as every line of a journal does. */
    static boolean isOurs(LineScan.Line line) {
        byte[] bytes = line.bytes();
        if (bytes == null) {
            return false;
        }
        int known = Math.min(bytes.length, BEGINNING.length);
        boolean begins = Arrays.equals(bytes, 0, known, BEGINNING, 0, known)
                && (known == BEGINNING.length || (known > 0 && !line.isEnded()));
        return begins || LineCodec.hasChecksum(bytes);
    }
}
