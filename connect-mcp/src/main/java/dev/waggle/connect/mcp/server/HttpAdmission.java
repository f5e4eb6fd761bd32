package dev.waggle.connect.mcp.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonLine;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Access control over HTTP.
 *
 * <p>A web page can make a browser send requests to this machine. By giving its own host name our address it can even
 * read the answers (DNS rebinding). So a request must name this machine as its host. A page that sends it must be of
 * this machine or be allowed by name. A server that other machines reach has no host name to check. There the token
 * refuses pages, because no page knows it.
 */
final class HttpAdmission {

    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-f:.]+\\]|[^:\\[\\]/@]+)(:\\d{1,5})?");
    private static final Pattern ORIGIN = Pattern.compile("https?://(.+)");
    private static final List<String> THIS_MACHINE = List.of("localhost", "127.0.0.1", "[::1]");
    private static final String BEARER = "bearer ";

    /** Maximum number and length of foreign values in a message. */
    private static final int MAX_NAMED = 3;
    private static final int MAX_QUOTED = 100;

    private final HttpEndpoint place;

    HttpAdmission(HttpEndpoint place) {
        this.place = place;
    }

    /**
     * A reason to turn a request away.
     *
     * @param status of HTTP
     * @param reason the error and the remedy
     */
    record Refusal(int status, String reason) {}

    /** Reason of the refusal; empty when the request is admitted. */
    Optional<Refusal> refusal(HttpServletRequest request) {
        List<String> hosts = headers(request, "Host");
        if (place.isLoopback() && !(hosts.size() == 1 && isThisMachine(hosts.getFirst()))) {
            return Optional.of(new Refusal(403, "the host " + quoted(hosts) + " is not this machine"
                    + "\nMaybe use http://" + HttpEndpoint.LOOPBACK + "."));
        }
        List<String> origins = headers(request, "Origin");
        if (!origins.isEmpty() && !(origins.size() == 1 && isAllowed(origins.getFirst()))) {
            return Optional.of(new Refusal(403, "pages of " + quoted(origins) + " may not come in"
                    + "\nMaybe allow that origin when the server is started."));
        }
        if (!request.getMethod().equals("OPTIONS") && !isToken(headers(request, "Authorization"), place.token())) {
            return Optional.of(new Refusal(401, "the bearer token is missing or wrong"
                    + "\nMaybe send it: Authorization: Bearer TOKEN."));
        }
        return Optional.empty();
    }

    private boolean isAllowed(String origin) {
        String plain = origin.toLowerCase(Locale.ROOT);
        Matcher page = ORIGIN.matcher(plain);
        return place.allowedOrigins().contains(plain) || (page.matches() && isThisMachine(page.group(1)));
    }

    private static boolean isThisMachine(String host) {
        Matcher named = HOST.matcher(host.toLowerCase(Locale.ROOT));
        return named.matches() && THIS_MACHINE.contains(named.group(1));
    }

    /** Compares digests in a time that is independent of the length of the match, and of the length of the token. */
    private static boolean isToken(List<String> tokens, String token) {
        return tokens.size() == 1 && tokens.getFirst().toLowerCase(Locale.ROOT).startsWith(BEARER)
                && MessageDigest.isEqual(digest(tokens.getFirst().substring(BEARER.length()).strip()), digest(token));
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    private static List<String> headers(HttpServletRequest request, String name) {
        return Collections.list(request.getHeaders(name));
    }

    private static String quoted(List<String> values) {
        return values.isEmpty() ? "(none)" : values.stream().limit(MAX_NAMED)
                .map(value -> JsonLine.quoted(value.substring(0, Math.min(value.length(), MAX_QUOTED))))
                .collect(Collectors.joining(", "));
    }
}
