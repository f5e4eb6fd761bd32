package dev.waggle.connect.llm.wire;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** What went wrong between us and a provider, before anybody has read what was said. Excerpts are as they came. */
public sealed interface TransportError {

    /** The other side answered with a status other than success. */
    record Status(int code, String excerpt, @Nullable Duration retryAfter) implements TransportError {}

    /** The other side began an answer and told an error in it. */
    record Told(String excerpt) implements TransportError {}

    /** The other side does not want to answer this. */
    record Refused() implements TransportError {}

    /** The other side wants us to go elsewhere. A key does not travel. */
    record Redirected(int code, String target) implements TransportError {}

    /** No connection, or none that got as far as a status. */
    record NotReached(String why) implements TransportError {}

    /** What came is not of the format: a page of a proxy, a body without events. */
    record Foreign(int code, String contentType, String excerpt) implements TransportError {}

    /** What came is not UTF-8. */
    record NotText(long at) implements TransportError {}

    /** More came than anybody wants. */
    record TooLarge(String limit) implements TransportError {}

    /** The answer began and stopped in the middle. */
    record BrokeOff(String why) implements TransportError {}

    /** We were told to stop. */
    record Stopped() implements TransportError {}
}
