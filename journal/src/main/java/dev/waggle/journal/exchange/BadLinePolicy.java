package dev.waggle.journal.exchange;

/** Policy of an import for a line that it cannot import. */
public enum BadLinePolicy {
    /** It is named and counted, and the import goes on. */
    SKIP,
    /** The import ends there; the lines before it are in the journal. */
    STOP
}
