package dev.waggle.journal.file;

/** What has happened to an entry when {@code append} returns. */
public enum Durability {
    /**
     * The operating system has it: it survives the end of this process, however sudden, but not a loss of power in the
     * next seconds. The default, because a forced write costs as much as hundreds of these.
     */
    FLUSH,
    /** The disk has it: it survives a loss of power as well. */
    FORCE
}
