package dev.waggle.connect.mcp.server;

/** How far a long call is, for whoever waits for it. */
@FunctionalInterface
public interface ProgressReporter {

    /** Told to nobody: the client did not ask. */
    ProgressReporter NONE = (step, message) -> {};

    /**
     * Tells it. A client that went away is no reason to stop: this never fails.
     *
     * @param step larger than the step before
     * @param message one line for people
     */
    void report(long step, String message);
}
