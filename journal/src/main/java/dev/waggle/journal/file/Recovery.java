package dev.waggle.journal.file;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * What was found and done when a journal was opened.
 *
 * @param entries whole entries that were there
 * @param cutBytes length of a last line that was cut short by a crash and has been taken out; 0 when there was none
 * @param savedTo where those bytes are now; {@code null} when there were none
 */
public record Recovery(long entries, long cutBytes, @Nullable Path savedTo) {

    /** Whether nothing had to be repaired. */
    public boolean isClean() {
        return cutBytes == 0;
    }
}
