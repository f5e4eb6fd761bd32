package dev.waggle.connect.mcp.server;

/** Reporter of the progress of a long call to its client. */
@FunctionalInterface
public interface ProgressReporter {

    /** Reports nothing, for a client that did not ask for progress. */
    ProgressReporter NONE = (step, message) -> {};

    /**
     * Reports a step. It never fails, even when the client has disconnected.
     *
     * @param step larger than the step before
     * @param message one line for people
     */
    void report(long step, String message);
}
