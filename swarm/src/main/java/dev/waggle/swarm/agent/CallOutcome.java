package dev.waggle.swarm.agent;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** What became of work that is done outside of a solve: of a turn of an agent, or of another call of foreign code. */
public sealed interface CallOutcome<T> {

    /** It answered, after that time. */
    record Answered<T>(T answer, Duration took) implements CallOutcome<T> {}

    /** It failed, or did not answer in time. */
    record Failed<T>(String message) implements CallOutcome<T> {

        /** Most characters of a failure: enough to see what it is, never too much for a journal. */
        private static final int MAX_CHARACTERS = 10_000;

        /** What a failure says of itself, cut where it says too much. */
        public static String describe(Throwable failure) {
            String name = failure.getClass().getName();
            try {
                @Nullable String message = failure.getMessage();
                String words = message == null || message.isBlank() ? name : message;
                return words.length() <= MAX_CHARACTERS ? words : words.substring(0, MAX_CHARACTERS) + " ...";
            } catch (Throwable speechless) { // getMessage is the agent's code too.
                return name;
            }
        }
    }
}
