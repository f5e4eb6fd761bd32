package dev.waggle.journal.file;

import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Report of the recovery when a journal was opened. Only the segment that was being written is examined.
 *
 * @param entries whole entries in that segment
 * @param cutBytes number of removed bytes at its end that were no whole line, because a crash cut it short; 0 for none
 * @param savedTo the file with those bytes now; {@code null} for none
 * @param damages errors in it, from its beginning to its end; they are left unchanged, and every other entry can be
 *        read
 */
public record RecoveryReport(long entries, long cutBytes, @Nullable Path savedTo, List<JournalDamage> damages) {

    public RecoveryReport {
        damages = List.copyOf(damages);
    }

    /** True if nothing had to be repaired and nothing is wrong. */
    public boolean isClean() {
        return cutBytes == 0 && damages.isEmpty();
    }

    /** Description in lines for people, also when there is nothing to report. */
    public String message() {
        if (isClean()) {
            return "the journal was whole, with " + entries + " entries in the segment that is being written";
        }
        StringBuilder words = new StringBuilder();
        if (cutBytes > 0) {
            words.append("the journal ended in a torn line: ").append(cutBytes)
                    .append(" bytes were cut off and kept as ").append(savedTo).append('\n');
        }
        damages.forEach(damage -> words.append(damage.message()).append('\n'));
        return words.append("every other entry is whole: ").append(entries)
                .append(" in the segment that is being written").toString();
    }
}
