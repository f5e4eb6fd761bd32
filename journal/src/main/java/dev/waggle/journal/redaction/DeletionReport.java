package dev.waggle.journal.redaction;

import java.nio.file.Path;
import java.util.List;

import dev.waggle.journal.redaction.RedactionReport.LeftFile;

/**
 * Result of a deletion of runs.
 *
 * @param runs the runs, in the order of the request; those without an entry have 0 entries
 * @param files the files that were rewritten or deleted, in the order of their paths
 * @param left files with damaged lines that name no run, so that they may belong to a deleted one
 */
public record DeletionReport(List<DeletedRun> runs, List<Path> files, List<LeftFile> left) {

    public DeletionReport {
        runs = List.copyOf(runs);
        files = List.copyOf(files);
        left = List.copyOf(left);
    }

    /** A run with the number of its removed entries. */
    public record DeletedRun(String run, long entries) {}

    /** Number of removed entries. */
    public long entries() {
        return runs.stream().mapToLong(DeletedRun::entries).sum();
    }
}
