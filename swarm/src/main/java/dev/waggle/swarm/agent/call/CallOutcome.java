package dev.waggle.swarm.agent.call;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** Result of a call outside of the solve: a turn of an agent, or another call of foreign code. */
public sealed interface CallOutcome<T> {

    /** The call returned after that time. */
    record Answered<T>(T answer, Duration took) implements CallOutcome<T> {}

    /** The call failed or timed out. */
    record Failed<T>(String message) implements CallOutcome<T> {

        /** Maximum length of a failure text, enough for the cause and small in the journal. */
        private static final int MAX_CHARACTERS = 10_000;

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
