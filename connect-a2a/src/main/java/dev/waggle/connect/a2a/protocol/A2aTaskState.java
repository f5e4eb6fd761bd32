package dev.waggle.connect.a2a.protocol;

/** State of a task. */
public enum A2aTaskState {

    /** State that the agent does not know, or does not state. */
    UNKNOWN,
    SUBMITTED,
    WORKING,
    INPUT_REQUIRED,
    AUTH_REQUIRED,
    COMPLETED,
    CANCELED,
    FAILED,
    REJECTED;

    /** True if the state never changes again. */
    public boolean isTerminal() {
        return this == COMPLETED || this == CANCELED || this == FAILED || this == REJECTED;
    }

    /** True if the task waits for its client. */
    public boolean isInterrupted() {
        return this == INPUT_REQUIRED || this == AUTH_REQUIRED;
    }
}
