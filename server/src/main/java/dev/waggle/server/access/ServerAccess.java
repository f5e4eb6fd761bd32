package dev.waggle.server.access;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.log.Journal;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;

/** Access of one server: its gate, limits, browser logins and audit log. May be used by many threads. */
public final class ServerAccess implements AutoCloseable {

    private static final String BROWSER = "browser";

    private final TokenRegistry tokens;
    private final AuditLog audit;
    private final BrowserLogin logins;
    private final AccessLimiter limits;
    private final AccessGate gate;

    private ServerAccess(TokenRegistry tokens, AuditLog audit, BrowserLogin logins, AccessLimiter limits,
            AccessGate gate) {
        this.tokens = tokens;
        this.audit = audit;
        this.logins = logins;
        this.limits = limits;
        this.gate = gate;
    }

    /**
     * Opens the access of a server.
     *
     * @param file the tokens; changes of it are noticed within a second
     * @param journal the log of the folder, for audit entries and the budgets of today; not closed here
     * @param folder the secret of the folder, with which a request comes from the owner as over its socket
     * @param secrets the secrets of the process, which no audit entry shows
     * @throws IllegalArgumentException when others would reach the server without a token, or read the file
     * @throws UncheckedIOException when the file or the log cannot be read
     */
    public static ServerAccess open(AccessConfig config, TokenFile file, Journal journal, FolderSecret folder,
            SecretSet secrets, World world) {
        TokenRegistry tokens = new TokenRegistry(file, world);
        config.requireSafe(tokens.current().tokens().stream()
                .anyMatch(token -> !token.grant().isExpired(world.now())));
        AuditLog audit = new AuditLog(journal, secrets, world);
        BrowserLogin logins = new BrowserLogin(config.isSecure(), world);
        return new ServerAccess(tokens, audit, logins,
                new AccessLimiter(tokens, new DailyBudgetLedger(audit, world), world),
                new RequestGate(config, folder.or(RequestHead::isOwnersSocket), tokens, logins, audit, world));
    }

    /** Gate of the listener. */
    public AccessGate gate() {
        return gate;
    }

    /** Limiter for operations that start solves and streams. */
    public AccessLimiter limiter() {
        return limits;
    }

    /**
     * A new address for the owner's browser, which is good for one login within ten minutes.
     *
     * @param base the address of the server, such as {@code http://127.0.0.1:7431}
     */
    public String loginAddress(String base) {
        return base + "/?" + BrowserLogin.PARAMETER + '=' + logins.ticket();
    }

    /**
     * Begins a session of the owner's browser by a ticket.
     *
     * @param host the {@code Host} header of the request
     * @return the value of the {@code Set-Cookie} header; empty when the ticket is used, too old or wrong
     */
    public Optional<String> login(String ticket, String host) {
        Optional<String> cookie = logins.begin(ticket, host);
        if (cookie.isPresent()) {
            audit.record(new AuditEvent.Answered(CallerIdentity.OWNER, BROWSER, BrowserLogin.PARAMETER, 303, null));
        } else {
            audit.recordRefusal(new AuditEvent.Refused(CallerIdentity.ANONYMOUS, BROWSER, BrowserLogin.PARAMETER, 401,
                    "ticket"));
        }
        return cookie;
    }

    /**
     * Begins a session of a browser that sent a token, in place of its former session. The session has what the token
     * has, and ends with it.
     *
     * @param caller the sender, as the gate has admitted it for the operation of that name
     * @param cookies the values of the {@code Cookie} headers
     * @param host the {@code Host} header of the request
     * @return the value of the {@code Set-Cookie} header; empty when the token was revoked meanwhile
     */
    public Optional<String> login(CallerIdentity caller, List<String> cookies, String host) {
        if (caller.name().equals(CallerIdentity.OWNER)) {
            return Optional.of(logins.begin(BrowserLogin.OWNER, cookies, host));
        }
        return tokens.current().named(caller.name()).filter(token -> token.grant().caller().equals(caller))
                .map(token -> logins.begin(token.id(), cookies, host));
    }

    /**
     * Ends a session.
     *
     * @param cookies the values of the {@code Cookie} headers
     * @return the value of the {@code Set-Cookie} header that deletes the cookie
     */
    public String logout(List<String> cookies, String host) {
        return logins.end(cookies, host);
    }

    /** Records what the audit log has only counted so far. */
    @Override
    public void close() {
        audit.close();
    }
}
