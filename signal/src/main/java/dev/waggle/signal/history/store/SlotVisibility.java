package dev.waggle.signal.history.store;

/** Visibility of the slots of an {@link EntryList} while an entry is removed. */
enum SlotVisibility {
    /** Only the owner sees them, so they are cleared and used again. */
    OWNER,
    /** A snapshot may be visiting them, so they keep their entries. */
    READERS
}
