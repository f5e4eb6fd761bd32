package dev.waggle.journal.file;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Damaged place of a journal, and the entries that are lost by it.
 *
 * @param file its file
 * @param line number of the line, from 1; 0 when the lines before it were not read
 * @param offset the start of the line, in bytes of the plain text
 * @param lost the sequence numbers that cannot be read for it; {@code null} when none is lost, or their number is
 *        unknown
 * @param reason the error
 */
public record JournalDamage(Path file, long line, long offset, @Nullable SequenceRange lost, String reason) {

    /**
     * Range of consecutive sequence numbers.
     *
     * @param first from 1
     * @param last at least {@code first}
     */
    public record SequenceRange(long first, long last) {
        public SequenceRange {
            if (first < 1 || last < first) {
                throw new IllegalArgumentException("numbers need 1 <= first <= last, got " + first + " and " + last);
            }
        }

        @Override
        public String toString() {
            return first == last ? "entry " + first : "entries " + first + " to " + last;
        }
    }

    /** Description in a line for people: file, place, reason, lost numbers. */
    public String message() {
        String place = line == 0 ? "byte " + offset : "line " + line + " (byte " + offset + ")";
        return file + ": " + place + ": " + reason + (lost == null ? "" : "; " + lost + " cannot be read");
    }
}
