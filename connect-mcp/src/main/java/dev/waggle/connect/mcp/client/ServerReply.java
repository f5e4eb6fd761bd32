package dev.waggle.connect.mcp.client;

import java.time.Duration;

/**
 * Outcome of a request to a server.
 *
 * @param <T> the type of the answer
 */
sealed interface ServerReply<T> {

    /** Successful reply with its value. */
    record Answer<T>(T value) implements ServerReply<T> {}

    /** Error or unusable reply, as the rest of a sentence that begins with the server's name. */
    record ErrorReply<T>(String sentence) implements ServerReply<T> {}

    /** Timeout of the request, whose effect is unknown. */
    record Timeout<T>(Duration after) implements ServerReply<T> {}

    /** The connection is lost; the state is the rest of a sentence that begins with the server's name. */
    record Disconnection<T>(String state) implements ServerReply<T> {}

    /** Error, as the rest of a sentence that begins with the server's name; empty when there is none. */
    default String problem() {
        return switch (this) {
            case Answer<T> _ -> "";
            case ErrorReply<T>(String sentence) -> sentence;
            case Timeout<T>(Duration after) -> "did not answer within " + after.toMillis() + " ms";
            case Disconnection<T>(String state) -> state;
        };
    }
}
