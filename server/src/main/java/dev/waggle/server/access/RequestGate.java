package dev.waggle.server.access;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.connect.mcp.admission.BearerHeader;
import dev.waggle.connect.mcp.admission.OriginPolicy;
import dev.waggle.server.access.AccessConfig.Credentials;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Access control of every request.
 *
 * <pre>
 *   socket or secret of the folder -> owner
 *   else host -> origin -> preflight -> token or session -> scope -> rate -> audit
 * </pre>
 *
 * <p>A page of another site can send requests from the owner's browser, and reach this machine under a name of its own
 * (DNS rebinding). So the host must be known, and an origin must be this server's or allowed. A session that a browser
 * sends by itself counts only for pages of this server. A change by a session needs their origin (CSRF).
 *
 * <p>A right token is admitted, however often others failed from its address. An address may be that of a proxy, and 256
 * random bits cannot be guessed. The limit on failures bounds work and audit entries. May be used by many threads.
 */
final class RequestGate implements AccessGate {

    /** Wrong credentials of one address at once, and how many more in a minute. */
    static final int FAILURES = 10;
    static final double FAILURES_PER_SECOND = FAILURES / 60.0;

    /** Addresses with failures that are remembered. */
    private static final int MAX_ADDRESSES = 10_000;

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> OWN_PAGES = Set.of("same-origin", "none");
    private static final String SOCKET = "socket";
    private static final String MISSING = "a token is needed\nMaybe send it: Authorization: Bearer TOKEN.";

    private final AccessConfig config;
    private final Predicate<RequestHead> owner;
    private final TokenRegistry tokens;
    private final BrowserLogin logins;
    private final AuditLog audit;
    private final World world;
    private final BucketTable rates = new BucketTable(2 * TokenList.MAX_TOKENS);
    private final BucketTable failures = new BucketTable(MAX_ADDRESSES);

    /**
     * A gate.
     *
     * @param owner accepts requests that prove that they are of the owner of the folder
     */
    RequestGate(AccessConfig config, Predicate<RequestHead> owner, TokenRegistry tokens, BrowserLogin logins,
            AuditLog audit, World world) {
        this.owner = owner;
        this.config = config;
        this.tokens = tokens;
        this.logins = logins;
        this.audit = audit;
        this.world = world;
    }

    @Override
    public Admission admit(RequestHead head, @Nullable AccessScope scope) {
        if (owner.test(head)) {
            return admission(head, CallerIdentity.owner(), Map.of());
        }
        String host = requireHost(head);
        Map<String, String> cors = requireOrigin(head, host);
        if (isPreflight(head)) {
            return new Admission(CallerIdentity.anonymous(), preflight(cors), AnswerAudit.NONE, () -> {
            });
        }
        Optional<CallerIdentity> caller = authenticated(head, host, scope, cors);
        if (scope != null && !caller.orElseThrow(() -> refused(head, new Refusal(401, "credentials",
                CallerIdentity.ANONYMOUS, MISSING), unauthorized(cors))).has(scope)) {
            throw refused(head, new Refusal(403, "scope", caller.get().name(), "this needs the scope "
                    + scope.wireName() + "\nMaybe use a token that has it: waggle token list."), cors);
        }
        return admission(head, caller.orElseGet(CallerIdentity::anonymous), cors);
    }

    /**
     * A refusal.
     *
     * @param rule a word for the audit log
     * @param message the reason and the remedy
     */
    private record Refusal(int status, String rule, String caller, String message) {}

    private String requireHost(RequestHead head) {
        String host = head.one("host");
        if (host == null || !config.isKnownHost(host)) {
            throw refused(head, new Refusal(403, "host", CallerIdentity.ANONYMOUS, "the host "
                    + OriginPolicy.quoted(head.all("host")) + " is not this server"
                    + "\nMaybe start the server with --allow-host."), Map.of());
        }
        return host;
    }

