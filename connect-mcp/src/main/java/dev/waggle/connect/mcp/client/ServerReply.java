package dev.waggle.connect.mcp.client;

import java.time.Duration;

/**
 * Result of a request to a server.
 *
 * @param <T> the type of the answer
 */
sealed interface ServerReply<T> {

    /** The answer. */
    record Given<T>(T value) implements ServerReply<T> {}

    /** An error or another answer; with the rest of the sentence that begins with its name. */
    record Refused<T>(String sentence) implements ServerReply<T> {}

    /** A timeout; whether the server did the work is not known. */
    record Late<T>(Duration after) implements ServerReply<T> {}

    /** Connection lost; {@code state} is the rest of the sentence that begins with its name. */
    record Lost<T>(String state) implements ServerReply<T> {}

    /** Returns the problem as the rest of a sentence that begins with the server's name; empty without one. */
    default String problem() {
        return switch (this) {
            case Given<T> _ -> "";
            case Refused<T>(String sentence) -> sentence;
            case Late<T>(Duration after) -> "did not answer within " + after.toMillis() + " ms";
            case Lost<T>(String state) -> state;
        };
    }
}
