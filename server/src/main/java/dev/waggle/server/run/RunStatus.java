package dev.waggle.server.run;

/** State of a run, as far as this server knows. */
public enum RunStatus {

    /** It runs in this server. */
    RUNNING,

    /** It waits for a person. */
    SUSPENDED,

    /** It has no end and does not run here; it can be resumed. */
    INTERRUPTED,

    /** Its log has its end. */
    FINISHED,

    /** It could not start or go on here. */
    FAILED
}