    /** The headers of CORS. A page of this server needs none. */
    private Map<String, String> requireOrigin(RequestHead head, String host) {
        List<String> pages = head.all("origin");
        if (pages.isEmpty() || (pages.size() == 1 && isOwn(pages.getFirst(), host))) {
            return config.origins().allowed().isEmpty() ? Map.of() : Map.of("Vary", "Origin");
        }
        if (pages.size() == 1 && config.origins().isAllowed(pages.getFirst())) {
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put("Access-Control-Allow-Origin", pages.getFirst());
            headers.put("Access-Control-Expose-Headers", "ETag, Location, Retry-After, Mcp-Session-Id");
            headers.put("Vary", "Origin");
            return headers;
        }
        throw refused(head, new Refusal(403, "origin", CallerIdentity.ANONYMOUS, "pages of "
                + OriginPolicy.quoted(pages) + " may not come in"
                + "\nMaybe start the server with --allow-origin."), Map.of());
    }

    private boolean isOwn(String origin, String host) {
        String plain = origin.toLowerCase(Locale.ROOT);
        return plain.equals(config.originOf(host)) || plain.equals(config.publicOrigin());
    }

    private static boolean isPreflight(RequestHead head) {
        return head.method().equals("OPTIONS") && !head.all("origin").isEmpty()
                && !head.all("access-control-request-method").isEmpty();
    }

    private static Map<String, String> preflight(Map<String, String> cors) {
        if (!cors.containsKey("Access-Control-Allow-Origin")) {
            return cors;
        }
        Map<String, String> headers = new LinkedHashMap<>(cors);
        headers.put("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE");
        headers.put("Access-Control-Allow-Headers", "Authorization, Content-Type, Content-Encoding, Accept,"
                + " A2A-Version, Idempotency-Key, If-None-Match, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version");
        headers.put("Access-Control-Max-Age", "600");
        return headers;
    }

    /** The caller by its credentials; empty without valid ones where none are needed. */
    private Optional<CallerIdentity> authenticated(RequestHead head, String host, @Nullable AccessScope scope,
            Map<String, String> cors) {
        boolean isLogin = BrowserLogin.BY_TOKEN.equals(head.operation());
        if (isLogin && isForeignPage(head, host)) {
            throw refused(head, new Refusal(403, "csrf", CallerIdentity.ANONYMOUS,
                    "a page of another server may not log a browser in\nMaybe open a page of this server."), cors);
        }
        if (isLogin || !head.all("authorization").isEmpty()) {
            return byToken(head, isLogin || scope != null, cors);
        }
        Optional<String> session = config.credentials() == Credentials.NONE ? Optional.of(BrowserLogin.OWNER)
                : logins.subject(head.all("cookie"), host);
        if (session.isEmpty() || isForeignPage(head, host)) {
            return Optional.empty();
        }
        return bySession(session.get(), head, scope, cors);
    }

    /**
     * A session of a token has what the token has now, and nothing once it is revoked or has expired. What is open to all,
     * such as the many files of a page, does not count for its rate.
     */
    private Optional<CallerIdentity> bySession(String subject, RequestHead head, @Nullable AccessScope scope,
            Map<String, String> cors) {
        boolean isOfOwner = subject.equals(BrowserLogin.OWNER);
        Optional<AccessToken> token = isOfOwner ? Optional.empty()
                : tokens.current().ofId(subject).filter(known -> !known.grant().isExpired(world.now()));
        if (!isOfOwner && token.isEmpty()) {
            return Optional.empty();
        }
        CallerIdentity caller = token.map(known -> known.grant().caller()).orElseGet(CallerIdentity::owner);
        boolean isChange = !READING.contains(head.method());
        if (isChange && config.credentials() == Credentials.REQUIRED && head.all("origin").isEmpty()) {
            throw refused(head, new Refusal(403, "csrf", caller.name(),
                    "a change by a browser's session needs its Origin header\nMaybe send a token instead."), cors);
        }
        token.filter(_ -> scope != null).ifPresent(known -> requireRate(known, head, cors));
        return Optional.of(caller);
    }

    /** True for a page of another server, whose requests carry what the browser adds by itself. */
    private boolean isForeignPage(RequestHead head, String host) {
        boolean isOther = head.all("sec-fetch-site").stream().anyMatch(site -> !OWN_PAGES.contains(site));
        return head.all("origin").isEmpty() ? isOther : !isOwn(head.all("origin").getFirst(), host);
    }

