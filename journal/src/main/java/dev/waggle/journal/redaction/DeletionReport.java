package dev.waggle.journal.redaction;

import java.nio.file.Path;
import java.util.List;

/**
 * Result of a deletion of runs.
 *
 * @param runs the runs, in the order of the request; those without an entry have 0 entries
 * @param files the files that were rewritten or deleted, in the order of their paths
 */
public record DeletionReport(List<DeletedRun> runs, List<Path> files) {

    public DeletionReport {
        runs = List.copyOf(runs);
        files = List.copyOf(files);
    }

    /** A run with the number of its removed entries. */
    public record DeletedRun(String run, long entries) {}

    /** Number of removed entries. */
    public long entries() {
        return runs.stream().mapToLong(DeletedRun::entries).sum();
    }
}
