package dev.waggle.signal.history.store;

/** Visibility of the slots of an {@link EntryList} while an entry is removed. */
enum SlotVisibility {
    /** Visibility to the owner only: slots are cleared and reused. */
    OWNER,
    /** Visibility to snapshots: a snapshot may be visiting the slots, so they keep their entries. */
    READERS
}
