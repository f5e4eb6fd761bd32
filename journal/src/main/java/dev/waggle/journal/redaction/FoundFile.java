package dev.waggle.journal.redaction;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * A file below the folder of a redaction.
 *
 * @param locked its folder, if that has a writer lock; {@code null} for a file without one
 */
record FoundFile(Path file, Kind kind, @Nullable Path locked) {

    /** Content of a file. */
    enum Kind {
        /** Entries, each on a line: a segment, a cassette or calls, plain or gzip. */
        ENTRIES,
        /** Lines with checksums behind a head, of which other files know the offsets: a log of outcomes. */
        FIXED_LINES,
        /** The same, of which each line may get another length: answers of people, and delayed signals. */
        CHECKED_LINES,
        /** A checkpoint. */
        CHECKPOINT,
        /** Bytes that a recovery or a repair moved aside, and files that a killed process left. */
        REMAINS,
        /** Anything else, which is only searched. */
        FOREIGN
    }
}
