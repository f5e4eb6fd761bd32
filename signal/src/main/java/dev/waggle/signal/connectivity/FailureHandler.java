package dev.waggle.signal.connectivity;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Told of what went wrong in code that the layer calls, and of log entries that a restart could not use. */
@FunctionalInterface
public interface FailureHandler {

    /** Writes a warning to the log of the platform. */
    FailureHandler LOGGING = (failure, context) -> logger().log(Level.WARNING, context, failure);

    /**
     * Takes notice. Whatever this throws goes to the log of the platform and no further.
     *
     * @param failure what was thrown, errors too
     * @param context whose code it was and what about, for people
     */
    void failed(Throwable failure, String context);

    /** Tells a handler that may itself fail. */
    static void report(FailureHandler handler, Throwable failure, String context) {
        try {
            handler.failed(failure, context);
        } catch (Throwable again) {
            if (!again.equals(failure)) {
                failure.addSuppressed(again);
            }
            logger().log(Level.ERROR, "the failure handler failed while it was told: " + context, failure);
        }
    }

    private static Logger logger() {
        return System.getLogger(FailureHandler.class.getName());
    }
}
