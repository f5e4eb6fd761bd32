package dev.waggle.journal.exchange;

/** Policy of an import for a line that it cannot import. */
public enum BadLinePolicy {
    /** It is named and counted, and the import goes on. */
    SKIP,
    /** The import ends there; what stood before it is in the journal. */
    STOP
}
