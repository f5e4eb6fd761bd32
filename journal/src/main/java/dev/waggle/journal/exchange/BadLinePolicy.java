package dev.waggle.journal.exchange;

/** Policy of an import for a line that it cannot import. */
public enum BadLinePolicy {
    /** The line is reported and counted, and the import continues. */
    SKIP,
    /** The import ends there; the lines before it are in the journal. */
    STOP
}
