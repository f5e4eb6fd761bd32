package dev.waggle.connect.llm.wire;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** Transport error between us and a provider, before the answer is interpreted. Excerpts are unchanged. */
public sealed interface TransportError {

    /** The provider answered with a status other than success. */
    record Status(int code, String excerpt, @Nullable Duration retryAfter) implements TransportError {}

    /** The provider began an answer and reported an error in it. */
    record Told(String excerpt) implements TransportError {}

    /** The provider refused to answer this. */
    record Refused() implements TransportError {}

    /** The provider redirected the call. A key does not travel. */
    record Redirected(int code, String target) implements TransportError {}

    /** No connection, or none that got as far as a status. */
    record NotReached(String reason) implements TransportError {}

    /** The body is not of the format: a page of a proxy, a body without events. */
    record Foreign(int code, String contentType, String excerpt) implements TransportError {}

    /** The body is not UTF-8. */
    record NotText(long at) implements TransportError {}

    /** The body exceeds the limit. */
    record TooLarge(String limit) implements TransportError {}

    /** The answer began and stopped in the middle. */
    record BrokeOff(String reason) implements TransportError {}

    /** The call was cancelled. */
    record Stopped() implements TransportError {}
}
