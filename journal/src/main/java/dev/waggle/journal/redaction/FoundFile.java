package dev.waggle.journal.redaction;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * A file below the folder of a redaction.
 *
 * @param journal the folder of the journal to which it belongs; {@code null} for a file without a writer lock
 */
record FoundFile(Path file, Kind kind, @Nullable Path journal) {

    /** Content of a file. */
    enum Kind {
        /** Entries, each on a line: a segment, a cassette or calls, plain or gzip. */
        ENTRIES,
        /** A checkpoint. */
        CHECKPOINT,
        /** Bytes that a recovery or a repair moved aside, and files that a killed process left. */
        REMAINS,
        /** Anything else, which is only searched. */
        FOREIGN
    }
}
