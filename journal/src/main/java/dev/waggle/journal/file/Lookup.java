package dev.waggle.journal.file;

import java.util.List;

import dev.waggle.signal.log.LogEntry;

/**
 * How the entries of a journal are found again. The writer tells it what became of the files, one call at a time; {@link
 * #select} runs on any thread, beside the writer, and never waits for it.
 */
interface Lookup {

    /**
     * The writer found this entry in the segment that is being written, or wrote it there; entries come in order, and
     * only when they are as durable as promised.
     *
     * @param offset where its line begins
     * @param length bytes of its line with the line end
     */
    void appended(LogEntry entry, long offset, int length);

    /** The segment that was being written has this name now, and an empty one has taken its place. */
    void sealed(Segment segment);

    /** The sealed segments of the folder have changed: some were taken away, or written anew by a compaction. */
    void changed();

    /** The entries that a query asks for, among those that {@link #appended} was told of and the sealed ones. */
    List<LogEntry> select(JournalQuery query);
}
