package dev.waggle.server.access;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Login of browsers. The owner gets an address with a ticket, whose first use begins a session. Another browser begins
 * one with a token. A session has a new random id and a subject, which is the owner or a token. The browser holds it as
 * a cookie that no script and no other site can use. May be used by many threads.
 */
final class BrowserLogin {

    /** Parameter of the address that holds the ticket. */
    static final String PARAMETER = "login";

    /** Id of the operation that begins a session by a token. */
    static final String BY_TOKEN = "login";

    /** Subject of the owner's sessions, which no id of a token is. */
    static final String OWNER = "";

    /** Lifetime of a ticket: long enough to switch to the browser. */
    static final Duration TICKET = Duration.ofMinutes(10);

    /** Longest pause of a session: a working day. */
    static final Duration IDLE = Duration.ofHours(10);

    /** Longest session: a week. */
    static final Duration ABSOLUTE = Duration.ofDays(7);

    /** Tickets at once, and sessions of one subject: the browsers of one person. */
    static final int MAX_TICKETS = 16;
    static final int MAX_SESSIONS = 64;

    private static final String COOKIE = "waggle_session";

    private final ExpiringSecretStore tickets;
    private final ExpiringSecretStore sessions;
    private final boolean isSecure;

    /**
     * No ticket and no session.
     *
     * @param isSecure whether browsers reach the server by TLS, so that the cookie never goes without
     */
    BrowserLogin(boolean isSecure, World world) {
        this.isSecure = isSecure;
        tickets = new ExpiringSecretStore(MAX_TICKETS, TICKET, TICKET, world);
        sessions = new ExpiringSecretStore(MAX_SESSIONS, IDLE, ABSOLUTE, world);
    }

    /** A new ticket, which can be used once within ten minutes. */
    String ticket() {
        return tickets.issue(OWNER);
    }

    /**
     * Uses a ticket up.
     *
     * @param host the {@code Host} header of the request
     * @return the value of the {@code Set-Cookie} header; empty when the ticket is not valid
     */
    Optional<String> begin(String ticket, String host) {
        return tickets.end(ticket) ? Optional.of(cookie(host, OWNER)) : Optional.empty();
    }

    /**
     * Begins a session by a token, in place of the session of the request.
     *
     * @param subject the id of the token, or the owner
     * @return the value of the {@code Set-Cookie} header
     */
    String begin(String subject, List<String> cookies, String host) {
        String _ = end(cookies, host);
        return cookie(host, subject);
    }

    /** The cookie of a new session. */
    private String cookie(String host, String subject) {
        return cookieName(host) + '=' + sessions.issue(subject) + "; Path=/; Max-Age=" + ABSOLUTE.toSeconds()
                + "; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "");
    }

    /**
     * Ends the session of a request.
     *
     * @return the value of the {@code Set-Cookie} header that deletes the cookie
     */
    String end(List<String> cookies, String host) {
        String session = session(cookies, host);
        if (session != null) {
            boolean _ = sessions.end(session);
        }
        return cookieName(host) + "=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "");
    }

    /** The subject of the session in the cookies; empty when there is none, or it has ended. */
    Optional<String> subject(List<String> cookies, String host) {
        String session = session(cookies, host);
        return session == null ? Optional.empty() : sessions.use(session);
    }

    /** The session of the cookies; {@code null} without one, or with two, one of which another site has planted. */
    private static @Nullable String session(List<String> cookies, String host) {
        String prefix = cookieName(host) + '=';
        List<String> found = new ArrayList<>();
        for (String header : cookies) {
            for (String cookie : header.split(";", -1)) {
                if (cookie.strip().startsWith(prefix)) {
                    found.add(cookie.strip().substring(prefix.length()));
                }
            }
        }
        return found.size() == 1 ? found.getFirst() : null;
    }

    /** Name with the port, because browsers send the cookies of a host to all of its ports. */
    private static String cookieName(String host) {
        String port = host.substring(host.lastIndexOf(':') + 1);
        return port.matches("\\d{1,5}") && host.contains(":") ? COOKIE + '_' + port : COOKIE;
    }
}
