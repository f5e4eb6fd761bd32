package dev.waggle.journal.memory;

/**
 * Place between two entries of a log of memories.
 *
 * @param number the number of entries before it
 * @param offset the number of bytes before it
 */
public record MemoryMark(long number, long offset) {

    /** The beginning of every log. */
    public static final MemoryMark START = new MemoryMark(0, 0);

    public MemoryMark {
        if (number < 0 || offset < 0) {
            throw new IllegalArgumentException("a mark must not be negative, got " + number + " and " + offset);
        }
    }
}