    private Optional<CallerIdentity> byToken(RequestHead head, boolean isNeeded, Map<String, String> cors) {
        String sent = BearerHeader.token(head.all("authorization"));
        Optional<AccessToken> token = sent == null ? Optional.empty() : tokens.current().authenticated(sent);
        boolean isValid = token.isPresent() && !token.get().grant().isExpired(world.now());
        if (!isValid) {
            if (isNeeded) {
                throw failed(head, token, cors);
            }
            return Optional.empty();
        }
        requireRate(token.get(), head, cors);
        return Optional.of(token.get().grant().caller());
    }

    /** Refuses more requests than a token has, by itself and by its sessions together. */
    private void requireRate(AccessToken token, RequestHead head, Map<String, String> cors) {
        CallerLimits limits = token.grant().limits();
        long wait = rates.take(token.id(), limits.requestsPerSecond(), limits.burst(), world.nanos());
        if (wait > 0) {
            throw refused(head, new Refusal(429, "rate", token.name(), "the token "
                    + token.name() + " sends more than " + limits.requestsPerSecond() + " requests a second"
                    + "\nMaybe wait, or make a token with a higher rate."), with(cors, "Retry-After", wait));
        }
    }

    private AccessRefusedException failed(RequestHead head, Optional<AccessToken> expired, Map<String, String> cors) {
        long wait = failures.take(networkOf(head.remote()), FAILURES_PER_SECOND, FAILURES, world.nanos());
        if (wait > 0) {
            return refused(head, new Refusal(429, "failures", CallerIdentity.ANONYMOUS,
                    "too many wrong tokens came from " + head.remote() + "\nMaybe check the token, and wait."),
                    with(cors, "Retry-After", wait));
        }
        return expired.isPresent()
                ? refused(head, new Refusal(401, "expired", expired.get().name(), "the token " + expired.get().name()
                        + " has expired\nMaybe make a new one: waggle token create."), unauthorized(cors))
                : refused(head, new Refusal(401, "credentials", CallerIdentity.ANONYMOUS,
                        "the token is wrong or revoked\nMaybe see waggle token list."), unauthorized(cors));
    }

    /** The address, or the network of an IPv6 address, of which one client has all. */
    private static String networkOf(String remote) {
        try {
            byte[] address = InetAddress.ofLiteral(remote).getAddress();
            return address.length == 4 ? remote : new BigInteger(1, address).shiftRight(64).toString(16);
        } catch (IllegalArgumentException noAddress) {
            return remote;
        }
    }

    private Admission admission(RequestHead head, CallerIdentity caller, Map<String, String> headers) {
        AnswerAudit answered = READING.contains(head.method()) ? AnswerAudit.NONE
                : (status, run) -> audit(head, caller, status, run);
        return new Admission(caller, headers, answered, () -> {
        });
    }

    /** Anybody can cause refused requests without a token, so those have the quota of refusals. */
    private void audit(RequestHead head, CallerIdentity caller, int status, @Nullable String run) {
        if (caller.name().equals(CallerIdentity.ANONYMOUS) && status >= 400) {
            audit.recordRefusal(new AuditEvent.Refused(caller.name(), remote(head), head.operation(), status,
                    "request"));
        } else {
            audit.record(new AuditEvent.Answered(caller.name(), remote(head), head.operation(), status, run));
        }
    }

    private AccessRefusedException refused(RequestHead head, Refusal refusal, Map<String, String> headers) {
        audit.recordRefusal(new AuditEvent.Refused(refusal.caller, remote(head), head.operation(), refusal.status,
                refusal.rule));
        return new AccessRefusedException(refusal.status, refusal.message, headers);
    }

    private static String remote(RequestHead head) {
        return head.isOwnersSocket() ? SOCKET : head.remote();
    }

    private static Map<String, String> unauthorized(Map<String, String> cors) {
        return with(cors, "WWW-Authenticate", "Bearer");
    }

    private static Map<String, String> with(Map<String, String> headers, String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value.toString());
        return more;
    }
}
