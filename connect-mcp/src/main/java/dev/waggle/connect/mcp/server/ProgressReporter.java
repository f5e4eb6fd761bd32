package dev.waggle.connect.mcp.server;

/** Progress reports of a long call to its client. */
@FunctionalInterface
public interface ProgressReporter {

    /** Discards every report, since the client did not ask for any. */
    ProgressReporter NONE = (step, message) -> {};

    /**
     * Tells it. A client that went away is no reason to stop: this never fails.
     *
     * @param step larger than the step before
     * @param message one line for people
     */
    void report(long step, String message);
}
