package dev.waggle.journal.repair;

import java.nio.file.Path;
import java.util.List;

import dev.waggle.journal.file.JournalDamage;
import org.jspecify.annotations.Nullable;

/**
 * Result of a repair, or its plan.
 *
 * @param isPlan whether nothing was changed
 * @param accepted damage that the selection accepts, with what happens to its bytes
 * @param left damage that the selection does not accept
 */
public record RepairReport(boolean isPlan, List<RepairedPlace> accepted, List<JournalDamage> left) {

    public RepairReport {
        accepted = List.copyOf(accepted);
        left = List.copyOf(left);
    }

    /**
     * Place of accepted damage.
     *
     * @param bytes number of bytes that leave the segment
     * @param savedTo the file that has them; {@code null} when no bytes leave it
     */
    public record RepairedPlace(JournalDamage damage, long bytes, @Nullable Path savedTo) {}
}
