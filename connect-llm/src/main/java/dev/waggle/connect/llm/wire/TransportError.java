package dev.waggle.connect.llm.wire;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** Transport error between us and a provider, before the answer is interpreted. Excerpts are unchanged. */
public sealed interface TransportError {

    /** The provider answered with a status other than success. */
    record Status(int code, String excerpt, @Nullable Duration retryAfter) implements TransportError {}

    /** The provider began an answer and reported an error in it. */
    record ErrorEvent(String excerpt) implements TransportError {}

    /** The provider redirected the call. A key does not travel. */
    record Redirect(int code, String target) implements TransportError {}

    /** No connection, or none that got as far as a status. */
    record Unreachable(String reason) implements TransportError {}

    /** The certificate of a server, or of a proxy that opens TLS, is not trusted. */
    record Untrusted(String host, CertificateFault fault, String reason) implements TransportError {}

    /**
     * The proxy requests a user and a password.
     *
     * @param proxy its host and port, as far as they are known
     * @param hadLogin true if they were sent
     */
    record ProxyLogin(String proxy, boolean hadLogin) implements TransportError {}

    /** A setting of the network cannot be used; nothing was sent. */
    record Misconfiguration(String reason) implements TransportError {}

    /** The body is not of the format: a page of a proxy, a body without events. */
    record ForeignFormat(int code, String contentType, String excerpt) implements TransportError {}

    /** The body is not UTF-8. */
    record InvalidEncoding(long at) implements TransportError {}

    /** The body exceeds the limit. */
    record TooLarge(String limit) implements TransportError {}

    /** The answer began and stopped in the middle. */
    record Interruption(String reason) implements TransportError {}

    /** The call was cancelled. */
    record Cancellation() implements TransportError {}
}
