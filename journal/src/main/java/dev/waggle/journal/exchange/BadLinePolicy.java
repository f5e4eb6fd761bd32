package dev.waggle.journal.exchange;

/** What becomes of an import when it meets a line that it cannot take. */
public enum BadLinePolicy {
    /** It is named and counted, and the import goes on. */
    SKIP,
    /** The import ends there; what stood before it is in the journal. */
    STOP
}
