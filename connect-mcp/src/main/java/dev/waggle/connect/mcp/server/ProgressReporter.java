package dev.waggle.connect.mcp.server;

/** Reporter of the progress of a long call to its client. */
@FunctionalInterface
public interface ProgressReporter {

    /** Reports nothing, for a client that did not ask for progress. */
    ProgressReporter NONE = (step, message) -> {};

    /**
     * Tells it. A client that went away is no reason to stop: this never fails.
     *
     * @param step larger than the step before
     * @param message one line for people
     */
    void report(long step, String message);
}
