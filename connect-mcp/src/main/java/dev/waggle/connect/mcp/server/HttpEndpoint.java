package dev.waggle.connect.mcp.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Address and access rules of a server over HTTP.
 *
 * @param host the address to listen at, a loopback address to admit this machine only
 * @param port the port; 0 takes a free one
 * @param allowedOrigins the admitted origins of web pages, beside this machine's own, for example {@code
 *        https://example.org}
 * @param token the required bearer token of a client; without one every client on this machine is admitted
 */
public record HttpEndpoint(String host, int port, List<String> allowedOrigins, Optional<String> token) {

    /** The address that only this machine reaches. */
    public static final String LOOPBACK = "127.0.0.1";

    /** Minimum number of characters of a token; shorter ones can be guessed. */
    public static final int MIN_TOKEN = 16;

    public HttpEndpoint {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("the port must be between 0 and 65535, got " + port);
        }
        allowedOrigins = allowedOrigins.stream().map(HttpEndpoint::origin).toList();
        if (token.isPresent() && (token.get().length() < MIN_TOKEN || !token.get().matches("[!-~]+"))) {
            throw new IllegalArgumentException("the token must have at least " + MIN_TOKEN
                    + " characters and no blanks, got " + token.get().length() + " characters"
                    + "\nMaybe make one: openssl rand -hex 32.");
        }
        if (token.isEmpty() && !isLoopback(host)) {
            throw new IllegalArgumentException("a server that listens at " + host
                    + " can be reached by other machines, and needs a token\nMaybe listen at " + LOOPBACK
                    + ", or give it a token.");
        }
    }

    /** This machine only, no web pages but its own, no token. */
    public static HttpEndpoint local(int port) {
        return new HttpEndpoint(LOOPBACK, port, List.of(), Optional.empty());
    }

    public HttpEndpoint withAllowedOrigins(List<String> origins) {
        return new HttpEndpoint(host, port, origins, token);
    }

    public HttpEndpoint withToken(String newToken) {
        return new HttpEndpoint(host, port, allowedOrigins, Optional.of(newToken));
    }

    /** True if only this machine reaches it. */
    boolean isLoopback() {
        return isLoopback(host);
    }

    /** Omits the token. */
    @Override
    public String toString() {
        return "HttpEndpoint[" + host + ":" + port + ", origins " + allowedOrigins
                + (token.isPresent() ? ", with a token]" : "]");
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException("there is no address \"" + host + "\"\nMaybe " + LOOPBACK + "?",
                    unknown);
        }
    }

    private static String origin(String text) {
        String origin = text.toLowerCase(Locale.ROOT);
        if (!origin.matches("https?://[a-z0-9.\\[\\]:-]+")) {
            throw new IllegalArgumentException("an origin is a scheme, a host and perhaps a port, got \"" + text
                    + "\"\nMaybe https://example.org, without anything behind it.");
        }
        return origin;
    }
}
