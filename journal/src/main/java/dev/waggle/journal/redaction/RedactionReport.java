package dev.waggle.journal.redaction;

import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Result of a redaction.
 *
 * @param targets each signal or text, in the order of the request
 * @param files the rewritten files, in the order of their paths
 * @param left files that hold a text still
 */
public record RedactionReport(List<RedactedTarget> targets, List<RedactedFile> files, List<LeftFile> left) {

    public RedactionReport {
        targets = List.copyOf(targets);
        files = List.copyOf(files);
        left = List.copyOf(left);
    }

    /** Result for a signal or text. */
    public enum RedactionOutcome {
        /** Its text stood in at least one line. */
        REDACTED,
        /** Its text stands nowhere; a signal may have been redacted before. */
        ABSENT,
        /** No entry is that signal, and there was no other text of it. */
        UNKNOWN
    }

    /**
     * Result for a signal or text.
     *
     * @param signalId id of the signal; {@code null} for a text without a signal
     * @param lines number of lines that were rewritten for it
     * @param files number of files with those lines
     */
    public record RedactedTarget(@Nullable String signalId, RedactionOutcome outcome, long lines, long files) {}

    /** A file with the number of its rewritten lines. */
    public record RedactedFile(Path file, long lines) {}

    /** A file that was not rewritten, or not everywhere, with the reason. */
    public record LeftFile(Path file, String reason) {}

    /** True if a file was rewritten. */
    public boolean isChanged() {
        return !files.isEmpty();
    }

    /** Number of rewritten lines. */
    public long lines() {
        return files.stream().mapToLong(RedactedFile::lines).sum();
    }
}
