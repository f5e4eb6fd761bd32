package dev.waggle.signal.connectivity;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Handler of failures in code that the layer calls, and of log entries that a restart could not use. */
@FunctionalInterface
public interface FailureHandler {

    /** Writes a warning to the log of the platform. */
    FailureHandler LOGGING = (failure, context) -> logger().log(Level.WARNING, context, failure);

    /**
     * Handles a failure. Exceptions of this method go to the log of the platform and no further.
     *
     * @param failure the exception or error
     * @param context the failing code and its subject, for people
     */
    void failed(Throwable failure, String context);

    /** Reports to a handler that may itself fail. */
    static void report(FailureHandler handler, Throwable failure, String context) {
        try {
            handler.failed(failure, context);
        } catch (Throwable again) {
            if (!again.equals(failure)) {
                failure.addSuppressed(again);
            }
            logger().log(Level.ERROR, "the failure handler failed at this report: " + context, failure);
        }
    }

    private static Logger logger() {
        return System.getLogger(FailureHandler.class.getName());
    }
}
