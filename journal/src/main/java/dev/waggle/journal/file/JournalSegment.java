package dev.waggle.journal.file;

/**
 * Segment of an open journal at one moment.
 *
 * @param name the name of its file, without a folder
 * @param sealed false for the segment that is being written
 * @param bytes its length
 * @param first number of its first entry, or of the gap in its place; 0 when it is empty
 * @param last number of its last one; 0 when it is empty
 */
public record JournalSegment(String name, boolean sealed, long bytes, long first, long last) {}
