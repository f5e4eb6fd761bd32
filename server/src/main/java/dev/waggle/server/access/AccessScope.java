package dev.waggle.server.access;

import java.util.Locale;

/** Right of a caller. Each is granted by name and none includes another, but {@link #ADMIN} includes all. */
public enum AccessScope {

    /** Reading of runs, signals, memories and everything else in the folder. */
    READ,

    /** Starting, cancelling and resuming of solves, which may cost money, and telling their outcomes. */
    SOLVE,

    /** Generating signals, subscribing, and reading inboxes. */
    SIGNALS,

    /** Answers in the seat of a person. */
    SEAT,

    /** All other rights, and the folder for commands of its owner. */
    ADMIN;

    /** The name in token files and documents. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
