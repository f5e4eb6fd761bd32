package dev.waggle.journal.file.recovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalDamage.SequenceRange;
import dev.waggle.journal.file.segment.SegmentFile;
import org.jspecify.annotations.Nullable;

/**
 * Proof of the end of a log by what stands beside it: its {@link HighWaterMark} and the {@link DeliveryPositions}. It
 * is read before the log. A writer appends before it writes either of them, so a log that is read later reaches as far.
 *
 * <pre>
 *   the log ends before the proof           the numbers between are lost
 *   the active segment is not there         it was deleted, unless a crash interrupted its sealing
 * </pre>
 *
 * @param folder the folder of the log
 * @param content of the file of its mark
 * @param delivered the highest position in the delivery facts; 0 when there is none
 * @param lacksActive whether the active segment was deleted: there is none, and none was sealed since the mark
 */
public record LogEnd(Path folder, HighWaterMark.Content content, long delivered, boolean lacksActive) {

    /** Reads what proves the end of a log. */
    public static LogEnd of(Path folder) throws IOException {
        HighWaterMark.Content content = HighWaterMark.read(folder);
        return new LogEnd(folder, content, DeliveryPositions.highestBeside(folder),
                lacksActive(folder, content.mark()));
    }

    /** The highest number that was given away for certain. */
    public long proven() {
        HighWaterMark mark = content.mark();
        return Math.max(mark == null ? 0 : mark.last(), delivered);
    }

    /** Damage of the proof, and what a log lacks by it of which the first and last numbers are these, or 0. */
    public List<JournalDamage> damages(long first, long last) throws IOException {
        List<JournalDamage> damages = new ArrayList<>();
        if (content instanceof HighWaterMark.Damaged(String reason)) {
            damages.add(damage(HighWaterMark.in(folder), 0, null,
                    reason + "; the next writer writes it anew, and until then deleted newest lines go unnoticed"));
        }
        HighWaterMark mark = content.mark();
        SequenceRange missing = mark == null ? null : mark.missing();
        if (missing != null && (first == 0 || first > missing.last())) {
            damages.add(damage(HighWaterMark.in(folder), 0, missing,
                    "the beginning of the journal was deleted, as an opening has found"));
        }
        SequenceRange lost = lostEnd(last);
        Path active = folder.resolve(SegmentFile.ACTIVE);
        if (lacksActive) {
            damages.add(damage(active, 0, lost, "the segment that was being written is not there" + begun(mark)));
        } else if (lost != null && (missing == null || last >= missing.first() || lost.last() > missing.last())) {
            damages.add(damage(active, Files.exists(active) ? Files.size(active) : 0, lost,
                    "the log ends with entry " + last + ", but " + witness() + " entry " + proven()));
        }
        return damages;
    }

    /** The numbers behind the last one that are proven; {@code null} for none. */
    private @Nullable SequenceRange lostEnd(long last) {
        return last >= proven() ? null : new SequenceRange(last + 1, proven());
    }

    private static boolean lacksActive(Path folder, @Nullable HighWaterMark mark) throws IOException {
        return mark != null && !Files.exists(folder.resolve(SegmentFile.ACTIVE))
                && SegmentFile.list(folder).stream().noneMatch(segment -> segment.first() >= mark.active());
    }

    private String witness() {
        HighWaterMark mark = content.mark();
        return mark != null && mark.last() == proven() ? "its high-water mark names" : "its delivery facts name";
    }

    private static String begun(@Nullable HighWaterMark mark) {
        return mark == null || !mark.isOpen() ? "" : "; it was begun with entry " + mark.active();
    }

    private static JournalDamage damage(Path file, long offset, @Nullable SequenceRange lost, String reason) {
        return new JournalDamage(file, 0, offset, lost, reason);
    }
}
