package dev.waggle.connect.mcp.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;

import dev.waggle.connect.mcp.admission.OriginPolicy;

/**
 * Address and access rules of a server over HTTP.
 *
 * @param host the address to listen at, a loopback address to admit this machine only
 * @param port the port; 0 takes a free one
 * @param allowedOrigins the admitted origins of web pages, beside this machine's own, for example {@code
 *        https://example.org}
 * @param token the bearer token that every client must send
 * @param sessions the limits of sessions
 */
public record HttpEndpoint(String host, int port, List<String> allowedOrigins, String token, SessionLimits sessions) {

    /** The address that only this machine reaches. */
    public static final String LOOPBACK = "127.0.0.1";

    /** Minimum number of characters of a token; shorter ones can be guessed. */
    public static final int MIN_TOKEN = 16;

    public HttpEndpoint {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("the port must be between 0 and 65535, got " + port);
        }
        allowedOrigins = allowedOrigins.stream().map(OriginPolicy::requireOrigin).toList();
        if (token.length() < MIN_TOKEN || !token.matches("[!-~]+")) {
            throw new IllegalArgumentException("the token must have at least " + MIN_TOKEN
                    + " characters and no blanks, got " + token.length() + " characters"
                    + "\nMaybe make one: openssl rand -hex 32.");
        }
        address(host);
    }

    /**
     * Limits of sessions. A session costs some kilobytes; a client that crashed never ends its own.
     *
     * @param count the maximum number of open sessions
     * @param idle the time without a request after which a session makes way for another when all places are taken
     */
    public record SessionLimits(int count, Duration idle) {

        /** More clients than any one machine runs. */
        public static final int DEFAULT_COUNT = 64;

        /** Longer than the pause between two calls of a working client; a client that returns later starts anew. */
        public static final Duration DEFAULT_IDLE = Duration.ofMinutes(1);

        private static final int MAX_COUNT = 100_000;

        public SessionLimits {
            if (count < 1 || count > MAX_COUNT) {
                throw new IllegalArgumentException("the number of sessions must be between 1 and " + MAX_COUNT
                        + ", got " + count);
            }
            if (idle.isNegative() || idle.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException(
                        "the idle time of a session must be between 0 and 86400 seconds, got "
                                + idle.toSeconds());
            }
        }

        public static SessionLimits defaults() {
            return new SessionLimits(DEFAULT_COUNT, DEFAULT_IDLE);
        }
    }

    /** This machine only, and no web pages but its own. */
    public static HttpEndpoint local(int port, String token) {
        return new HttpEndpoint(LOOPBACK, port, List.of(), token, SessionLimits.defaults());
    }

    public HttpEndpoint withAllowedOrigins(List<String> origins) {
        return new HttpEndpoint(host, port, origins, token, sessions);
    }

    public HttpEndpoint withSessions(SessionLimits limits) {
        return new HttpEndpoint(host, port, allowedOrigins, token, limits);
    }

    /** True if only this machine reaches it. */
    public boolean isLoopback() {
        return address(host).isLoopbackAddress();
    }

    /** Omits the token. */
    @Override
    public String toString() {
        return "HttpEndpoint[" + host + ":" + port + ", origins " + allowedOrigins + ", " + sessions + "]";
    }

    private static InetAddress address(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException("there is no address \"" + host + "\"\nMaybe " + LOOPBACK + "?",
                    unknown);
        }
    }
}
