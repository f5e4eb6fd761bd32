package dev.waggle.swarm.agent.call;

import java.time.Duration;

import dev.waggle.signal.harness.HarnessException;
import org.jspecify.annotations.Nullable;

/** Result of a call outside of the solve: a turn of an agent, or another call of foreign code. */
public sealed interface CallOutcome<T> {

    /** The call returned after that time. */
    record Answered<T>(T answer, Duration took) implements CallOutcome<T> {}

    /**
     * The call failed or timed out.
     *
     * @param message description of the failure
     * @param permanent whether later calls would fail too, because a model cannot be called at all
     */
    record Failed<T>(String message, boolean permanent) implements CallOutcome<T> {

        /** Maximum length of a failure text, enough for the cause and small in the journal. */
        private static final int MAX_CHARACTERS = 10_000;

        /** Maximum number of causes that are searched; a chain of causes may be a circle. */
        private static final int MAX_CAUSES = 20;

        /** A failure that a later call may not have. */
        public Failed(String message) {
            this(message, false);
        }

        /** The failure of a call that threw this. */
        public static <T> Failed<T> of(Throwable failure) {
            return new Failed<>(describe(failure), isPermanent(failure));
        }

        /** True if a permanent failure of a harness is the exception or among its causes. */
        private static boolean isPermanent(Throwable failure) {
            @Nullable Throwable cause = failure;
            try {
                for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
                    if (cause instanceof HarnessException failed) {
                        return failed.failure().permanent();
                    }
                    cause = cause.getCause();
                }
                return false;
            } catch (Throwable causeFailure) { // getCause may be code of the agent, too.
                return false;
            }
        }

        /** Text of a failure, truncated at the limit. */
        public static String describe(Throwable failure) {
            String name = failure.getClass().getName();
            try {
                @Nullable String message = failure.getMessage();
                String words = message == null || message.isBlank() ? name : message;
                return words.length() <= MAX_CHARACTERS ? words : words.substring(0, MAX_CHARACTERS) + " ...";
            } catch (Throwable messageFailure) { // getMessage may be code of the agent, too.
                return name;
            }
        }
    }
}
