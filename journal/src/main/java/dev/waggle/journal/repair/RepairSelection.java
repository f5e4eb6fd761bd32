package dev.waggle.journal.repair;

import java.nio.file.Path;
import java.util.Set;

import dev.waggle.journal.file.JournalDamage;
import org.jspecify.annotations.Nullable;

/**
 * Selection of the damage that a repair accepts.
 *
 * @param isEverything whether all damage is accepted
 * @param isLostEnd whether the loss of entries that only the high-water mark or the delivery facts name is accepted
 * @param segment name or path of a file; {@code null} for every file
 * @param lines numbers of damaged lines in it, as a verification names them
 */
public record RepairSelection(boolean isEverything, boolean isLostEnd, @Nullable String segment, Set<Long> lines) {

    public RepairSelection {
        lines = Set.copyOf(lines);
    }

    /** Accepts all damage. */
    public static RepairSelection everything() {
        return new RepairSelection(true, true, null, Set.of());
    }

    /** True if it accepts that damage of a line. */
    boolean accepts(JournalDamage damage) {
        return isEverything || (isOf(damage.file()) && lines.contains(damage.line()));
    }

    private boolean isOf(Path file) {
        return segment == null || file.endsWith(segment)
                || file.toAbsolutePath().normalize().equals(Path.of(segment).toAbsolutePath().normalize());
    }
}
