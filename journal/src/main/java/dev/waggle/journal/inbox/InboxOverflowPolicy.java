package dev.waggle.journal.inbox;

/** Policy of a full inbox when more signals come. */
public enum InboxOverflowPolicy {
    /** The rest stays in the log and is fetched from there when there is room again, so nothing is lost. */
    SPILL,
    /** The oldest waiting signal is dropped, with a dead letter. */
    DROP_OLDEST
}
